import type { Json } from '../../model/json.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import { type MemberAlgebra, type Members, memberIdentity } from './members.ts';
import {
  childTree,
  findMask,
  isBlankTree,
  isMask,
  isTreeArray,
  isTreeObject,
  type TreeMask,
  type ValueTree,
} from './tree.ts';
import type { AttributeHint } from './types.ts';

/** The smallest part of a value that is reported separately, through all versions of the value. */
export interface ValueLeaf {
  readonly path: AttributePath;
  /**
   * `presence`: a member without identity, which exists or does not. `member`: a member or a value
   * inside it, for which false, 0 and absent are the same.
   */
  readonly compares: 'value' | 'presence' | 'member';
  readonly versions: Versions;
}

export interface Versions {
  readonly base: ValueTree | undefined;
  /** The value after each snapshot of the history, in its order. */
  readonly steps: readonly (ValueTree | undefined)[];
  /** The same as the log says it, if a read corrected it. */
  readonly logged?: readonly (ValueTree | undefined)[] | undefined;
  readonly declared: ValueTree | undefined;
  /** The final value for each other order in which the events may have happened. */
  readonly others: readonly (ValueTree | undefined)[];
}

export interface LeafContext {
  hint(path: AttributePath): AttributeHint | undefined;
  algebraAt(path: AttributePath): MemberAlgebra;
  /** Paths (`pathKey`) at which an event added or removed members. */
  readonly memberPaths: ReadonlySet<string>;
}

/**
 * Splits a value into the parts that have a meaning of their own: map keys, attributes of blocks
 * that exist on all sides, members of sets, and attributes of members with an identity.
 */
export function valueLeaves(
  context: LeafContext,
  path: AttributePath,
  versions: Versions,
): readonly ValueLeaf[] {
  const live = versions.steps.at(-1);
  const whole: ValueLeaf = { path, compares: 'value', versions };
  if (isMask(live)) return [whole, ...knownInside(context, path, versions, live)];
  const all = allVersions(versions);
  if (all.every((tree) => isTreeArray(tree) || isBlankTree(tree) || isMask(tree))) {
    if (isSet(context, path)) {
      // Members are identified by their content.
      return context.hint(path)?.sensitive === true
        ? [{ ...whole, versions: hiddenMembers(context, path, versions) }]
        : memberLeaves(context, path, versions);
    }
    if (sameLength(all)) return listLeaves(context, path, versions);
  }
  const keyed = isFilledObject(versions.base) || isFilledObject(versions.declared);
  const objects = all.every((tree) => isTreeObject(tree) || isBlankTree(tree) || isMask(tree));
  return keyed && objects ? keyLeaves(context, path, versions) : [whole];
}

function isSet(context: LeafContext, path: AttributePath): boolean {
  return (
    context.hint(path)?.collection === 'set' ||
    context.memberPaths.has(pathKey(path)) ||
    context.algebraAt(path).rule !== undefined
  );
}

function isFilledObject(tree: ValueTree | undefined): boolean {
  return isTreeObject(tree) && !isBlankTree(tree);
}

/**
 * The parts that were set after the value around them was hidden. The hidden remainder is reported
 * once, as one leaf.
 */
function knownInside(
  context: LeafContext,
  path: AttributePath,
  versions: Versions,
  live: TreeMask,
): readonly ValueLeaf[] {
  return [...live.inside.values()].flatMap(({ step, value }) => {
    if (typeof step === 'object') return [];
    const inner = mapVersions(versions, (tree) => childTree(tree, step));
    return isMask(value)
      ? knownInside(context, [...path, step], inner, value)
      : valueLeaves(context, [...path, step], inner);
  });
}

function childLeaves(
  context: LeafContext,
  path: AttributePath,
  versions: Versions,
  step: string | number,
): readonly ValueLeaf[] {
  return valueLeaves(
    context,
    [...path, step],
    mapVersions(versions, (tree) => childTree(tree, step)),
  );
}

