import type { Stack } from '../../config/service/stacks.ts';
import type { Result } from '../../model/result.ts';
import type { Checkout, Checkouts } from '../../ports/checkouts.ts';
import type { Store } from '../../ports/store/run-store.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { FoundChange } from '../../stages/guard/types.ts';

/** What a branch would do to whatever is open, delegated and declared in a stack. */
export interface BranchJudgment {
  /** Whether the branch changes any file of the stack's code. */
  readonly touches: boolean;
  /** Whether anything is open, delegated or declared in the stack at all. */
  readonly isWatched: boolean;
  readonly found: readonly FoundChange[];
}

export interface BranchInput {
  readonly stack: Stack;
  readonly base: Checkout;
  readonly head: Checkout;
  readonly store: Store;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** Compares the code of two branches, without running any of it. */
export type JudgeBranch = (input: BranchInput) => Promise<Result<BranchJudgment>>;

export interface GuardDeps {
  readonly store: Pick<ServiceStore, 'project' | 'lastSent'>;
  readonly checkouts: Pick<Checkouts, 'open'>;
  readonly judge: JudgeBranch;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

/** A pull request of somebody else. */
export interface GuardedPull {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
}
