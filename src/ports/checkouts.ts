import type { Stack } from '../config/service/stacks.ts';
import type { Result } from '../model/result.ts';

/** The code of a stack at one commit, in a folder of its own that nobody else changes. */
export interface Checkout {
  /** The commit, 40 hex digits. */
  readonly revision: string;
  /** Absolute: the top of the repository. */
  readonly top: string;
  /** Absolute: the root module, or the folder with the manifests. It is inside of the repository, links followed. */
  readonly root: string;
  /** Removes the folder. */
  readonly release: () => Promise<void>;
}

/** Who git says it is, over HTTP. The password is a secret. */
export interface GitCredential {
  readonly user: string;
  readonly password: string;
}

/** Copies of repositories. */
export interface Checkouts {
  /**
   * Fetches, and lays out the tip of the stack's branch, or `revision`. Fails with
   * `repository-unreachable`, `no-such-branch`, `no-such-root`, `root-outside`.
   */
  open(
    stack: Stack,
    options?: { readonly revision?: string; readonly signal?: AbortSignal },
  ): Promise<Result<Checkout>>;
  /**
   * Fetches, and answers with the bare copy itself: where a commit is made before it is pushed.
   * Fails with `repository-unreachable`, `no-such-branch`.
   */
  mirror(stack: Stack, options?: { readonly signal?: AbortSignal }): Promise<Result<Mirror>>;
}

/** The bare copy of a repository. Others fetch into it at the same time. */
export interface Mirror {
  /** Absolute path of the git directory. */
  readonly gitDir: string;
  /** Commit at the tip of the stack's branch, 40 hex digits. */
  readonly tip: string;
}
