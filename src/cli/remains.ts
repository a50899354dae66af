import type { Delivered } from './deliver.ts';

/** True when drift is left that neither the code nor an owner accounts for now. */
export function remains({ report, written }: Delivered): boolean {
  const settled = new Set(written.flatMap((patch) => patch.drifts));
  return report.decisions.some(
    ({ drift, verdict }) => verdict.outcome !== 'noop' && !settled.has(drift),
  );
}
