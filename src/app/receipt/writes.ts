import type { Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { Delivered } from '../run/deliver.ts';
import { writeDraft } from './drafts.ts';
import { keepReceipts, logHead } from './keep.ts';
import type { RunReceipts } from './run-receipts.ts';

/** Makes a receipt of each patch that has just been written into the files or onto a branch. */
export async function keepWrites(
  io: Io,
  dir: string,
  receipts: RunReceipts,
  { report, written }: Delivered,
  passed: readonly PatchedIntent[],
  by?: string,
): Promise<Result<unknown>> {
  const base = written.length === 0 ? undefined : await logHead(io, dir);
  const proposals = new Map(report.proposals.map((one) => [one.intent, one]));
  const drafts = written.map((patch) => {
    const proposal = proposals.get(patch.intent);
    const decisions = passed.find((one) => one.patch === patch)?.decisions ?? [];
    const where =
      proposal === undefined
        ? { at: io.now() }
        : { branch: proposal.branch, commit: proposal.commit };
    return writeDraft(patch, where, receipts.named(decisions).ids, { base, by });
  });
  return keepReceipts(io, dir, drafts);
}
