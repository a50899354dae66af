import type { PathStep } from '../../model/path.ts';
import type { FieldChild, FieldSet } from './field-set.ts';
import { type FieldType, fieldTypeAt, memberType } from './field-type.ts';

/**
 * The set with the named fields that lead to its members. A struct field exists because something
 * in it does; a key of a map exists only because it was set.
 */
export function closed(set: FieldSet, type: FieldType | undefined): FieldSet {
  const members = new Map(set.members);
  const children = new Map<string, FieldChild>();
  for (const [key, { step, set: inner }] of set.children) {
    if (typeof step === 'string' && type?.map?.kind === 'granular' && type.map.field(step)) {
      members.set(key, step);
    }
    children.set(key, { step, set: closed(inner, typeAt(type, step)) });
  }
  return { members, children };
}

function typeAt(type: FieldType | undefined, step: PathStep): FieldType | undefined {
  if (typeof step === 'string') {
    return type?.map?.kind === 'granular' ? fieldTypeAt(type.map, step) : undefined;
  }
  if (typeof step === 'object' && type?.list?.kind === 'keyed') return type.list.member;
  return undefined;
}

/**
 * The set under a schema that has since made fields atomic: whoever owned a part of such a field
 * now owns all of it. Conversely, a field that was atomic is treated as if it always had members.
 */
export function underSchema(set: FieldSet, type: FieldType): FieldSet {
  return part(set, type) ?? set;
}

/** Undefined if the place itself became atomic, so that its owners own it entirely. */
function part(set: FieldSet, type: FieldType): FieldSet | undefined {
  const { map, scalar, list } = type;
  if (map !== undefined) {
    if (map.kind === 'atomic') return undefined;
    return parts(set, (step) => (typeof step === 'string' ? fieldTypeAt(map, step) : undefined));
  }
  if (scalar !== undefined || list === undefined) return set;
  if (list.kind === 'atomic') return undefined;
  return parts(set, () => memberType(list));
}

function parts(set: FieldSet, typeOf: (step: PathStep) => FieldType | undefined): FieldSet {
  const members = new Map(set.members);
  const children = new Map<string, FieldChild>();
  for (const [key, { step, set: inner }] of set.children) {
    const type = typeOf(step);
    const next = type === undefined ? inner : part(inner, type);
    if (next === undefined) members.set(key, step);
    else children.set(key, { step, set: next });
  }
  return { members, children };
}
