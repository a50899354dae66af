import type { Forges, StackForge } from '../../adapters/forge/create.ts';
import type { GitPusher, PushTarget } from '../../adapters/forge/remote/types.ts';
import type { Stack } from '../../config/service/stacks.ts';
import type { Result } from '../../model/result.ts';
import type { Checkouts } from '../../ports/checkouts.ts';
import type { CurrentProposal } from '../../ports/forge/proposals.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { StoredRun } from '../../ports/store/run-store.ts';
import type { RunHead, ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { ProposalPlace } from '../feedback/deps.ts';

export interface ProposeDeps {
  readonly store: Pick<
    ServiceStore,
    'runs' | 'proposals' | 'drifts' | 'outbox' | 'project' | 'leases'
  >;
  readonly stackOf: (key: StackKey) => Stack | undefined;
  readonly forges: Forges;
  readonly checkouts: Pick<Checkouts, 'mirror'>;
  readonly pusher: GitPusher;
  /** Handles what people did to a proposal since the last pass; `by` names the caller. */
  readonly handleProposal: (
    place: ProposalPlace,
    standing: CurrentProposal,
    by: string,
  ) => Promise<Result<void>>;
  readonly receipts: WithReceipts;
  /** Checks the pull requests of others again. */
  readonly guard: (stack: Stack, forge: StackForge, signal: AbortSignal) => Promise<Result<void>>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

/** The latest run of a stack, whose plans are proposed on its forge. */
export interface ProposeContext {
  readonly deps: ProposeDeps;
  readonly key: StackKey;
  readonly stack: Stack;
  readonly forge: StackForge;
  readonly run: StoredRun & RunHead;
  /** Commit of the code that the run read. */
  readonly revision: string;
  readonly target: PushTarget;
  /** The person who asked for this, if any. */
  readonly by: string | undefined;
  /** Tips of the branches of proposals, listed before `isLatest` is called. */
  readonly tips: ReadonlyMap<string, string>;
  /** False when there is a newer run: the plans of this one then no longer count. */
  readonly isLatest: () => Promise<boolean>;
}
