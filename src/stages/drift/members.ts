import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../model/json.ts';
import type { ElementRule } from '../../providers/catalog/elements.ts';
import { normalKey } from './normalize.ts';
import { isTreeArray, type ValueTree } from './tree.ts';
import type { Elements } from './types.ts';

/** The members of one set or repeated block of a type, by the key that distinguishes them. */
export type Members = ReadonlyMap<string, Json>;

/** Compares and changes the members of one block of one type. */
export interface MemberAlgebra {
  readonly rule: ElementRule | undefined;
  /** The members of a value without masks. An object outside a list counts as one member. */
  read(tree: ValueTree | undefined): Members;
  /** The value that has these members. */
  write(members: Members): ValueTree;
  /** Adds the element. An equal member is kept, one with the same identity is updated. */
  add(members: Members, element: Json): Members;
  /** Removes all members that match `element` in every attribute that it has. */
  remove(members: Members, element: Json): Members;
  /** Returns a test for whether a member matches `element`. */
  matcher(element: Json): (member: Json) => boolean;
  /** The element step of a path to this member: its identity, or everything that is set in it. */
  step(member: Json): Json;
}

export function memberAlgebra(elements: Elements, type: string, block: string): MemberAlgebra {
  const rule = elements.elementRule(type, block);
  const atoms = (element: Json): readonly Json[] => elements.atomsOf(type, block, element);
  // A busy group changes thousands of times, so each list is split into members only once.
  const known = new WeakMap<object, Members>();
  const matcher = createMatcher();
  const readAll = (items: readonly ValueTree[]): Members =>
    membersOf(
      items.flatMap((item) => atoms(item as Json)),
      rule,
    );
  return {
    rule,
    matcher,
    read: (tree) => {
      if (!isTreeArray(tree))
        return tree === undefined || tree === null ? new Map() : readAll([tree]);
      const members = known.get(tree) ?? readAll(tree);
      known.set(tree, members);
      return members;
    },
    write: (members) => {
      const tree: ValueTree = [...members.values()];
      known.set(tree, members);
      return tree;
    },
    add: (members, element) => {
      const next = new Map(members);
      for (const atom of atoms(element)) putAtom(next, atom, rule);
      return next;
    },
    remove: (members, element) => {
      const matches = splitPartial(element, rule).map(matcher);
      return new Map([...members].filter(([, member]) => !matches.some((match) => match(member))));
    },
    step: (member) => memberIdentity(member, rule) ?? trimmed(member),
  };
}

function membersOf(atoms: readonly Json[], rule: ElementRule | undefined): Members {
  const members = new Map<string, Json>();
  for (const atom of atoms) {
    const key = memberKey(atom, rule);
    if (!members.has(key)) members.set(key, atom);
  }
  return members;
}

function putAtom(members: Map<string, Json>, atom: Json, rule: ElementRule | undefined): void {
  const key = memberKey(atom, rule);
  const old = members.get(key);
  if (old === undefined) members.set(key, atom);
  else if (isJsonObject(old) && isJsonObject(atom) && rule?.identity !== undefined) {
    members.set(key, { ...old, ...atom });
  }
}

/** Compares members by attribute and caches the normalized attributes of each member. */
function createMatcher(): MemberAlgebra['matcher'] {
  const remembered = new WeakMap<JsonObject, Map<string, string | undefined>>();
  const keyOf = (member: JsonObject, name: string): string | undefined => {
    const keys = remembered.get(member) ?? new Map<string, string | undefined>();
    remembered.set(member, keys);
    if (!keys.has(name)) {
      keys.set(name, looseKey(own(member, name)));
    }
    return keys.get(name);
  };
  return (element) => {
    if (!isJsonObject(element)) {
      const key = contentKey(element);
      return (member) => contentKey(member) === key;
    }
    const wanted = Object.keys(element).map((name) => [name, looseKey(element[name])] as const);
    return (member) =>
      isJsonObject(member) && wanted.every(([name, key]) => keyOf(member, name) === key);
  };
}

/**
 * The attributes that identify a member; undefined if the block has none or the member sets none of
 * them.
 */
export function memberIdentity(
  member: Json,
  rule: ElementRule | undefined,
): JsonObject | undefined {
  if (rule?.identity === undefined || !isJsonObject(member)) return undefined;
  const entries = rule.identity
    .map((name) => [name, own(member, name) ?? null] as const)
    .filter(([, value]) => normalKey(value) !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function memberKey(member: Json, rule: ElementRule | undefined): string {
  const identity = memberIdentity(member, rule);
  return identity === undefined ? contentKey(member) : `identity ${normalKey(identity)}`;
}

function contentKey(member: Json): string {
  return normalKey(isJsonObject(member) ? withoutZeros(member) : member) ?? 'nothing';
}

/**
 * Providers write false and 0 for values that were not given, so a member is the same without them.
 */
function withoutZeros(member: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(member).filter(([, value]) => value !== false && value !== 0),
  );
}

/** Key of a value inside a member, for which false, 0 and absent are the same. */
function looseKey(value: Json | undefined): string | undefined {
  if (value === false || value === 0) return undefined;
  return normalKey(isJsonObject(value) ? withoutZeros(value) : value);
}

/** Equality of members and of the values inside them. */
export function looselyEqual(a: Json | undefined, b: Json | undefined): boolean {
  return looseKey(a) === looseKey(b);
}

/** The member without false and empty attributes. */
function trimmed(member: Json): Json {
  if (!isJsonObject(member)) return member;
  return Object.fromEntries(
    Object.entries(member).filter(([, value]) => value !== false && normalKey(value) !== undefined),
  );
}

/** A partial element with several mergeable values stands for one atom for each of them. */
function splitPartial(element: Json, rule: ElementRule | undefined): readonly Json[] {
  if (!isJsonObject(element) || rule?.mergeable === undefined) return [element];
  const names = [...rule.mergeable, ...(rule.flags ?? [])];
  const rest = Object.fromEntries(
    Object.entries(element).filter(([name]) => !names.includes(name)),
  );
  const parts = names.flatMap((name) => {
    const value = own(element, name);
    if (value === true) return [{ ...rest, [name]: true }];
    return isJsonArray(value) ? value.map((one) => ({ ...rest, [name]: [one] })) : [];
  });
  return parts.length === 0 ? [rest] : parts;
}
