import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { isAbsent, isHiddenWhole, memberOf, type Node, type Pair } from './node.ts';
import { isNameOfElements, pairElements } from './pairs.ts';

/** A place that a rule speaks of, on both sides. */
export interface Spot extends Pair {
  /** What was passed on the way: the resource, then the pair behind each name of the path. */
  readonly scopes: readonly Pair[];
  /** Set where the place is in an element that only one side has, while the other has others. */
  readonly only?: 'before' | 'after';
}

/** Every place at a path, one for each pair of elements of the repeated blocks on the way. */
export type SpotFinder = (path: readonly string[]) => readonly Spot[];

/** Finds the places of one resource; what paths have in common is looked at once. */
export function spotFinder(root: Pair): SpotFinder {
  const known = new Map<string, readonly Spot[]>();
  const keep = (key: string, make: () => readonly Spot[]) => {
    const spots = known.get(key) ?? make();
    known.set(key, spots);
    return spots;
  };
  /** The places behind some names, repeated blocks as wholes. */
  const behind = (path: readonly string[]): readonly Spot[] => {
    const name = path.at(-1);
    if (name === undefined) return [{ ...root, scopes: [root] }];
    return keep(`at ${path.join('\n')}`, () =>
      within(path.slice(0, -1), name).flatMap((spot) => enter(spot, name)),
    );
  };
  /** The same with the elements of repeated blocks in their place, for a rule on one of their members. */
  const within = (path: readonly string[], member: string): readonly Spot[] => {
    const kind = isNameOfElements(member) ? member : '';
    return keep(`in ${kind} ${path.join('\n')}`, () =>
      behind(path).flatMap((spot) => expand(spot, path.at(-1) ?? '', member)),
    );
  };
  return (path) => [...behind(path), ...dottedKeys(path, within)];
}

/** Keys of maps may have dots, which look like the names of a path. */
function dottedKeys(
  path: readonly string[],
  within: (path: readonly string[], member: string) => readonly Spot[],
): readonly Spot[] {
  return path.slice(0, -1).flatMap((name, depth) => {
    const key = path.slice(depth).join('.');
    const maps = within(path.slice(0, depth), name);
    return maps
      .filter((spot) => has(spot.before, key) || has(spot.after, key))
      .flatMap((spot) => enter(spot, key));
  });
}

function enter(spot: Spot, name: string): readonly Spot[] {
  if (isHiddenList(spot)) return [spot];
  const pair = { before: memberOf(spot.before, name), after: memberOf(spot.after, name) };
  if (isAbsent(pair.before) && isAbsent(pair.after)) return [];
  return [{ ...spot, ...pair, scopes: [...spot.scopes, pair] }];
}

function expand(spot: Spot, block: string, member: string): readonly Spot[] {
  if (!isBlockList(spot.before) && !isBlockList(spot.after)) return [spot];
  return isHiddenList(spot) ? [spot] : elementSpots(spot, block, member);
}

/** A list that is hidden as a whole has no elements to pair. */
function isHiddenList({ before, after }: Pair): boolean {
  if (!isHiddenWhole(before) && !isHiddenWhole(after)) return false;
  return isBlockList(before) || isBlockList(after);
}

/** Blocks whose elements make one thing together: where the step that asks for a login goes, it is gone. */
const chains: ReadonlySet<string> = new Set(['action', 'default_action']);

/** The pairs of elements of a repeated block, each in the place of the block itself. */
export function elementSpots(spot: Spot, block: string, member?: string): readonly Spot[] {
  const others = !chains.has(block) && !isAbsent(spot.before) && !isAbsent(spot.after);
  return pairElements(inLists(spot), block, member).map(({ before, after, only }): Spot => {
    const pair = { before, after };
    const scopes = [...spot.scopes.slice(0, -1), pair];
    const alone = spot.only ?? (others ? only : undefined);
    return { ...pair, scopes, ...(alone !== undefined && { only: alone }) };
  });
}

/** One is as good as a list of one. */
function inLists({ before, after }: Pair): Pair {
  return { before: inList(before), after: inList(after) };
}

function inList(node: Node): Node {
  if (!isJsonObject(node.value)) return node;
  const list = (mark: Json | undefined) => (mark === undefined ? undefined : [mark]);
  return { value: [node.value], unknown: list(node.unknown), secret: list(node.secret) };
}

function isBlockList({ value }: Node): boolean {
  return isJsonArray(value) && value.some(isJsonObject);
}

function has({ value }: Node, name: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, name);
}
