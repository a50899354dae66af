import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { isAbsent, memberOf, type Node, type Pair } from './node.ts';
import { pairElements } from './pairs.ts';

/** A place that a rule speaks of, on both sides. */
export interface Spot extends Pair {
  /** What was passed on the way: the resource, then the pair behind each name of the path. */
  readonly scopes: readonly Pair[];
  /** Set where the place is in an element that only one side has, while the other has others. */
  readonly only?: 'before' | 'after';
}

/** Every place at `path`, one for each pair of elements of the repeated blocks on the way. */
export function spotsAt(root: Pair, path: readonly string[]): readonly Spot[] {
  const found: Spot[] = [];
  walk({ ...root, scopes: [root] }, path, 0, found);
  return found;
}

function walk(spot: Spot, path: readonly string[], depth: number, found: Spot[]): void {
  if (isAbsent(spot.before) && isAbsent(spot.after)) return;
  const name = path[depth];
  if (name === undefined) {
    found.push(spot);
    return;
  }
  if (isBlockList(spot.before) || isBlockList(spot.after)) {
    // A list that is hidden as a whole has no elements to pair.
    if (spot.before.unknown === true || spot.after.unknown === true) {
      found.push(spot);
      return;
    }
    for (const element of elementSpots(spot, path[depth - 1] ?? '', name)) {
      walk(element, path, depth, found);
    }
    return;
  }
  const joined = path.slice(depth).join('.');
  const whole = joined !== name && (has(spot.before, joined) || has(spot.after, joined));
  const next = whole ? joined : name;
  const pair = { before: memberOf(spot.before, next), after: memberOf(spot.after, next) };
  const scopes = [...spot.scopes, pair];
  walk({ ...spot, ...pair, scopes }, path, whole ? path.length : depth + 1, found);
}

/** The pairs of elements of a repeated block, each in the place of the block itself. */
export function elementSpots(spot: Spot, block: string, member?: string): readonly Spot[] {
  const others = !isAbsent(spot.before) && !isAbsent(spot.after);
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
