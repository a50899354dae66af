import type { Result } from '../../../model/result.ts';
import type { Permission, ProposalCheck } from '../../../ports/forge/proposals.ts';

/** A pull request, or the forge's equivalent. */
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
  /**
   * When anything about it last changed, including comments. Moments here are ISO 8601 UTC with
   * milliseconds.
   */
  readonly changedAt: string;
  /** When it was merged or closed, and by whom, if it was and the forge reports it. */
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

/** A comment on a pull request, by anybody. */
export interface Comment {
  /** Assigned by the forge. */
  readonly id: string;
  readonly text: string;
  /** Its author, and when it was written; left out if nobody but Parley can write one. */
  readonly user?: string;
  readonly at?: string;
}

/** The few operations in which forges differ. Their use is the same for all of them. */
export interface PullRequestApi {
  /** In every state, but only from this repository: a fork can name its branches freely. */
  byBranch(branch: string): Promise<Result<readonly PullRequest[]>>;
  /** Undefined if there is none with that number, or if it comes from a fork. */
  byNumber(number: number): Promise<Result<PullRequest | undefined>>;
  /**
   * Those that changed last, from this repository: as many as the forge lists, or only the first
   * page.
   */
  newest(which?: 'all' | 'first'): Promise<Result<readonly PullRequest[]>>;
  /** Opens a draft. */
  create(pull: NewPullRequest): Promise<Result<PullRequest>>;
  /**
   * A draft stays a draft. If the state is refused, the rest stays unchanged; and nobody is
   * notified of a closing before its text is there.
   */
  edit(pull: PullRequest, changes: PullRequestChanges): Promise<Result<PullRequest>>;
  labelsOf(number: number): Promise<Result<readonly string[]>>;
  changeLabels(
    number: number,
    add: readonly string[],
    remove: readonly string[],
  ): Promise<Result<void>>;
  commentsOf(number: number): Promise<Result<readonly Comment[]>>;
  /** Returns the id of the comment. */
  addComment(number: number, text: string): Promise<Result<string>>;
  /** Returns false if there is no such comment any more. */
  editComment(number: number, id: string, text: string): Promise<Result<boolean>>;
  setCheck(commit: string, check: ProposalCheck): Promise<Result<void>>;
  permissionOf(user: string): Promise<Result<Permission>>;
}
