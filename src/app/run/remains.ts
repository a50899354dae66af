import type { Delivered } from './deliver.ts';

/**
 * True when drift is left that neither the code nor an owner accounts for, when it is unknown what
 * calls changed on managed resources, when only the state has what a call set, or when an unmanaged resource that was changed affects a
 * managed one. Deleted unmanaged resources do not count.
 */
export function remains({ report, written }: Delivered): boolean {
  const settled = new Set(written.flatMap((patch) => patch.drifts));
  const {
    beside = [],
    decisions,
    drifts,
    openDrifts = [],
    openQuestions = [],
    unresolved,
  } = report;
  const found = new Set(drifts.map(({ id }) => id));
  // A drift that this run could not see is still open.
  if (openDrifts.some(({ id }) => !found.has(id))) return true;
  if (openQuestions.length > 0) return true;
  if (unresolved.some(({ code }) => code === 'in-state-only')) return true;
  if (beside.some(({ what }) => what === 'changed')) return true;
  return decisions.some(({ drift, verdict }) => verdict.outcome !== 'noop' && !settled.has(drift));
}
