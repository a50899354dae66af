import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { type FieldSet, fieldSet } from './field-set.ts';
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

/** The fields that a value mentions, which are those an applier claims. */
export function valueFields(type: FieldType, value: Json): FieldSet {
  const paths: AttributePath[] = [];
  visit(paths, type, value, []);
  return fieldSet(paths);
}

function visit(paths: AttributePath[], type: FieldType, value: Json, path: AttributePath): void {
  const { map, scalar, list } = narrow(type, value);
  if (map?.kind === 'granular') {
    for (const [name, field] of Object.entries(asMapType(value) ?? {})) {
      const inner = [...path, name];
      visit(paths, fieldTypeAt(map, name) ?? leafType, field, inner);
      // A key that is not in the schema exists only because it was set.
      if (isBlank(field) || map.field(name) === undefined) paths.push(inner);
    }
  } else if (map === undefined && scalar === undefined && list && list.kind !== 'atomic') {
    for (const member of asList(value) ?? []) {
      const inner = [...path, memberStep(list, member) ?? { element: member }];
      visit(paths, memberType(list), member, inner);
      paths.push(inner);
    }
  } else paths.push(path);
}

function isBlank(value: Json): boolean {
  const map = asMapType(value);
  return value === null || (map !== undefined && Object.keys(map).length === 0);
}
