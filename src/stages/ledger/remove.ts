import type { Json } from '../../model/json.ts';
import { below, type FieldSet, hasMember, isEmpty } from './field-set.ts';
import {
  asList,
  asMap,
  type FieldType,
  fieldOf,
  leafType,
  memberStep,
  memberType,
  narrow,
} from './field-type.ts';

/** The value without the members of `gone`. What loses all that was in it becomes null. */
export function without(type: FieldType, value: Json, gone: FieldSet): Json {
  const { map, scalar, list } = narrow(type, value);
  if (map !== undefined) {
    const fields = asMap(value);
    if (fields === undefined || map.kind === 'atomic') return null;
    const kept = Object.entries(fields)
      .filter(([name]) => !hasMember(gone, name))
      .map(([name, field]): [string, Json] => {
        const inner = below(gone, name);
        if (isEmpty(inner)) return [name, field];
        return [name, without(fieldOf(map, name) ?? leafType, field, inner)];
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
    return [isEmpty(inner) ? member : without(memberType(list), member, inner)];
  });
  return kept.length === 0 ? null : kept;
}
