import type { Result } from '../../model/result.ts';

/** A change to be reviewed: whole new contents of files, and the commit that carries them. */
export interface Proposal {
  readonly intent: string;
  /** e.g. `parley/accept-i-0123456789ab`. */
  readonly branch: string;
  readonly message: CommitMessage;
  /** Paths relative to the project root; `content` null deletes the file. */
  readonly files: readonly {
    readonly path: string;
    /** Content the patch was computed from; the forge refuses when its base differs. */
    readonly before: string | undefined;
    readonly content: string;
  }[];
}

export interface CommitMessage {
  readonly subject: string;
  readonly body: string;
  /** Written in this order, one line each. */
  readonly trailers: readonly (readonly [name: string, value: string])[];
}

export interface Proposed {
  readonly branch: string;
  readonly commit: string;
  /** Where a person looks at it: a URL, or a command for a local branch. */
  readonly location: string;
  readonly state: 'created' | 'updated' | 'unchanged';
}

/** Where proposals are opened: a local repository, GitHub, GitLab, ... */
export interface Forge {
  /**
   * Opens or updates the proposal. Never overwrites commits that somebody else put on the branch,
   * unless `force` is set.
   */
  propose(proposal: Proposal, options: { readonly force: boolean }): Promise<Result<Proposed>>;
}
