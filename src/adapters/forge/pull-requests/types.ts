import type { Result } from '../../../model/result.ts';
import type { Permission, ProposalCheck } from '../../../ports/forge/proposals.ts';

/** A pull request, or what the forge calls it. */
export interface PullRequest {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  readonly commit: string;
  /** Without the prefix that marks a draft. */
  readonly title: string;
  readonly isDraft: boolean;
  readonly body: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly location: string;
  /** When anything about it changed last, comments included. Moments here are ISO 8601 UTC with milliseconds. */
  readonly changedAt: string;
  /** When it was merged or closed, and by whom, where it is and the forge says so. */
  readonly endedAt?: string;
  readonly endedBy?: string;
}

export interface NewPullRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

export interface PullRequestChanges {
  readonly title?: string;
  readonly body?: string;
  readonly base?: string;
  readonly state?: 'open' | 'closed';
}

/** A word of anybody's on a pull request. */
export interface Comment {
  /** As the forge numbers it. */
  readonly id: string;
  readonly text: string;
  /** Whose it is, and when it was written; left out where nobody but Parley can write one. */
  readonly user?: string;
  readonly at?: string;
}

/** The few verbs in which forges differ. What they are used for is the same everywhere. */
export interface PullRequestApi {
  /** In every state, and from this repository: a fork may call its branches what it likes. */
  byBranch(branch: string): Promise<Result<readonly PullRequest[]>>;
  /** Undefined when there is none of that number, or when it comes from a fork. */
  byNumber(number: number): Promise<Result<PullRequest | undefined>>;
  /** The ones that changed last, from this repository: as many as the forge lists, or on the first page. */
  newest(which?: 'all' | 'first'): Promise<Result<readonly PullRequest[]>>;
  /** Opens a draft. */
  create(pull: NewPullRequest): Promise<Result<PullRequest>>;
  /**
   * Leaves a draft a draft. Where the state is refused, the rest stays as it was; and nobody is notified of
   * a closing whose text is not there yet.
   */
  edit(pull: PullRequest, changes: PullRequestChanges): Promise<Result<PullRequest>>;
  labelsOf(number: number): Promise<Result<readonly string[]>>;
  changeLabels(
    number: number,
    add: readonly string[],
    remove: readonly string[],
  ): Promise<Result<void>>;
  commentsOf(number: number): Promise<Result<readonly Comment[]>>;
  /** Answers with the id of the comment. */
  addComment(number: number, text: string): Promise<Result<string>>;
  /** False where there is no such comment any more. */
  editComment(number: number, id: string, text: string): Promise<Result<boolean>>;
  setCheck(commit: string, check: ProposalCheck): Promise<Result<void>>;
  permissionOf(user: string): Promise<Result<Permission>>;
}
