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

/** The changes that another stack of the branch wants in the code. */
export interface StackWishes {
  readonly stack: Pick<Stack, 'root' | 'var_files' | 'workspace'>;
  readonly goals: readonly Goal[];
}

/** The input of a stack's run in addition to its settings. */
export interface StackRunInput {
  readonly stack: Stack;
  readonly checkout: Checkout;
  readonly store: Store;
  readonly log: CollectedLog;
  readonly answers: readonly Answer[];
  readonly wishes: readonly StackWishes[];
  /** When the last run began, in ISO 8601 UTC; undefined before the first. */
  readonly lastRun?: string;
  /** True if all open drifts are to be read back, not only what events touched. */
  readonly confirms: boolean;
  /** Tells which receipts exist; left out if none are made. */
  readonly hasReceipts?: ReceiptLog['has'];
  readonly signal: AbortSignal;
}

export interface StackRun {
  readonly record: RunRecord;
  /** Intents whose patch passed its verification. */
  readonly patched: readonly PatchedIntent[];
  /** The events behind the drifts, sorted by time. */
  readonly evidence: readonly EvidenceLine[];
  readonly unexplained?: Unexplained;
  /** The drafts of its receipts; left out if none are made. */
  readonly receipts?: RunDrafts;
  /** What the web pages show of the run. */
  readonly shown?: ShownRun;
  /** Rules for the repository's policy that reviews support. */
  readonly rules?: readonly PlannedProposal[];
}

/** Reads, decides, patches and verifies like `parley scan`, with the data of the service. */
export type RunStack = (input: StackRunInput) => Promise<Result<StackRun>>;
