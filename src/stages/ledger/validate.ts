import type { Json } from '../../model/json.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import type { Problem } from '../../model/result.ts';
import { stepKey } from './field-set.ts';
import {
  asList,
  asMapType,
  type FieldType,
  fieldTypeAt,
  type ListShape,
  memberStep,
  memberType,
  narrow,
} from './field-type.ts';

/** Why a value cannot have owners field by field; undefined if it can. */
export function invalid(
  type: FieldType,
  value: Json,
  path: AttributePath = [],
): Problem | undefined {
  const { map, scalar, list } = narrow(type, value);
  if (value === null) return undefined;
  if (map !== undefined) {
    const fields = asMapType(value);
    if (fields === undefined) return problem(path, 'must be a map');
    if (map.kind === 'atomic') return undefined;
    return first(Object.entries(fields), ([name, field]) => {
      const inner = fieldTypeAt(map, name);
      if (inner === undefined) return problem([...path, name], 'is not in the schema');
      return invalid(inner, field, [...path, name]);
    });
  }
  if (scalar !== undefined || list === undefined) return undefined;
  const members = asList(value);
  if (members === undefined) return problem(path, 'must be a list');
  return list.kind === 'atomic' ? undefined : invalidMember(list, members, path);
}

function invalidMember(
  list: Exclude<ListShape, { kind: 'atomic' }>,
  members: readonly Json[],
  path: AttributePath,
): Problem | undefined {
  const seen = new Set<string>();
  return first(members, (member) => {
    const step = memberStep(list, member);
    if (step === undefined) return problem(path, 'has a member without a key');
    const key = stepKey(step);
    if (seen.has(key)) return problem([...path, step], 'is there twice');
    seen.add(key);
    return invalid(memberType(list), member, [...path, step]);
  });
}

function first<T>(
  items: readonly T[],
  check: (item: T) => Problem | undefined,
): Problem | undefined {
  for (const item of items) {
    const found = check(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function problem(path: AttributePath, what: string): Problem {
  const where = path.length === 0 ? 'The resource' : formatPath(path);
  return { code: 'value-does-not-fit', message: `${where} ${what}.` };
}
