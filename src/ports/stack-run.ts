import type { Stack } from '../config/service/stacks.ts';
import type { Result } from '../model/result.ts';
import type { Goal } from '../stages/patch/types.ts';
import type { Checkout } from './checkouts.ts';
import type { EvidenceLine } from './evidence-line.ts';
import type { PatchedIntent } from './patched-intent.ts';
import type { ReceiptLog } from './receipt/receipt-log.ts';
import type { RunDrafts } from './receipt/run-drafts.ts';
import type { Answer } from './store/answer.ts';
import type { CollectedLog } from './store/collected.ts';
import type { PlannedProposal } from './store/planned-proposal.ts';
import type { RunRecord, Store } from './store/run-store.ts';
import type { Unexplained } from './store/seen-difference.ts';
import type { ShownRun } from './store/shown.ts';

/** What another stack of the branch wants of the code. */
export interface StackWishes {
  readonly stack: Pick<Stack, 'root' | 'var_files' | 'workspace'>;
  readonly goals: readonly Goal[];
}

/** What a run of a stack works on besides its settings. */
export interface StackRunInput {
  readonly stack: Stack;
  readonly checkout: Checkout;
  readonly store: Store;
  readonly log: CollectedLog;
  readonly answers: readonly Answer[];
  readonly wishes: readonly StackWishes[];
  /** ISO 8601 UTC: when the last run began; undefined before the first. */
  readonly lastRun?: string;
  /** Whether all that is open is to be read back, not only what events touched. */
  readonly confirms: boolean;
  /** Says which receipts there are; left out where none are made. */
  readonly hasReceipts?: ReceiptLog['has'];
  readonly signal: AbortSignal;
}

export interface StackRun {
  readonly record: RunRecord;
  /** Those whose patch passed its proof. */
  readonly patched: readonly PatchedIntent[];
  /** The events behind the drifts, by time. */
  readonly evidence: readonly EvidenceLine[];
  readonly unexplained?: Unexplained;
  /** What its receipts are made of; left out where none are made. */
  readonly receipts?: RunDrafts;
  /** What the web pages show of the run. */
  readonly shown?: ShownRun;
  /** For the policy of the repository: rules that reviews speak for. */
  readonly rules?: readonly PlannedProposal[];
}

/** Reads, decides, patches and proves: the same as `parley scan`, on what the service has. */
export type RunStack = (input: StackRunInput) => Promise<Result<StackRun>>;
