import { canonicalJson } from '../../model/json.ts';
import type { AttributePath, PathStep } from '../../model/path.ts';
import { compareText } from '../../model/text.ts';

/**
 * A set of attribute paths as a trie. A member implies nothing about the paths above or below it.
 */
export interface FieldSet {
  readonly members: ReadonlyMap<string, PathStep>;
  /** Contains no empty sets. */
  readonly children: ReadonlyMap<string, FieldChild>;
}

export interface FieldChild {
  readonly step: PathStep;
  readonly set: FieldSet;
}

export const emptySet: FieldSet = { members: new Map(), children: new Map() };

/** Equal steps give equal keys. */
export function stepKey(step: PathStep): string {
  return typeof step === 'object' ? `e${canonicalJson(step.element)}` : `${typeof step}:${step}`;
}

interface Builder {
  readonly members: Map<string, PathStep>;
  readonly children: Map<string, { readonly step: PathStep; readonly set: Builder }>;
}

/**
 * The set of these paths. The empty path is left out: it stands for the entire object, which has no
 * owner.
 */
export function fieldSet(paths: Iterable<AttributePath>): FieldSet {
  const root: Builder = { members: new Map(), children: new Map() };
  for (const path of paths) {
    const last = path.at(-1);
    if (last === undefined) continue;
    let at = root;
    for (const step of path.slice(0, -1)) {
      const key = stepKey(step);
      const next = at.children.get(key) ?? {
        step,
        set: { members: new Map(), children: new Map() },
      };
      at.children.set(key, next);
      at = next.set;
    }
    at.members.set(stepKey(last), last);
  }
  return root;
}

export function isEmptySet(set: FieldSet): boolean {
  return set.members.size === 0 && set.children.size === 0;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  const children = new Map(a.children);
  for (const [key, child] of b.children) {
    const own = children.get(key);
    children.set(key, own === undefined ? child : { ...child, set: union(own.set, child.set) });
  }
  return { members: new Map([...a.members, ...b.members]), children };
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return {
    members: new Map([...a.members].filter(([key]) => b.members.has(key))),
    children: mapChildren(a, (key, { set }) => {
      const other = b.children.get(key);
      return other === undefined ? emptySet : intersection(set, other.set);
    }),
  };
}

/**
 * The paths of `a` that are not members of `b`. A member of `b` does not remove the paths below it.
 */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return {
    members: new Map([...a.members].filter(([key]) => !b.members.has(key))),
    children: mapChildren(a, (key, { set }) => {
      const other = b.children.get(key);
      return other === undefined ? set : difference(set, other.set);
    }),
  };
}

export function below(set: FieldSet, step: PathStep): FieldSet {
  return set.children.get(stepKey(step))?.set ?? emptySet;
}

export function hasMember(set: FieldSet, step: PathStep): boolean {
  return set.members.has(stepKey(step));
}

export function hasPath(set: FieldSet, path: AttributePath): boolean {
  const last = path.at(-1);
  if (last === undefined) return false;
  return hasMember(path.slice(0, -1).reduce(below, set), last);
}

/** The members of the set that are at or below `prefix`. */
export function within(set: FieldSet, prefix: AttributePath): FieldSet {
  return fieldSet(
    memberPaths(set).filter((path) =>
      prefix.every((step, i) => {
        const own = path[i];
        return own !== undefined && stepKey(own) === stepKey(step);
      }),
    ),
  );
}

/** All members, sorted: parents before the paths below them. */
export function memberPaths(set: FieldSet): readonly AttributePath[] {
  return collect(set, [], () => true).sort(compareFieldPaths);
}

/** The members without other members below them. */
export function fieldLeaves(set: FieldSet): readonly AttributePath[] {
  return collect(set, [], (node, key) => !node.children.has(key)).sort(compareFieldPaths);
}

function collect(
  set: FieldSet,
  prefix: AttributePath,
  keep: (node: FieldSet, key: string) => boolean,
): AttributePath[] {
  const own = [...set.members]
    .filter(([key]) => keep(set, key))
    .map(([, step]): AttributePath => [...prefix, step]);
  const inner = [...set.children.values()].flatMap(({ step, set: child }) =>
    collect(child, [...prefix, step], keep),
  );
  return [...own, ...inner];
}

export function compareFieldPaths(a: AttributePath, b: AttributePath): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const [left, right] = [keyAt(a, i), keyAt(b, i)];
    if (left !== right) return compareText(left, right);
  }
  return a.length - b.length;
}

function keyAt(path: AttributePath, i: number): string {
  const step = path[i];
  return step === undefined ? '' : stepKey(step);
}

/** The children after applying `change` to each; empty results are left out. */
function mapChildren(
  set: FieldSet,
  change: (key: string, child: FieldChild) => FieldSet,
): ReadonlyMap<string, FieldChild> {
  const children = new Map<string, FieldChild>();
  for (const [key, child] of set.children) {
    const next = change(key, child);
    if (!isEmptySet(next)) children.set(key, { step: child.step, set: next });
  }
  return children;
}
