import type { Stack } from '../../config/service/stacks.ts';
import { ok, type Result } from '../../model/result.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { StackRun, StackRunInput } from '../../ports/stack-run.ts';
import { keepRunDrafts, type RunReceipts } from './run-receipts.ts';

interface StackReceiptDeps {
  readonly receipts: WithReceipts;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

/** Lets a run find out which receipts exist. */
export function hasReceiptsIn(
  { receipts }: Pick<StackReceiptDeps, 'receipts'>,
  tenant: string,
): Required<Pick<StackRunInput, 'hasReceipts'>> {
  return {
    async hasReceipts(ids) {
      const found = await receipts(tenant, async (log) => ok(await log.has(ids)));
      // Keeping the receipts then fails too, and reports why.
      if (!found.ok) return new Set();
      // Nothing is signed, so nothing needs a draft.
      return found.value ?? new Set(ids);
    },
  };
}

/**
 * Makes the receipts of what a run decided, before anything follows from it. Undefined where
 * nothing is signed, and where nothing new was decided.
 */
export async function keepStackReceipts(
  { receipts, now }: StackReceiptDeps,
  { tenant }: Stack,
  { record: { report }, receipts: drafts }: StackRun,
): Promise<Result<RunReceipts | undefined>> {
  if (drafts === undefined || drafts.drafts.length === 0) return ok(undefined);
  return receipts(tenant, (log) => keepRunDrafts(log, drafts, report.decisions, now()));
}
