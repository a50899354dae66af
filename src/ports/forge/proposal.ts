import type { Result } from '../../model/result.ts';

/** A change to be reviewed: entire new contents of files, and the commit that has them. */
export interface Proposal {
  readonly intent: string;
  /** e.g. `parley/accept-i-0123456789ab`. */
  readonly branch: string;
  readonly message: CommitMessage;
  /** Paths relative to the project root. A `content` of null deletes the file. */
  readonly files: readonly {
    readonly path: string;
    /** The content that the patch was computed from. The forge refuses if its base differs. */
    readonly before: string | undefined;
    readonly content: string;
  }[];
}

export interface CommitMessage {
  readonly subject: string;
  readonly body: string;
  /** Written in this order, one line for each. */
  readonly trailers: readonly (readonly [name: string, value: string])[];
}

export interface Proposed {
  readonly branch: string;
  readonly commit: string;
  /** Where a person can view it: a URL, or a command for a local branch. */
  readonly location: string;
  readonly state: 'created' | 'updated' | 'unchanged';
}

/** Opens proposals in a local repository, on GitHub, on GitLab, ... */
export interface Forge {
  /**
   * Opens or updates the proposal. Never overwrites commits that someone else put on the branch,
   * unless `force` is set.
   */
  propose(proposal: Proposal, options: { readonly force: boolean }): Promise<Result<Proposed>>;
}
