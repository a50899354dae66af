import type { Drift } from '../../../model/drift.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { replacedElements } from '../../../model/replaced-element.ts';
import { emptyNode, isEmptyNode, nodeElements, type Pair, type ValueNode } from './node.ts';
import { identityNode } from './same.ts';

/** One element of a repeated block, or of a list of scalars, on both sides. */
export interface ElementPair extends Pair {
  /** Set if only one side has it. */
  readonly only?: 'before' | 'after';
}

/** Members that identify the elements of a block, if they have one. */
const names = [
  'name',
  'rule_name',
  'rule_id',
  'id',
  'key',
  'device_name',
  'origin_id',
  'object_id',
  'region_name',
  'log_type',
  'mountPath',
  'mount_path',
];

export function isNameOfElements(member: string | undefined): boolean {
  return names.some((name) => name === member);
}

/** Blocks that occur only once, so that a new name is a change of the same block. */
const single: ReadonlySet<string> = new Set([
  'alias',
  'azuread_administrator',
  'encryption_key',
  'github',
  'launch_template',
  'roleRef',
  'role_ref',
  'service',
  'sku',
]);

/**
 * Pairs the elements of both sides: equal ones, those with the same name or port range, and of the
 * rest the most similar ones. Elements without a partner are alone. `member` is the member that a
 * rule uses: if that is the name itself and each side has one element, the name has changed.
 */
export function pairElements(
  { before, after }: Pair,
  block: string,
  member?: string,
): readonly ElementPair[] {
  const [old, now] = [nodeElements(before), nodeElements(after)];
  const isOne = old.length === 1 && now.length === 1;
  const named = !(isOne && (single.has(block) || isNameOfElements(member)));
  const left = indexElements(old, named);
  const right = indexElements(now, named);
  const pairs: ElementPair[] = [];
  for (const [key, mine] of left.keyed) {
    const theirs = right.keyed.get(key);
    pairs.push(theirs === undefined ? alone(mine, 'before') : { before: mine, after: theirs });
  }
  for (const [key, theirs] of right.keyed) {
    if (!left.keyed.has(key)) pairs.push(alone(theirs, 'after'));
  }
  return [...pairs, ...pairAlike(left.loose, right.loose)];
}

function alone(node: ValueNode, only: 'before' | 'after'): ElementPair {
  return only === 'before'
    ? { before: node, after: emptyNode, only }
    : { before: emptyNode, after: node, only };
}

/** Elements that a call put in the place of others: each of the others with its successor. */
export function replacedPairs(drifts: readonly Drift[]): readonly (readonly [Drift, Drift])[] {
  return replacedElements(drifts).flatMap(({ removed, added }) => pairedDrifts(removed, added));
}

/** Pairs removed and added elements of a block, each as a drift of its own. */
function pairedDrifts(
  removed: readonly Drift[],
  added: readonly Drift[],
): readonly (readonly [Drift, Drift])[] {
  const drifts = new Map<Json, Drift>();
  const side = (side: readonly Drift[], of: 'declared' | 'live'): ValueNode => ({
    ...emptyNode,
    value: side.flatMap((drift) => {
      const value = drift[of];
      if (value.kind !== 'value') return [];
      drifts.set(value.value, drift);
      return [value.value];
    }),
  });
  const block = removed[0]?.path.at(-2);
  const pairs = pairElements(
    { before: side(removed, 'declared'), after: side(added, 'live') },
    typeof block === 'string' ? block : '',
  );
  return pairs.flatMap(({ before, after }) => {
    const [old, now] = [before, after].map(({ value }) => value !== undefined && drifts.get(value));
    return old && now ? [[old, now] as const] : [];
  });
}

interface ElementIndex {
  readonly keyed: ReadonlyMap<string, ValueNode>;
  readonly loose: readonly ValueNode[];
}

function indexElements(nodes: readonly ValueNode[], named: boolean): ElementIndex {
  const keyed = new Map<string, ValueNode>();
  const loose: ValueNode[] = [];
  for (const node of nodes) {
    const key = keyOf(node.value, named);
    const known = key === undefined ? undefined : keyed.get(key);
    if (key === undefined) loose.push(node);
    else keyed.set(key, known === undefined ? node : merge(known, node));
  }
  return { keyed, loose };
}

