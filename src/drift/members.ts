import type { ElementRule } from '../catalog/elements.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { isJsonArray, isJsonObject } from '../model/json.ts';
import { normalKey } from './normalize.ts';
import type { Tree } from './tree.ts';
import { isTreeArray } from './tree.ts';
import type { Elements } from './types.ts';

/** The members of one set or repeated block of a type, by what tells them apart. */
export type Members = ReadonlyMap<string, Json>;

/** Compares and changes the members at one block of one type. */
export interface MemberAlgebra {
  /** Members of a value without masks; a lone object counts as one member. */
  read(tree: Tree | undefined): Members;
  /** A member that is there already stays as it is; one with the same identity is updated. */
  add(members: Members, element: Json): Members;
  /** Without all members that agree with `element` in every attribute it has. */
  remove(members: Members, element: Json): Members;
  agrees(member: Json, element: Json): boolean;
  readonly rule: ElementRule | undefined;
  /** The element step of a path to this member: its identity, or all that is set in it. */
  step(member: Json): Json;
}

export function memberAlgebra(elements: Elements, type: string, block: string): MemberAlgebra {
  const rule = elements.elementRule(type, block);
  const atoms = (element: Json): readonly Json[] => elements.atomsOf(type, block, element);
  const keyOf = (atom: Json): string => memberKey(atom, rule);
  const add = (members: Members, element: Json): Members => {
    const next = new Map(members);
    for (const atom of atoms(element)) {
      const key = keyOf(atom);
      const old = next.get(key);
      if (old === undefined) next.set(key, atom);
      else if (isJsonObject(old) && isJsonObject(atom) && rule?.identity !== undefined) {
        next.set(key, { ...old, ...atom });
      }
    }
    return next;
  };
  return {
    rule,
    add,
    agrees,
    read: (tree) => {
      const items = isTreeArray(tree) ? tree : tree === undefined || tree === null ? [] : [tree];
      const members = new Map<string, Json>();
      for (const atom of items.flatMap((item) => atoms(item as Json))) {
        if (!members.has(keyOf(atom))) members.set(keyOf(atom), atom);
      }
      return members;
    },
    remove: (members, element) => {
      const partials = splitPartial(element, rule);
      const rest = [...members].filter(([, member]) => !partials.some((p) => agrees(member, p)));
      return new Map(rest);
    },
    step: (member) => identityOf(member, rule) ?? trimmed(member),
  };
}

/** The attributes that name a member, if its block has such and the member carries any. */
export function identityOf(member: Json, rule: ElementRule | undefined): JsonObject | undefined {
  if (rule?.identity === undefined || !isJsonObject(member)) return undefined;
  const entries = rule.identity
    .map((name) => [name, Object.hasOwn(member, name) ? (member[name] ?? null) : null] as const)
    .filter(([, value]) => normalKey(value) !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function memberKey(member: Json, rule: ElementRule | undefined): string {
  const identity = identityOf(member, rule);
  return identity === undefined ? looseKey(member) : `identity ${normalKey(identity)}`;
}

/** Providers write false and 0 for what was not given, so in a member they are no difference. */
function looseKey(member: Json): string {
  return normalKey(isJsonObject(member) ? withoutZeros(member) : member) ?? 'nothing';
}

function withoutZeros(member: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(member).filter(([, value]) => value !== false && value !== 0),
  );
}

/** Equality of what is in members: false, 0 and absent are one. */
export function looselyEqual(a: Json | undefined, b: Json | undefined): boolean {
  const key = (value: Json | undefined): string | undefined => {
    if (value === false || value === 0) return undefined;
    return normalKey(isJsonObject(value) ? withoutZeros(value) : value);
  };
  return key(a) === key(b);
}

/** The member without attributes that say nothing. */
function trimmed(member: Json): Json {
  if (!isJsonObject(member)) return member;
  return Object.fromEntries(
    Object.entries(member).filter(([, value]) => value !== false && normalKey(value) !== undefined),
  );
}

function agrees(member: Json, element: Json): boolean {
  if (!isJsonObject(element)) return looseKey(member) === looseKey(element);
  if (!isJsonObject(member)) return false;
  return Object.keys(element).every((name) =>
    looselyEqual(Object.hasOwn(member, name) ? member[name] : null, element[name]),
  );
}

/** A partial element with several mergeable values speaks of one atom for each of them. */
function splitPartial(element: Json, rule: ElementRule | undefined): readonly Json[] {
  if (!isJsonObject(element) || rule?.mergeable === undefined) return [element];
  const names = [...rule.mergeable, ...(rule.flags ?? [])];
  const rest = Object.fromEntries(
    Object.entries(element).filter(([name]) => !names.includes(name)),
  );
  const parts = names.flatMap((name) => {
    const value = Object.hasOwn(element, name) ? element[name] : undefined;
    if (value === true) return [{ ...rest, [name]: true }];
    return isJsonArray(value) ? value.map((one) => ({ ...rest, [name]: [one] })) : [];
  });
  return parts.length === 0 ? [rest] : parts;
}
