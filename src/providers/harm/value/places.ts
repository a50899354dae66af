import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { isAbsent, isHiddenWhole, memberNode, type Pair, type ValueNode } from './node.ts';
import { isNameOfElements, pairElements } from './pairs.ts';

/** A place that a rule applies to, on both sides. */
export interface ChangedPlace extends Pair {
  /** The steps to the place: the resource, then the pair for each name in the path. */
  readonly scopes: readonly Pair[];
  /**
   * Set if the place is in an element that only one side has, while the other side has other
   * elements.
   */
  readonly only?: 'before' | 'after';
}

/** Finds every place at a path: one for each pair of elements in the repeated blocks on the way. */
export type PlaceFinder = (path: readonly string[]) => readonly ChangedPlace[];

/** Finds the places of one resource. The results for common parts of paths are cached. */
export function placeFinder(root: Pair): PlaceFinder {
  const known = new Map<string, readonly ChangedPlace[]>();
  const keep = (key: string, make: () => readonly ChangedPlace[]) => {
    const places = known.get(key) ?? make();
    known.set(key, places);
    return places;
  };
  /** The places at a path, with repeated blocks as a whole. */
  const behind = (path: readonly string[]): readonly ChangedPlace[] => {
    const name = path.at(-1);
    if (name === undefined) return [{ ...root, scopes: [root] }];
    return keep(`at ${path.join('\n')}`, () =>
      within(path.slice(0, -1), name).flatMap((place) => enter(place, name)),
    );
  };
  /**
   * The same with the elements of repeated blocks in place of the blocks, for a rule on one of
   * their members.
   */
  const within = (path: readonly string[], member: string): readonly ChangedPlace[] => {
    const kind = isNameOfElements(member) ? member : '';
    return keep(`in ${kind} ${path.join('\n')}`, () =>
      behind(path).flatMap((place) => expand(place, path.at(-1) ?? '', member)),
    );
  };
  return (path) => [...behind(path), ...dottedKeys(path, within)];
}

/** Keys of maps may contain dots, which look like names of a path. */
function dottedKeys(
  path: readonly string[],
  within: (path: readonly string[], member: string) => readonly ChangedPlace[],
): readonly ChangedPlace[] {
  return path.slice(0, -1).flatMap((name, depth) => {
    const key = path.slice(depth).join('.');
    const maps = within(path.slice(0, depth), name);
    return maps
      .filter((place) => has(place.before, key) || has(place.after, key))
      .flatMap((place) => enter(place, key));
  });
}

function enter(place: ChangedPlace, name: string): readonly ChangedPlace[] {
  if (isHiddenList(place)) return [place];
  const pair = { before: memberNode(place.before, name), after: memberNode(place.after, name) };
  if (isAbsent(pair.before) && isAbsent(pair.after)) return [];
  return [{ ...place, ...pair, scopes: [...place.scopes, pair] }];
}

function expand(place: ChangedPlace, block: string, member: string): readonly ChangedPlace[] {
  if (!isBlockList(place.before) && !isBlockList(place.after)) return [place];
  return isHiddenList(place) ? [place] : elementPlaces(place, block, member);
}

/** A list that is hidden entirely has no elements to pair. */
function isHiddenList({ before, after }: Pair): boolean {
  if (!isHiddenWhole(before) && !isHiddenWhole(after)) return false;
  return isBlockList(before) || isBlockList(after);
}

/**
 * Blocks whose elements form a chain: if the step that requires a login is removed, nothing
 * replaces it.
 */
const chains: ReadonlySet<string> = new Set(['action', 'default_action']);

/** The pairs of elements in a repeated block, each in place of the block. */
export function elementPlaces(
  place: ChangedPlace,
  block: string,
  member?: string,
): readonly ChangedPlace[] {
  const others = !chains.has(block) && !isAbsent(place.before) && !isAbsent(place.after);
  return pairElements(inLists(place), block, member).map(
    ({ before, after, only }): ChangedPlace => {
      const pair = { before, after };
      const scopes = [...place.scopes.slice(0, -1), pair];
      const alone = place.only ?? (others ? only : undefined);
      return { ...pair, scopes, ...(alone !== undefined && { only: alone }) };
    },
  );
}

/** A single block counts as a list of one. */
function inLists({ before, after }: Pair): Pair {
  return { before: inList(before), after: inList(after) };
}

function inList(node: ValueNode): ValueNode {
  if (!isJsonObject(node.value)) return node;
  const list = (mark: Json | undefined) => (mark === undefined ? undefined : [mark]);
  return { value: [node.value], unknown: list(node.unknown), secret: list(node.secret) };
}

function isBlockList({ value }: ValueNode): boolean {
  return isJsonArray(value) && value.some(isJsonObject);
}

function has({ value }: ValueNode, name: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, name);
}
