import type { Stack } from '../../config/service/stacks.ts';
import type { Problem, Result } from '../../model/result.ts';
import type { Checkouts } from '../../ports/checkouts.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { RunStack, StackRun } from '../../ports/stack-run.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { LookRequest } from '../feedback/look.ts';
import type { RunReceipts } from '../receipt/run-receipts.ts';

export interface ReconcileDeps {
  readonly store: Pick<
    ServiceStore,
    | 'project'
    | 'collected'
    | 'runs'
    | 'proposals'
    | 'drifts'
    | 'answers'
    | 'leases'
    | 'claims'
    | 'lastSent'
    | 'lastSeen'
    | 'outbox'
    | 'shown'
  >;
  /** The stacks of all tenants. */
  readonly stacks: readonly Stack[];
  readonly checkouts: Pick<Checkouts, 'open'>;
  readonly run: RunStack;
  readonly plan: (
    run: StackRun,
    stack: Stack,
    receipts?: RunReceipts,
  ) => readonly PlannedProposal[];
  readonly receipts: WithReceipts;
  /** Handles what people did on the forge of a stack since the last pass; `by` names the caller. */
  readonly look: (stack: Stack, ask: LookRequest) => Promise<Result<void>>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Called for the log. */
  readonly onEvent: (news: ReconcileEvent) => void;
}

/** The outcome of a job. */
export type ReconcileEvent = StackKey &
  (
    | { readonly kind: 'unknown-stack' }
    /** Another run is in progress, and a further one follows it. */
    | { readonly kind: 'busy' }
    /** The forge could not be read; the run continues without it. */
    | { readonly kind: 'unhandled'; readonly problem: Problem }
    /** The scan failed. */
    | { readonly kind: 'failed'; readonly problem: Problem }
    /** The process of the run was killed. The run is tried once more. */
    | { readonly kind: 'lost'; readonly problem: Problem }
    /** The stack is no longer scanned; `isNew` where that begins now. */
    | { readonly kind: 'set-aside'; readonly problem: Problem; readonly isNew: boolean }
    | {
        readonly kind: 'recorded';
        readonly run: string;
        readonly drifts: number;
        readonly planned: number;
        /** Number of calls that the catalog does not know. */
        readonly unknown: number;
        /** False when the result is the same as that of the previous run. */
        readonly isNews: boolean;
      }
  );

export type ReconcileJob = Jobs['reconcile'];
