import { compareInstants } from '../../model/instant.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import type { Memory } from '../../ports/store/memory.ts';

/**
 * A delegation that an earlier run granted, whether or not it is in the code yet. Its term starts
 * at that time: deciding on the same drift again neither extends it nor lets it end before it
 * began. `verdict.granted` of a report is the `at` of the next run.
 */
export interface Granted {
  readonly address: string;
  readonly path: AttributePath;
  /** Principal of the owner: `actor.principal` of the intent. */
  readonly owner: string;
  /** ISO 8601 UTC: start of the run that granted it. */
  readonly at: string;
}

/** The delegations of drifts that are open since earlier runs. */
export function grantedIn(memory: Memory | undefined): readonly Granted[] {
  return (memory?.open ?? []).flatMap(({ address, path, verdicts }) =>
    verdicts.flatMap(({ owner, granted: at }) =>
      owner === undefined || at === undefined ? [] : [{ address, path, owner, at }],
    ),
  );
}

/**
 * Returns when a field was delegated to an owner. The newest of several grants counts, since a
 * later one was only made after the term of the previous one had ended.
 */
export function decidedGrants(
  granted: readonly Granted[] = [],
): (address: string, path: AttributePath, owner: string) => string | undefined {
  const newest = new Map<string, string>();
  for (const { address, path, owner, at } of granted) {
    const key = keyOf(address, path, owner);
    const other = newest.get(key);
    if (other === undefined || compareInstants(at, other) > 0) newest.set(key, at);
  }
  return (address, path, owner) => newest.get(keyOf(address, path, owner));
}

function keyOf(address: string, path: AttributePath, owner: string): string {
  return JSON.stringify([address, pathKey(path), owner]);
}