function keyLeaves(
  context: LeafContext,
  path: AttributePath,
  versions: Versions,
): readonly ValueLeaf[] {
  const keys = new Set<string>();
  for (const tree of allVersions(versions)) {
    if (isTreeObject(tree)) for (const key of Object.keys(tree)) keys.add(key);
  }
  return [...keys].sort().flatMap((key) => childLeaves(context, path, versions, key));
}

/** Blocks in a list correspond by index only as long as none was added or removed. */
function sameLength(all: readonly (ValueTree | undefined)[]): boolean {
  const lists = all.filter((tree) => !isMask(tree));
  const length = isTreeArray(lists[0]) ? lists[0].length : 0;
  return (
    length > 0 &&
    lists.every((list) => isTreeArray(list) && list.length === length && list.every(isTreeObject))
  );
}

function listLeaves(
  context: LeafContext,
  path: AttributePath,
  versions: Versions,
): readonly ValueLeaf[] {
  const list = versions.steps.at(-1);
  const indexes = isTreeArray(list) ? list.keys() : [];
  return [...indexes].flatMap((index) => childLeaves(context, path, versions, index));
}

/** Replaces members by their identities, for values that are compared but never shown. */
function hiddenMembers(context: LeafContext, path: AttributePath, versions: Versions): Versions {
  const algebra = context.algebraAt(path);
  return mapVersions(versions, (tree) =>
    findMask(tree ?? null) === undefined ? [...algebra.read(tree).keys()].sort() : tree,
  );
}

function memberLeaves(
  context: LeafContext,
  path: AttributePath,
  versions: Versions,
): readonly ValueLeaf[] {
  const algebra = context.algebraAt(path);
  const read = new Map<ValueTree | undefined, Members | TreeMask>();
  const membersOf = (tree: ValueTree | undefined): Members | TreeMask => {
    const found = read.get(tree) ?? findMask(tree ?? null) ?? algebra.read(tree);
    read.set(tree, found);
    return found;
  };
  const all = [versions.declared, ...allVersions(versions)].map(membersOf);
  const first = new Map<string, Json>();
  for (const members of all) {
    if (isMembers(members)) for (const [key, m] of members) if (!first.has(key)) first.set(key, m);
  }
  return [...first.keys()].sort().flatMap((key) => {
    const member = first.get(key) ?? null;
    const own = mapVersions(versions, (tree) => {
      const members = membersOf(tree);
      return isMembers(members) ? members.get(key) : members;
    });
    return leavesOfMember([...path, { element: algebra.step(member) }], own, algebra, member);
  });
}

function isMembers(members: Members | TreeMask): members is Members {
  return members instanceof Map;
}

/**
 * A member that is kept is compared by attribute if it can be recognized; otherwise it counts as
 * removed or added.
 */
function leavesOfMember(
  path: AttributePath,
  versions: Versions,
  algebra: MemberAlgebra,
  member: Json,
): readonly ValueLeaf[] {
  const identity = memberIdentity(member, algebra.rule);
  const known = [versions.base, versions.declared].filter(isTreeObject);
  const live = versions.steps.at(-1);
  if (identity === undefined || known.length === 0 || !isTreeObject(live)) {
    return [{ path, compares: identity === undefined ? 'presence' : 'member', versions }];
  }
  const names = new Set([...known, live].flatMap((tree) => Object.keys(tree)));
  return [...names]
    .filter((name) => !Object.hasOwn(identity, name))
    .sort()
    .map((name) => ({
      path: [...path, name],
      compares: 'member',
      versions: mapVersions(versions, (tree) => childTree(tree, name)),
    }));
}

function allVersions(versions: Versions): readonly (ValueTree | undefined)[] {
  const { base, steps, logged = [], others, declared } = versions;
  return [base, ...steps, ...logged, ...others, declared];
}

function mapVersions(
  versions: Versions,
  map: (tree: ValueTree | undefined) => ValueTree | undefined,
): Versions {
  return {
    base: map(versions.base),
    steps: versions.steps.map(map),
    logged: versions.logged?.map(map),
    declared: map(versions.declared),
    others: versions.others.map(map),
  };
}
