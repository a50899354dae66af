import type { Json } from '../../model/json.ts';
import { below, type FieldSet, hasMember, isEmptySet } from './field-set.ts';
import {
  asList,
  asMapType,
  type FieldType,
  fieldTypeAt,
  leafType,
  memberStep,
  memberType,
  narrow,
} from './field-type.ts';

/** The value without the members of `gone`. A value that loses everything in it becomes null. */
export function withoutFields(type: FieldType, value: Json, gone: FieldSet): Json {
  const { map, scalar, list } = narrow(type, value);
  if (map !== undefined) {
    const fields = asMapType(value);
    if (fields === undefined || map.kind === 'atomic') return null;
    const kept = Object.entries(fields)
      .filter(([name]) => !hasMember(gone, name))
      .map(([name, field]): [string, Json] => {
        const inner = below(gone, name);
        if (isEmptySet(inner)) return [name, field];
        return [name, withoutFields(fieldTypeAt(map, name) ?? leafType, field, inner)];
      });
    return kept.length === 0 ? null : Object.fromEntries(kept);
  }
  if (scalar !== undefined || list === undefined) return value;
  const members = asList(value);
  if (members === undefined || list.kind === 'atomic') return null;
  const kept = members.flatMap((member): readonly Json[] => {
    const step = memberStep(list, member) ?? { element: member };
    if (hasMember(gone, step)) return [];
    const inner = below(gone, step);
    return [isEmptySet(inner) ? member : withoutFields(memberType(list), member, inner)];
  });
  return kept.length === 0 ? null : kept;
}
