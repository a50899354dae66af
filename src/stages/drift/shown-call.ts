import { canonicalJson, type Json } from '../../model/json.ts';
import { type AttributePath, overlaps } from '../../model/path.ts';
import type { HistorySnapshot, ValueHistory } from './history.ts';
import { childTree, findMask, type ValueTree } from './tree.ts';

/**
 * The index of the call whose result a read at `time` (ISO 8601 UTC) shows: the last one that
 * changed the value at `path`, if nothing else has shown that value since. The log may hide what
 * was set, or say it in other terms than the provider (an alias of a key, a version without its
 * patch level), so the read corrects it. Later reads that show something else show a change that is
 * not in the log.
 */
export function shownCall(
  { root, base, snapshots }: ValueHistory,
  path: AttributePath,
  time: string,
): number | undefined {
  const at = (tree: ValueTree | undefined): ValueTree | undefined => treeAt(tree, path, root);
  const isAbout = ({ paths }: HistorySnapshot): boolean =>
    paths.some((each) => overlaps(each, path));
  const call = snapshots.findLastIndex(
    (each, index) =>
      each.isLook !== true &&
      isAbout(each) &&
      !isSameTree(at(index === 0 ? base : snapshots[index - 1]?.tree), at(loggedTree(each))),
  );
  if (call === -1) return undefined;
  if (findMask(at(snapshots.at(-1)?.tree) ?? null) !== undefined) return call;
  const isShown = snapshots
    .slice(call + 1)
    .some((each) => each.isLook === true && each.time !== time && isAbout(each));
  return isShown ? undefined : call;
}

/** The value after a call according to the log, whatever a read has shown since. */
export function loggedTree({ logged, tree }: HistorySnapshot): ValueTree | undefined {
  return logged === undefined ? tree : logged.tree;
}

/** The snapshot with what a read showed, and with what the log said of a call. */
export function withShown(
  snapshot: HistorySnapshot,
  update: (tree: ValueTree | undefined) => ValueTree | undefined,
): HistorySnapshot {
  const tree = update(snapshot.tree);
  if (snapshot.isLook === true) return { ...snapshot, tree };
  return { ...snapshot, tree, logged: { tree: loggedTree(snapshot) } };
}

/** Members have no position, so a path that leads to one ends at the block around it. */
function treeAt(
  tree: ValueTree | undefined,
  path: AttributePath,
  root: AttributePath,
): ValueTree | undefined {
  let found = tree;
  for (const step of path.slice(root.length)) {
    if (typeof step === 'object') return found;
    found = childTree(found, step);
  }
  return found;
}

/** Hidden values are never known to be equal. */
function isSameTree(a: ValueTree | undefined, b: ValueTree | undefined): boolean {
  if (a === b) return true;
  if (findMask(a ?? null) !== undefined || findMask(b ?? null) !== undefined) return false;
  return canonicalJson((a ?? null) as Json) === canonicalJson((b ?? null) as Json);
}
