import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import type { CodeStanding, ConvergeScope } from './deps.ts';

const year = 365 * 86_400_000;
/** Files of which a look finds out the commit; the next look goes on. */
const maxLookups = 200;

/** Puts down how the code of each resource stands, with the commit that it is from. */
export async function keepConverged(
  { deps: { store, pusher, now }, settings: { tenant, name }, target }: ConvergeScope,
  standings: readonly CodeStanding[],
): Promise<void> {
  const key = lastSeenKeys.converged(name);
  const before = (await store.lastSeen.get(tenant, key))?.value.resources ?? [];
  const known = new Map(before.map((one) => [keyOf(one), one.commit]));
  const resources: CodeStanding[] = [];
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
  const until = new Date(Date.parse(at) + year).toISOString();
  const value = { at, revision: target.base, resources };
  await store.lastSeen.put(tenant, key, { value, until });
}

/** A version at a place, which one commit put there. */
function keyOf({ name, path, standing, digest }: CodeStanding): string {
  return JSON.stringify([name, path, standing, digest]);
}