function keyOf(value: Json | undefined, named: boolean): string | undefined {
  if (!isJsonObject(value)) return undefined;
  if (named) {
    const name = names.find((each) => isScalar(value[each]));
    if (name !== undefined) return `${name} ${identityNode(value[name] ?? null)}`;
  }
  if (!isScalar(value['from_port']) && !isScalar(value['to_port'])) return undefined;
  const range = ['protocol', 'ip_protocol', 'from_port', 'to_port', 'rule_no', 'action'];
  return `ports ${range.map((each) => identityNode(value[each] ?? null)).join(' ')}`;
}

function isScalar(value: Json | undefined): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Two rules for the same ports together allow what both list. */
function merge(a: ValueNode, b: ValueNode): ValueNode {
  if (!isJsonObject(a.value) || !isJsonObject(b.value)) return a;
  const value: Record<string, Json> = { ...b.value, ...a.value };
  for (const [name, mine] of Object.entries(a.value)) {
    const theirs = b.value[name];
    if (isJsonArray(mine) && isJsonArray(theirs)) value[name] = [...mine, ...theirs];
  }
  return { value, unknown: together(a.unknown, b.unknown), secret: together(a.secret, b.secret) };
}

/** Marks by index do not fit joined lists, so any mark applies to the entire element. */
function together(a: Json | undefined, b: Json | undefined): Json | undefined {
  return a === undefined && b === undefined ? undefined : [a ?? false, b ?? false];
}

/**
 * Above this number of pairs, elements are only compared for equality, since comparing all of them
 * would take too long.
 */
const maxCompared = 40_000;

function pairAlike(
  left: readonly ValueNode[],
  right: readonly ValueNode[],
): readonly ElementPair[] {
  const open = new Map(right.map((node, index) => [index, node] as const));
  const pairs: ElementPair[] = [];
  const rest = takeEqual(left, open, pairs);
  const lastTwo = left.length === 1 && right.length === 1;
  const paired = new Set<number>();
  for (const { i, j, score } of scoresOf(rest, open)) {
    const [mine, theirs] = [rest[i], open.get(j)];
    if (mine === undefined || theirs === undefined || paired.has(i)) continue;
    if (score === 0 && !lastTwo) continue;
    pairs.push({ before: mine, after: theirs });
    paired.add(i);
    open.delete(j);
  }
  const gone = rest.filter((_, i) => !paired.has(i)).map((node) => alone(node, 'before'));
  return [...pairs, ...gone, ...[...open.values()].map((node) => alone(node, 'after'))];
}

/** Moves elements that both sides have into `pairs`, and returns the rest of the first side. */
function takeEqual(
  left: readonly ValueNode[],
  open: Map<number, ValueNode>,
  pairs: ElementPair[],
): readonly ValueNode[] {
  const places = new Map<string, number[]>();
  for (const [index, node] of open) {
    const key = identityNode(node.value ?? null);
    const there = places.get(key);
    if (there === undefined) places.set(key, [index]);
    else there.push(index);
  }
  return left.filter((mine) => {
    const index = places.get(identityNode(mine.value ?? null))?.pop();
    const theirs = index === undefined ? undefined : open.get(index);
    if (index === undefined || theirs === undefined) return true;
    pairs.push({ before: mine, after: theirs });
    open.delete(index);
    return false;
  });
}

interface Score {
  readonly i: number;
  readonly j: number;
  readonly score: number;
}

/** The similarity of every two elements, most similar first. */
function scoresOf(
  left: readonly ValueNode[],
  right: ReadonlyMap<number, ValueNode>,
): readonly Score[] {
  if (left.length * right.size > maxCompared) return [];
  const theirs = [...right].map(([j, node]) => [j, traitsOf(node)] as const);
  return left
    .map(traitsOf)
    .flatMap((mine, i) => theirs.map(([j, traits]) => ({ i, j, score: alike(mine, traits) })))
    .sort((a, b) => b.score - a.score || a.i - b.i || a.j - b.j);
}

/** The members of an element as texts that are equal for values with the same meaning. */
function traitsOf({ value }: ValueNode): ReadonlyMap<string, string> {
  if (!isJsonObject(value)) return new Map();
  const members = Object.entries(value).filter(([, each]) => !isEmptyNode(each) && each !== false);
  return new Map(members.map(([name, each]) => [name, identityNode(each)]));
}

/** Members that refer to something count more than settings. */
function alike(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): number {
  let score = 0;
  for (const [name, trait] of a) {
    if (b.get(name) !== trait) continue;
    score += /(?:arn|_id|name|path|pattern|priority|type|location)$/.test(name) ? 3 : 1;
  }
  return score;
}
