import type { Delivered } from './deliver.ts';

/**
 * True when drift is left that neither the code nor an owner accounts for now, when it is unknown what
 * calls on what is managed changed, or when something changed that is not managed, on what is. What
 * was deleted there is not left.
 */
export function remains({ report, written }: Delivered): boolean {
  const settled = new Set(written.flatMap((patch) => patch.drifts));
  const { beside = [], decisions, drifts, openDrifts = [], openQuestions = [] } = report;
  const found = new Set(drifts.map(({ id }) => id));
  // What nobody could look at in this run is open all the same.
  if (openDrifts.some(({ id }) => !found.has(id))) return true;
  if (openQuestions.length > 0) return true;
  if (beside.some(({ what }) => what === 'changed')) return true;
  return decisions.some(({ drift, verdict }) => verdict.outcome !== 'noop' && !settled.has(drift));
}
