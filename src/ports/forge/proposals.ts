import type { Result } from '../../model/result.ts';

/** What a proposal shall say. Its branch has been pushed before. */
export interface ProposalDraft {
  readonly intent: string;
  /** Digest of the drifts that it settles: another digest is another question to the reviewer. */
  readonly digest: string;
  /** Branch with the change, in the repository itself. */
  readonly branch: string;
  /** Branch that the change is for. */
  readonly base: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly labels: readonly string[];
}

/**
 * `withdrawn` was closed by Parley, `declined` by somebody else: the latter stays closed for as
 * long as the drifts are the same.
 */
export const proposalStates = ['open', 'merged', 'withdrawn', 'declined'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** A proposal as it stands on the forge. */
export interface StandingProposal {
  readonly number: number;
  readonly intent: string;
  readonly digest: string;
  readonly branch: string;
  readonly base: string;
  /** Tip of the branch. */
  readonly commit: string;
  readonly title: string;
  readonly state: ProposalState;
  /** URL for a person, or a command for a branch of this machine. */
  readonly location: string;
  /** When anything about it changed last, ISO 8601 UTC with milliseconds as all moments of a forge here. */
  readonly changedAt: string;
  /** When it was merged or closed, and by whom, where the forge says so. */
  readonly endedAt?: string;
  readonly endedBy?: string;
  /** Parley closed it last: one that is open all the same was opened again by a person. */
  readonly wasWithdrawn: boolean;
}

/** A word of a person on a proposal. */
export interface PersonComment {
  /** As the forge numbers it: later ones have larger numbers. */
  readonly id: number;
  readonly user: string;
  readonly text: string;
  readonly at: string;
}

export interface ChangedProposals {
  readonly proposals: readonly StandingProposal[];
  readonly isComplete: boolean;
}

export interface PublishedProposal {
  readonly number: number;
  readonly location: string;
  readonly commit: string;
  /** `declined`: somebody closed it, and nothing has changed since; it was left alone. */
  readonly state: 'created' | 'updated' | 'reopened' | 'unchanged' | 'declined';
}

export interface IntentQuery {
  readonly kind: 'intent';
  readonly intent: string;
  readonly branch: string;
}

/** Finds proposals by the hidden marker in their descriptions. */
export type ProposalQuery =
  | IntentQuery
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'digest'; readonly digest: string };

/** A word on a proposal. The key makes it one comment, however often it is said. */
export interface ProposalComment {
  /** e.g. the delivery that it answers. */
  readonly key: string;
  /** Markdown. */
  readonly text: string;
}

/** A word that is kept true: one comment, edited in place. */
export interface StandingComment extends ProposalComment {
  /** Of the comment, where one was made before. */
  readonly id?: string;
}

/** The verdict, as a check on the commit that carries the change. */
export interface ProposalCheck {
  /** Tells it from the other checks on the commit: `parley`. */
  readonly name: string;
  readonly state: 'waiting' | 'passed' | 'failed';
  /** One line. */
  readonly title: string;
  /** Markdown; left out where the forge has no room for it. */
  readonly summary: string;
}

/** A pull request that is none of Parley's. */
export interface OtherPull {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  readonly commit: string;
}

/** What a user may do in the repository, from least to most. */
export const permissions = ['none', 'read', 'write', 'admin'] as const;

export type Permission = (typeof permissions)[number];

/**
 * Pull requests (merge requests) of one repository. Every call may be repeated: there is at most one
 * open proposal an intent, and it is updated in place.
 */
export interface Proposals {
  /** Opens the proposal as a draft, or updates the one that is there. */
  open(draft: ProposalDraft): Promise<Result<PublishedProposal>>;
  /** Like `open`, where a proposal is open; undefined where none is. */
  update(draft: ProposalDraft): Promise<Result<PublishedProposal | undefined>>;
  /** Closes what is open for the intent, with a word why. Answers with the numbers. */
  close(query: IntentQuery, word: string): Promise<Result<readonly number[]>>;
  comment(number: number, comment: ProposalComment): Promise<Result<'created' | 'unchanged'>>;
  /** Answers with the id of the comment, for the next time. */
  keepComment(number: number, comment: StandingComment): Promise<Result<string>>;
  /** Makes these the labels of Parley (`parley` and `parley:...`); those of others stay. */
  label(number: number, labels: readonly string[]): Promise<Result<'updated' | 'unchanged'>>;
  setCheck(commit: string, check: ProposalCheck): Promise<Result<void>>;
  /** Every state, by number. By digest: among the newest only, as many as the forge lists. */
  find(query: ProposalQuery): Promise<Result<readonly StandingProposal[]>>;
  /**
   * Every proposal that changed since a moment, by number. `isComplete` is false where more changed
   * than the forge lists.
   */
  changedSince(since: string): Promise<Result<ChangedProposals>>;
  /** What people wrote on one, in that order. */
  comments(number: number): Promise<Result<readonly PersonComment[]>>;
  /** Open pull requests of others from this repository, by number: the newest, as many as the forge lists. */
  others(): Promise<Result<readonly OtherPull[]>>;
  /** What a user may do; `none` for a name that the forge does not know. */
  permissionOf(user: string): Promise<Result<Permission>>;
}
