import type { Drift } from '../../model/drift.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';

/**
 * Adds the drifts that can only be handled together with the chosen ones: members of the same
 * collection, which may be one member that moved, all drifts of a resource that is created or
 * deleted, and those of resources that belong to a created one.
 */
export function withBelonging(
  chosen: ReadonlySet<string>,
  drifts: readonly Drift[],
): ReadonlySet<string> {
  const found = new Set(chosen);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    const gone = drifts.filter(({ id }) => found.has(id));
    for (const drift of drifts) {
      if (gone.some((each) => belongs(drift, each))) found.add(drift.id);
    }
  }
  return found;
}

function belongs(drift: Drift, other: Drift): boolean {
  if (other.creation !== undefined && drift.creation?.parent === other.address) return true;
  if (drift.address !== other.address) return false;
  if (drift.path.length === 0 || other.path.length === 0) return true;
  const [home, otherHome] = [collectionOf(drift.path), collectionOf(other.path)];
  return home !== undefined && otherHome !== undefined && pathKey(home) === pathKey(otherHome);
}

/** The collection if the path refers to one of its members by content; otherwise undefined. */
function collectionOf(path: AttributePath): AttributePath | undefined {
  const at = path.findIndex((step) => typeof step === 'object');
  return at === -1 ? undefined : path.slice(0, at);
}
