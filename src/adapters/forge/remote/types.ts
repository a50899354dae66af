import type { FileChange } from '../../../model/patch.ts';
import type { Result } from '../../../model/result.ts';
import type { GitCredential } from '../../../ports/checkouts.ts';
import type { CommitMessage } from '../../../ports/forge/proposal.ts';

/** A remote repository, and a bare copy of it in which commits are made. */
export interface PushTarget {
  /** Absolute path of the bare copy. It has the tip of the base. */
  readonly gitDir: string;
  /** Clone URL, without a user. */
  readonly url: string;
  readonly credential?: GitCredential | undefined;
  /** Commit at the tip of the branch that proposals are for. */
  readonly base: string;
  readonly signal?: AbortSignal | undefined;
}

/** A change to put on a branch. */
export interface PushRequest {
  readonly branch: string;
  /**
   * Tip of the branch as it was listed; undefined if there is no such branch. The branch is moved
   * only if it is still there.
   */
  readonly tip: string | undefined;
  /** Commit that the patch was computed on. */
  readonly revision: string;
  /** Folder of the stack within the repository, or `.`. */
  readonly root: string;
  readonly intent: string;
  readonly message: CommitMessage;
  /** ISO 8601 UTC, from the evidence, so that the same plan gives the same commit. */
  readonly date: string;
  /**
   * Changes of the texts at `revision`, with paths below the root. Without any the commit changes
   * nothing.
   */
  readonly files: readonly FileChange[];
  /** Commit that Parley left on the branch, if that is still recorded. */
  readonly known?: string | undefined;
  /** Tips whose commits of people need no protection, because they are merged or given up. */
  readonly free: readonly string[];
}

/** Lines written by people that a patch would overwrite. */
export interface ProtectedLines {
  /** Path from the top of the repository. */
  readonly path: string;
  /** From 1; left out if the entire file is in conflict. */
  readonly lines?: { readonly from: number; readonly to: number };
  readonly commit: string;
  readonly author: string;
}

export type Pushed =
  | { readonly kind: 'pushed' | 'unchanged'; readonly commit: string }
  /** A file differs from what the patch was computed on, so it has to be recomputed. */
  | { readonly kind: 'base-moved'; readonly path: string }
  /** Commits of people conflict with the patch; they stay. Sorted. */
  | { readonly kind: 'protected'; readonly tip: string; readonly lines: readonly ProtectedLines[] }
  /** Somebody else created a branch of that name and committed to it. */
  | { readonly kind: 'taken'; readonly tip: string; readonly author: string }
  /** The branch moved in the meantime, so the branches have to be listed again. */
  | { readonly kind: 'stale' };

/** `kept`: people committed to it. `stale`: it moved or no longer exists. */
export type Removed = 'removed' | 'kept' | 'stale';

/** Changes that become commits of a branch, each on top of the one before. */
export interface CommitsRequest {
  /** Commit that the changes were computed on. */
  readonly revision: string;
  /** Folder that the paths are relative to, or `.`. */
  readonly root: string;
  readonly commits: readonly {
    readonly message: CommitMessage;
    readonly intent: string;
    readonly files: readonly FileChange[];
  }[];
  /** ISO 8601 UTC. */
  readonly date: string;
}

/** Branches of proposals in a remote repository. */
export interface GitPusher {
  /** Tips by branch name. */
  branches(target: PushTarget): Promise<Result<ReadonlyMap<string, string>>>;
  push(target: PushTarget, request: PushRequest): Promise<Result<Pushed>>;
  /** Makes commits in the copy, where nobody sees them yet. Returns their ids, in order. */
  commit(target: PushTarget, request: CommitsRequest): Promise<Result<readonly string[]>>;
  /**
   * Moves the branch that proposals are for from the base to a commit; false if it moved already.
   */
  advance(target: PushTarget, branch: string, commit: string): Promise<Result<boolean>>;
  /** The last commit, from the base backwards, that changed a file; undefined if none did. */
  lastChange(target: PushTarget, path: string): Promise<string | undefined>;
  /** Deletes a branch that nobody but Parley has committed to. */
  remove(target: PushTarget, branch: string, tip: string): Promise<Result<Removed>>;
  /** Stack and intent named by Parley's newest commit on a branch. */
  ownerOf(
    target: PushTarget,
    branch: string,
    tip: string,
  ): Promise<Result<{ readonly stack: string; readonly intent: string } | undefined>>;
}
