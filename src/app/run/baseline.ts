import { resolve } from 'node:path';
import { hasStore, storeLocation } from '../../adapters/store/location.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { Memory } from '../../ports/store/memory.ts';
import type { ProofOptions, RunOptions } from './options.ts';
import type { ReadBackExtent } from './read-back.ts';

/**
 * Whether a run is the first look at a stack: because that was requested, or because none was made
 * of this state yet.
 */
export function isBaselineDue(
  { baseline, verify }: ProofOptions,
  { lineage }: Pick<TerraformState, 'lineage'>,
  memory: Memory | undefined,
): boolean {
  if (baseline === undefined || verify !== 'plan') return false;
  if (baseline === 'now') return true;
  const seen = memory?.state;
  return memory !== undefined && (seen?.baseline === undefined || seen.lineage !== lineage);
}

/** A baseline reads everything. Other runs read what is open, unless that has its own schedule. */
export function readBackScope({ all, confirm }: ProofOptions, isBaseline: boolean): ReadBackExtent {
  if (all === true || isBaseline) return 'everything';
  return confirm === false ? 'touched' : 'open';
}

/** A baseline serves later runs, so it needs a store that keeps it. */
export async function checkBaselineStore(
  io: Io,
  { project: { dir }, proof: { baseline } }: RunOptions,
): Promise<Result<void>> {
  if (baseline === undefined) return ok(undefined);
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  return (await hasStore(location)) ? ok(undefined) : fail(noStore);
}

const noStore: Problem = {
  code: 'baseline-without-store',
  message: 'A baseline is kept in the store, and there is none.',
  hint: 'Run `parley init` in the root module first, or name a server with PARLEY_STORE.',
};
