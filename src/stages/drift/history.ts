import type { DriftValue, Write } from '../../model/drift.ts';
import type { Change, Effect } from '../../model/effect.ts';
import { known } from '../../model/event.ts';
import { isJsonObject, type Json } from '../../model/json.ts';
import { type AttributePath, pathKey, startsWith } from '../../model/path.ts';
import { isLook } from './look.ts';
import { type MemberAlgebra, memberAlgebra } from './members.ts';
import { shownCall, withShown } from './shown-call.ts';
import {
  childTree,
  findMask,
  isBlankTree,
  isMask,
  isTreeArray,
  logValueTree,
  type ValueTree,
  withChild,
} from './tree.ts';
import type { Elements } from './types.ts';

/** A change of a value, as opposed to one of an entire resource. */
export type ValueChange = Extract<Change, { path: AttributePath }>;

/** A value change and the event it came from. */
export interface AddressMove {
  readonly event: string;
  readonly time: string;
  readonly change: ValueChange;
  /** True for a read that changed nothing and only shows the live value. */
  readonly isLook?: true;
}

/** The value at a root after one event. */
export interface HistorySnapshot {
  readonly event: string;
  readonly time: string;
  readonly tree: ValueTree | undefined;
  /** The value according to the log, if a read after the call showed another one. */
  readonly logged?: { readonly tree: ValueTree | undefined };
  /** The paths that the event set or showed. */
  readonly paths: readonly AttributePath[];
  readonly isLook?: true;
}

/** Everything that happened at and below one path. */
export interface ValueHistory {
  readonly root: AttributePath;
  readonly base: ValueTree | undefined;
  readonly snapshots: readonly HistorySnapshot[];
}

/** The value changes of an effect. Creating a known resource again sets its attributes. */
export function addressMovesOf(effect: Effect): readonly AddressMove[] {
  const moves = valueMoves(effect);
  return isLook(effect) ? moves.map((move) => ({ ...move, isLook: true })) : moves;
}

/** Effects in fold order, grouped by event. */
export function eventsIn(effects: readonly Effect[]): readonly (readonly Effect[])[] {
  const found: Effect[][] = [];
  for (const effect of effects) {
    const last = found.at(-1);
    if (last?.[0]?.event === effect.event) last.push(effect);
    else found.push([effect]);
  }
  return found;
}

function valueMoves({ event, time, change }: Effect): readonly AddressMove[] {
  switch (change.kind) {
    case 'delete':
      return [];
    case 'create':
      return attributeMoves(event, time, change.attributes);
    case 'set':
      if (change.path.length === 0 && change.value.kind === 'known') {
        return attributeMoves(event, time, change.value.value);
      }
      return [{ event, time, change }];
    default:
      return [{ event, time, change }];
  }
}

function attributeMoves(event: string, time: string, attributes: Json): readonly AddressMove[] {
  if (!isJsonObject(attributes)) return [];
  return Object.keys(attributes)
    .sort()
    .map((name) => ({
      event,
      time,
      change: { kind: 'set', path: [name], value: known(attributes[name] ?? null) },
    }));
}

/**
 * The writes of calls whose request the log leaves out, any of which may have changed anything
 * about the resource.
 */
export function hiddenWrites(moves: readonly AddressMove[]): readonly Write[] {
  const live: DriftValue = { kind: 'unknown', why: 'the log leaves out what the call changed' };
  return moves
    .filter(({ change }) => change.path.length === 0)
    .map(({ event, time }) => ({ event, time, value: live }));
}

/** The shortest paths that were changed; every other changed path lies inside one of them. */
export function driftRoots(moves: readonly AddressMove[]): readonly AttributePath[] {
  const paths = new Map<string, AttributePath>();
  for (const { change } of moves) {
    const root = beforeElement(change.path);
    if (root.length > 0) paths.set(pathKey(root), root);
  }
  const all = [...paths.values()].sort((a, b) => a.length - b.length);
  const roots: AttributePath[] = [];
  for (const path of all) {
    if (!roots.some((root) => startsWith(path, root))) roots.push(path);
  }
  return roots;
}

/** Whether an event names this place or one inside or around it, and not only the resource. */
export function isNamedResource(root: AttributePath, moves: readonly AddressMove[]): boolean {
  return moves.some(
    ({ change: { path } }) => path.length > 0 && (startsWith(path, root) || startsWith(root, path)),
  );
}

