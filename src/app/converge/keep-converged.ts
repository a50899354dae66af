import { day, shiftTime } from '../../model/instant.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import type { CodeConvergence, ConvergeContext } from './deps.ts';

const year = 365 * day;
/** Files whose commit is looked up in one pass. The next pass continues with the rest. */
const maxLookups = 200;

/**
 * Records how far the code of each resource matches its declaration, with the commit it comes from.
 */
export async function keepConverged(
  { deps: { store, pusher, now }, settings: { tenant, name }, target }: ConvergeContext,
  standings: readonly CodeConvergence[],
): Promise<void> {
  const key = lastSeenKeys.converged(name);
  const before = (await store.lastSeen.get(tenant, key))?.value.resources ?? [];
  const known = new Map(before.map((one) => [keyOf(one), one.commit]));
  const resources: CodeConvergence[] = [];
  let lookups = 0;
  for (const one of standings) {
    let commit = one.commit ?? known.get(keyOf(one));
    if (one.standing === 'current' && commit === undefined && lookups < maxLookups) {
      lookups += 1;
      commit = await pusher.lastChange(target, one.path);
    }
    resources.push(commit === undefined ? one : { ...one, commit });
  }
  const at = now();
  const until = shiftTime(at, year);
  const value = { at, revision: target.base, resources };
  await store.lastSeen.put(tenant, key, { value, until });
}

/** Identifies a version in a place, which exactly one commit introduced. */
function keyOf({ name, path, standing, digest }: CodeConvergence): string {
  return JSON.stringify([name, path, standing, digest]);
}
