import type { Stack } from '../config/service/stacks.ts';
import type { Result } from '../model/result.ts';

/** The code of a stack at one commit, in a separate folder that nothing else changes. */
export interface Checkout {
  /** The commit, 40 hex digits. */
  readonly revision: string;
  /** The absolute path of the repository's top folder. */
  readonly top: string;
  /**
   * The absolute path of the root module, or of the folder with the manifests. It is inside the
   * repository, even after following links.
   */
  readonly root: string;
  /** Removes the folder. */
  readonly release: () => Promise<void>;
}

/** The identity of git over HTTP. The password is a secret. */
export interface GitCredential {
  readonly user: string;
  readonly password: string;
}

/** Copies of repositories. */
export interface Checkouts {
  /**
   * Fetches, and checks out the tip of the stack's branch, or `revision`. Fails with
   * `repository-unreachable`, `no-such-branch`, `no-such-root`, `root-outside`.
   */
  open(
    stack: Stack,
    options?: { readonly revision?: string; readonly signal?: AbortSignal },
  ): Promise<Result<Checkout>>;
  /**
   * Fetches, and returns the bare copy itself, in which commits are made before they are pushed.
   * Fails with `repository-unreachable`, `no-such-branch`.
   */
  mirror(stack: Stack, options?: { readonly signal?: AbortSignal }): Promise<Result<Mirror>>;
}

/** The bare copy of a repository. Other processes may fetch into it at the same time. */
export interface Mirror {
  /** The absolute path of the git directory. */
  readonly gitDir: string;
  /** The commit at the tip of the stack's branch, 40 hex digits. */
  readonly tip: string;
}
