import type { Result } from '../../model/result.ts';

/** The desired content of a proposal. Its branch must have been pushed before. */
export interface ProposalDraft {
  readonly intent: string;
  /** Digest of the drifts that it resolves. A new digest is a new question to the reviewer. */
  readonly digest: string;
  /** The branch with the change, in the repository itself. */
  readonly branch: string;
  /** The target branch. */
  readonly base: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly labels: readonly string[];
}

/**
 * `withdrawn` was closed by Parley, `declined` by someone else; the latter stays closed as long as
 * the drifts are the same.
 */
export const proposalStates = ['open', 'merged', 'withdrawn', 'declined'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** A proposal as it currently is on the forge. */
export interface CurrentProposal {
  readonly number: number;
  readonly intent: string;
  readonly digest: string;
  readonly branch: string;
  readonly base: string;
  /** The tip of the branch. */
  readonly commit: string;
  readonly title: string;
  readonly state: ProposalState;
  /** A URL for a person, or a command for a branch on this machine. */
  readonly location: string;
  /**
   * The time of its last change, in ISO 8601 UTC with milliseconds, like all times of a forge here.
   */
  readonly changedAt: string;
  /** When and by whom it was merged or closed, if the forge provides it. */
  readonly endedAt?: string;
  readonly endedBy?: string;
  /** True if Parley was the last to close it. If it is open nevertheless, a person reopened it. */
  readonly wasWithdrawn: boolean;
}

/** A person's comment on a proposal. */
export interface PersonComment {
  /** The number on the forge: later comments have larger numbers. */
  readonly id: number;
  readonly user: string;
  readonly text: string;
  readonly at: string;
}

export interface ChangedProposals {
  readonly proposals: readonly CurrentProposal[];
  readonly isComplete: boolean;
}

export interface PublishedProposal {
  readonly number: number;
  readonly location: string;
  readonly commit: string;
  /** `declined`: someone closed it, and nothing has changed since, so it was left closed. */
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

/** A comment on a proposal. The key ensures that it is posted only once, even if repeated. */
export interface ProposalComment {
  /** The key, e.g. of the delivery that it answers. */
  readonly key: string;
  /** Markdown. */
  readonly text: string;
}

/** A comment that is kept up to date by editing it in place. */
export interface StandingComment extends ProposalComment {
  /** The id of the comment, if it was posted before. */
  readonly id?: string;
}

/** The verdict, as a check on the commit with the change. */
export interface ProposalCheck {
  /** Distinguishes it from the other checks on the commit: `parley`. */
  readonly name: string;
  readonly state: 'waiting' | 'passed' | 'failed';
  /** One line. */
  readonly title: string;
  /** Markdown; left out if the forge has no field for it. */
  readonly summary: string;
}

/** A pull request that is not Parley's. */
export interface OtherPull {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  readonly commit: string;
}

/** A user's permissions in the repository, from lowest to highest. */
export const permissions = ['none', 'read', 'write', 'admin'] as const;

export type Permission = (typeof permissions)[number];

/**
 * Pull requests (merge requests) of one repository. Every call may be repeated: there is at most
 * one open proposal for each intent, and it is updated in place.
 */
export interface Proposals {
  /** Opens the proposal as a draft, or updates the existing one. */
  open(draft: ProposalDraft): Promise<Result<PublishedProposal>>;
  /** Like `open`, but only updates an open proposal; undefined if none is open. */
  update(draft: ProposalDraft): Promise<Result<PublishedProposal | undefined>>;
  /**
   * Closes the open proposals for the intent, with a comment that explains why. Returns their
   * numbers.
   */
  close(query: IntentQuery, reason: string): Promise<Result<readonly number[]>>;
  comment(number: number, comment: ProposalComment): Promise<Result<'created' | 'unchanged'>>;
  /** Returns the id of the comment, for the next call. */
  keepComment(number: number, comment: StandingComment): Promise<Result<string>>;
  /** Sets these labels of Parley (`parley` and `parley:...`); labels of others stay. */
  label(number: number, labels: readonly string[]): Promise<Result<'updated' | 'unchanged'>>;
  setCheck(commit: string, check: ProposalCheck): Promise<Result<void>>;
  /**
   * Proposals in any state, by number. A search by digest only covers the newest, as many as the
   * forge lists.
   */
  find(query: ProposalQuery): Promise<Result<readonly CurrentProposal[]>>;
  /**
   * Every proposal that changed since a time, by number. `isComplete` is false if more changed than
   * the forge lists.
   */
  changedSince(since: string): Promise<Result<ChangedProposals>>;
  /** People's comments on a proposal, in order. */
  comments(number: number): Promise<Result<readonly PersonComment[]>>;
  /**
   * Other open pull requests of this repository, by number: the newest, as many as the forge lists.
   */
  others(): Promise<Result<readonly OtherPull[]>>;
  /** A user's permission; `none` for a name that the forge does not have. */
  permissionOf(user: string): Promise<Result<Permission>>;
}