/**
 * Cuts the path before the first member: a member has no fixed place, so its changes count for the
 * block.
 */
function beforeElement(path: AttributePath): AttributePath {
  const index = path.findIndex((step) => typeof step === 'object');
  return index === -1 ? path : path.slice(0, index);
}

/** Folds the moves that touch `root` into its value, with one snapshot for each event. */
export function historyAt(
  root: AttributePath,
  base: ValueTree | undefined,
  moves: readonly AddressMove[],
  algebraAt: (path: AttributePath) => MemberAlgebra,
): ValueHistory {
  const snapshots: HistorySnapshot[] = [];
  let tree = base;
  for (const { event, time, change, isLook } of moves) {
    if (change.path.length > 0 && !startsWith(change.path, root)) continue;
    const update = (node: ValueTree | undefined): ValueTree | undefined =>
      applyHistoryChange(node, root, change, algebraAt);
    const own = { event, time, paths: [change.path], ...(isLook && { isLook }) };
    if (isLook) {
      const call = shownCall({ root, base, snapshots }, change.path, time);
      if (call !== undefined) {
        const corrected = snapshots.slice(call).map((each) => withShown(each, update));
        snapshots.splice(call, corrected.length, ...corrected);
      }
    }
    tree = update(tree);
    const last = snapshots.at(-1);
    if (last?.event === event) snapshots.pop();
    const paths = last?.event === event ? [...last.paths, change.path] : own.paths;
    snapshots.push({ ...own, tree, paths });
  }
  return { root, base, snapshots };
}

/**
 * The tree at `root` after a change at or below it; a change of the resource replaces it entirely.
 */
export function applyHistoryChange(
  tree: ValueTree | undefined,
  root: AttributePath,
  change: ValueChange,
  algebraAt: (path: AttributePath) => MemberAlgebra,
): ValueTree | undefined {
  const rest = change.path.slice(root.length);
  const update = (node: ValueTree | undefined): ValueTree =>
    change.kind === 'set' ? logValueTree(change.value) : changeMembers(node, change, algebraAt);
  return updateAt(tree, root, rest, update, algebraAt);
}

function changeMembers(
  node: ValueTree | undefined,
  change: Extract<ValueChange, { element: Json }>,
  algebraAt: (path: AttributePath) => MemberAlgebra,
): ValueTree {
  const mask = findMask(node ?? null);
  // Copied, so that the event counts as a change of something unknown.
  if (mask !== undefined) return { ...mask };
  const algebra = algebraAt(change.path);
  return algebra.write(algebra[change.kind](algebra.read(node), change.element));
}

function updateAt(
  tree: ValueTree | undefined,
  at: AttributePath,
  rest: AttributePath,
  update: (node: ValueTree | undefined) => ValueTree,
  algebraAt: (path: AttributePath) => MemberAlgebra,
): ValueTree {
  const [step, ...inner] = rest;
  if (step === undefined) return update(tree);
  const next = (node: ValueTree | undefined): ValueTree =>
    updateAt(node, [...at, step], inner, update, algebraAt);
  if (typeof step !== 'object') return withChild(tree, step, next(childTree(tree, step)));
  return updateMembers(tree, step.element, next, algebraAt(at));
}

function updateMembers(
  tree: ValueTree | undefined,
  element: Json,
  update: (node: ValueTree | undefined) => ValueTree,
  algebra: MemberAlgebra,
): ValueTree {
  if (isMask(tree)) return { ...tree };
  const items = isTreeArray(tree) ? tree : isBlankTree(tree) ? [] : [tree];
  const agrees = algebra.matcher(element);
  const matches = (item: ValueTree): boolean =>
    findMask(item) === undefined && agrees(item as Json);
  if (!items.some(matches)) return [...items, update(element)];
  return items.map((item) => (matches(item) ? update(item) : item));
}

/** Member algebras of one type, created once for each block. */
export function algebras(elements: Elements, type: string): (path: AttributePath) => MemberAlgebra {
  const made = new Map<string, MemberAlgebra>();
  return (path) => {
    const block = path.findLast((step) => typeof step === 'string') ?? '';
    const algebra = made.get(block) ?? memberAlgebra(elements, type, block);
    made.set(block, algebra);
    return algebra;
  };
}
