import type { Delivered } from './deliver.ts';

/** True when drift is left that neither the code nor an owner accounts for now. */
export function remains({ report, written }: Delivered): boolean {
  const settled = new Set(written.flatMap((patch) => patch.drifts));
  const { decisions, drifts, openDrifts = [] } = report;
  const found = new Set(drifts.map(({ id }) => id));
  // What nobody could look at in this run is open all the same.
  if (openDrifts.some(({ id }) => !found.has(id))) return true;
  return decisions.some(({ drift, verdict }) => verdict.outcome !== 'noop' && !settled.has(drift));
}
