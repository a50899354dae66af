import { type AttributePath, startsWith } from '../../model/path.ts';
import { isDerived } from '../../providers/traits/derived-attributes.ts';
import { type AddressMove, algebras, driftRoots, historyAt, isNamedResource } from './history.ts';
import { isSameSide } from './judge.ts';
import { type Overlay, overlay } from './live.ts';
import type { ManagedResources } from './report.ts';
import type { ValueTree } from './tree.ts';
import type { NetDriftInput, ReadResource } from './types.ts';

/** The places at which to judge a resource that was read back, and the live values there. */
export interface ReadBack {
  readonly overlay: Overlay;
  readonly roots: readonly AttributePath[];
}

/**
 * The places that events changed, plus the attributes whose value at the provider is not explained
 * by events. Undefined for a resource that was not read back.
 */
export function readBack(
  input: NetDriftInput,
  { address, type }: ManagedResources,
  moves: readonly AddressMove[],
): ReadBack | undefined {
  const read = input.live?.get(address);
  if (read === undefined || read.resource.kind === 'gone') return undefined;
  const hint = (path: AttributePath) => input.hint(type, path);
  const laid = overlay(read.resource, (path) => read.at(path), hint);
  const logged = driftRoots(moves);
  const unlogged = namesIn(read).filter((name) => {
    const root = [name];
    if (logged.some((path) => path.length === 1 && path[0] === name)) return false;
    if (isDerived(type, name) || hint(root)?.computedOnly === true) return false;
    return isUnlogged(input, { address, type }, root, moves, laid);
  });
  const roots = unlogged.map((name) => [name]);
  return {
    overlay: laid,
    roots: [...logged.filter((path) => !roots.some((root) => startsWith(path, root))), ...roots],
  };
}

/** Attributes in which something may have changed. */
function namesIn({ resource }: ReadResource): readonly string[] {
  if (resource.kind !== 'changed') return [];
  const secret = resource.secrets.flatMap(({ path: [name] }) =>
    typeof name === 'string' ? [name] : [],
  );
  return [...new Set([...Object.keys(resource.attributes), ...secret])].sort();
}

/**
 * Whether the value that the provider reads for a top-level attribute is neither the one before nor
 * the one after the events.
 */
function isUnlogged(
  input: NetDriftInput,
  { address, type }: ManagedResources,
  root: AttributePath,
  moves: readonly AddressMove[],
  laid: Overlay,
): boolean {
  const base = input.baseline(address, root);
  const { snapshots } = historyAt(root, base, moves, algebras(input.elements, type));
  const logged = snapshots.length === 0 ? base : snapshots.at(-1)?.tree;
  const live = laid.at(root, { base, logged, named: isNamedResource(root, moves) });
  const hint = input.hint(type, root);
  const sameAs = (tree: ValueTree | undefined) =>
    isSameSide(tree, live, { compares: 'value' }, hint);
  return !sameAs(base) && !sameAs(logged);
}
