import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { PathStep } from '../../model/path.ts';

/**
 * What a field may hold. Most fields allow one shape; one of an unknown type allows all of
 * them, and the value shows which it is.
 */
export interface FieldType {
  readonly scalar?: true;
  readonly list?: ListShape;
  readonly map?: MapShape;
  /** A block that occurs at most once, which the provider keeps as a list of one. */
  readonly once?: true;
}

export type ListShape =
  /** Has one owner as a whole. */
  | { readonly kind: 'atomic' }
  /** Members are identified by their whole value, and each has owners of its own. */
  | {
      readonly kind: 'set';
      /** The facts that a member stands for, where it bundles several. */
      readonly atoms?: (member: Json) => readonly Json[];
    }
  /** Members are identified by some of their fields. */
  | {
      readonly kind: 'keyed';
      readonly keys: readonly string[];
      readonly member: FieldType;
      /** What names a member, where that depends on what it has. */
      readonly named?: (member: JsonObject) => JsonObject | undefined;
    };

export type MapShape =
  | { readonly kind: 'atomic' }
  | {
      readonly kind: 'granular';
      /** The type of a named field; undefined for a name that the schema does not have. */
      readonly field: (name: string) => FieldType | undefined;
      /** The type of all other keys; without it, there may be none. */
      readonly rest?: FieldType;
    };

/** The type of a value that no schema describes: maps field by field, every list as a whole. */
export const deducedType: FieldType = {
  scalar: true,
  list: { kind: 'atomic' },
  map: {
    kind: 'granular',
    field: () => undefined,
    get rest() {
      return deducedType;
    },
  },
};

/** The type of the members of a set, which have no inside. */
export const leafType: FieldType = { scalar: true };

/**
 * The type cut down to the shape that the value has. A missing value and null have no shape, and a
 * value of a shape that the type does not allow is left to the type: both keep all of it.
 */
export function narrow(type: FieldType, value: Json | undefined): FieldType {
  if (value === undefined || value === null) return type;
  if (isJsonArray(value)) return type.list === undefined ? type : { list: type.list };
  if (isJsonObject(value)) return type.map === undefined ? type : { map: type.map };
  return type.scalar === undefined ? type : { scalar: true };
}

export function sameShapes(a: FieldType, b: FieldType): boolean {
  return a.scalar === b.scalar && a.list === b.list && a.map === b.map;
}

/** The type of the field `key` of a map; undefined where the schema allows no such field. */
export function fieldOf(
  map: Extract<MapShape, { kind: 'granular' }>,
  key: string,
): FieldType | undefined {
  return map.field(key) ?? map.rest;
}

/** How a member of a set or a keyed list is called in a path; undefined when it lacks a key. */
export function memberStep(
  list: Exclude<ListShape, { kind: 'atomic' }>,
  member: Json,
): Exclude<PathStep, string | number> | undefined {
  if (list.kind === 'set') return member === null ? undefined : { element: member };
  if (!isJsonObject(member)) return undefined;
  if (list.named !== undefined) {
    const element = list.named(member);
    return element && { element };
  }
  const key: Record<string, Json> = {};
  for (const name of list.keys) {
    if (!Object.hasOwn(member, name)) return undefined;
    key[name] = member[name] ?? null;
  }
  return { element: key };
}

/** The type of a member of a list with members. */
export function memberType(list: ListShape): FieldType {
  return list.kind === 'keyed' ? list.member : leafType;
}

/** The value as a map, if it is one. */
export function asMapType(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The value as a list, if it is one. */
export function asList(value: Json | undefined): readonly Json[] | undefined {
  return isJsonArray(value) ? value : undefined;
}
