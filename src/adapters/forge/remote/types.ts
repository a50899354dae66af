import type { FileChange } from '../../../model/patch.ts';
import type { Result } from '../../../model/result.ts';
import type { CommitMessage } from '../../../ports/forge/proposal.ts';
import type { RemoteCredential } from './run-git.ts';

/** A remote repository, and a bare copy of it in which commits are made. */
export interface PushTarget {
  /** Absolute path of the bare copy. It has the tip of the base. */
  readonly gitDir: string;
  /** Clone URL, without a user. */
  readonly url: string;
  readonly credential?: RemoteCredential | undefined;
  /** Commit at the tip of the branch that proposals are for. */
  readonly base: string;
  readonly signal?: AbortSignal | undefined;
}

/** A change that is to be on a branch. */
export interface PushRequest {
  readonly branch: string;
  /** Tip of the branch as it was listed; undefined where there is none. It is moved from there only. */
  readonly tip: string | undefined;
  /** Commit that the patch was computed on. */
  readonly revision: string;
  /** Folder of the stack within the repository, or `.`. */
  readonly root: string;
  readonly intent: string;
  readonly message: CommitMessage;
  /** ISO 8601 UTC, from the evidence, so that the same plan is the same commit. */
  readonly date: string;
  /** Of the texts at `revision`; paths below the root. Without any the commit changes nothing. */
  readonly files: readonly FileChange[];
  /** Commit that Parley left on the branch, as far as it remembers. */
  readonly known?: string | undefined;
  /** Tips whose commits of people need no protection: merged, or given up. */
  readonly free: readonly string[];
}

/** Lines of people that a patch would overwrite. */
export interface ProtectedLines {
  /** From the top of the repository. */
  readonly path: string;
  /** From 1; left out where a whole file is in question. */
  readonly lines?: { readonly from: number; readonly to: number };
  readonly commit: string;
  readonly author: string;
}

export type Pushed =
  | { readonly kind: 'pushed' | 'unchanged'; readonly commit: string }
  /** A file differs from what the patch was computed from: it has to be recomputed. */
  | { readonly kind: 'base-moved'; readonly path: string }
  /** Commits of people do not go together with the patch; they stay. Sorted. */
  | { readonly kind: 'protected'; readonly tip: string; readonly lines: readonly ProtectedLines[] }
  /** Somebody else made a branch of that name, with work on it. */
  | { readonly kind: 'taken'; readonly tip: string; readonly author: string }
  /** The branch moved in the meantime: list the branches again. */
  | { readonly kind: 'stale' };

/** `kept`: people committed to it. `stale`: it moved, or is gone. */
export type Removed = 'removed' | 'kept' | 'stale';

/** Changes that become commits of a branch, one behind the other. */
export interface CommitsRequest {
  /** Commit that the changes were computed on. */
  readonly revision: string;
  /** Folder that paths are below, or `.`. */
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
  /** Tips by name of branch. */
  branches(target: PushTarget): Promise<Result<ReadonlyMap<string, string>>>;
  push(target: PushTarget, request: PushRequest): Promise<Result<Pushed>>;
  /** Makes commits in the copy, which nobody sees yet; their ids, in order. */
  commit(target: PushTarget, request: CommitsRequest): Promise<Result<readonly string[]>>;
  /** Moves the branch that proposals are for from the base to a commit; false where it moved already. */
  advance(target: PushTarget, branch: string, commit: string): Promise<Result<boolean>>;
  /** The commit before the base that changed a file last; undefined where none did. */
  lastChange(target: PushTarget, path: string): Promise<string | undefined>;
  /** Deletes a branch that nobody but Parley has committed to. */
  remove(target: PushTarget, branch: string, tip: string): Promise<Result<Removed>>;
  /** Stack and intent that Parley's newest commit on a branch names. */
  ownerOf(
    target: PushTarget,
    branch: string,
    tip: string,
  ): Promise<Result<{ readonly stack: string; readonly intent: string } | undefined>>;
}
