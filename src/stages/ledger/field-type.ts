import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { PathStep } from '../../model/path.ts';

/**
 * The shapes that a field may have. Most fields allow one; a field of unknown type allows all of
 * them, and its value shows which one it has.
 */
export interface FieldType {
  readonly scalar?: true;
  readonly list?: ListShape;
  readonly map?: MapShape;
  /** A block that occurs at most once, which the provider represents as a list with one element. */
  readonly once?: true;
}

export type ListShape =
  /** Has one owner for the entire list. */
  | { readonly kind: 'atomic' }
  /** Members are identified by their entire value, and each has its own owners. */
  | {
      readonly kind: 'set';
      /** Splits a member that bundles several facts into one atom for each. */
      readonly atoms?: (member: Json) => readonly Json[];
    }
  /** Members are identified by some of their fields. */
  | {
      readonly kind: 'keyed';
      readonly keys: readonly string[];
      readonly member: FieldType;
      /** The name of a member, if it depends on the member's content. */
      readonly named?: (member: JsonObject) => JsonObject | undefined;
    };

export type MapShape =
  | { readonly kind: 'atomic' }
  | {
      readonly kind: 'granular';
      /** The type of a named field; undefined for a name that is not in the schema. */
      readonly field: (name: string) => FieldType | undefined;
      /** The type of all other keys; undefined if there may be none. */
      readonly rest?: FieldType;
    };

/** The type of a value without a schema: maps are owned field by field, lists entirely. */
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

/** The type of the members of a set, which have no inner structure. */
export const leafType: FieldType = { scalar: true };

/**
 * The type reduced to the shape of the value. A missing value, null, or a value whose shape the
 * type does not allow leaves the type unchanged.
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

/** The type of the field `key` of a map; undefined if the schema allows no such field. */
export function fieldTypeAt(
  map: Extract<MapShape, { kind: 'granular' }>,
  key: string,
): FieldType | undefined {
  return map.field(key) ?? map.rest;
}

/** The path step of a member of a set or keyed list; undefined if it lacks a key. */
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

/** The type of the members of a set or keyed list. */
export function memberType(list: ListShape): FieldType {
  return list.kind === 'keyed' ? list.member : leafType;
}

export function asMapType(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function asList(value: Json | undefined): readonly Json[] | undefined {
  return isJsonArray(value) ? value : undefined;
}
