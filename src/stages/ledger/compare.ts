import { canonicalJson, type Json, own } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { type FieldSet, fieldSet, isEmptySet, stepKey } from './field-set.ts';
import {
  asList,
  asMapType,
  type FieldType,
  fieldTypeAt,
  type ListShape,
  leafType,
  type MapShape,
  memberStep,
  memberType,
  narrow,
  sameShapes,
} from './field-type.ts';

/** How the fields of two values differ. No path is in more than one of the sets. */
export interface FieldComparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

interface Found {
  readonly added: AttributePath[];
  readonly modified: AttributePath[];
  readonly removed: AttributePath[];
}

type Side = Json | undefined;

export function compare(type: FieldType, before: Json, after: Json): FieldComparison {
  const found: Found = { added: [], modified: [], removed: [] };
  visit(found, type, [before, after], []);
  return {
    added: fieldSet(found.added),
    modified: fieldSet(found.modified),
    removed: fieldSet(found.removed),
  };
}

export function isSameField({ added, modified, removed }: FieldComparison): boolean {
  return isEmptySet(added) && isEmptySet(modified) && isEmptySet(removed);
}

function visit(
  found: Found,
  type: FieldType,
  sides: readonly [Side, Side],
  path: AttributePath,
): void {
  const [before, after] = sides;
  const [left, right] = [narrow(type, before), narrow(type, after)];
  // A value that changed its shape loses the fields of the old shape and gains those of the new.
  if (!sameShapes(left, right)) visitAs(found, left, sides, path);
  if (visitAs(found, right, sides, path) === 'leaf') return;
  if (before === undefined) found.added.push(path);
  else if (after === undefined) found.removed.push(path);
}

function visitAs(
  found: Found,
  { map, scalar, list }: FieldType,
  sides: readonly [Side, Side],
  path: AttributePath,
): 'leaf' | 'members' {
  if (map !== undefined) return visitMap(found, map, sides, path);
  if (scalar !== undefined || list === undefined) return visitLeaf(found, sides, path);
  return visitList(found, list, sides, path);
}

function visitLeaf(
  found: Found,
  [before, after]: readonly [Side, Side],
  path: AttributePath,
): 'leaf' {
  if (before === undefined) found.added.push(path);
  else if (after === undefined) found.removed.push(path);
  else if (canonicalJson(before) !== canonicalJson(after)) found.modified.push(path);
  return 'leaf';
}

function visitMap(
  found: Found,
  map: MapShape,
  sides: readonly [Side, Side],
  path: AttributePath,
): 'leaf' | 'members' {
  const [left, right] = [asMapType(sides[0]) ?? {}, asMapType(sides[1]) ?? {}];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  // Two empty sides are still distinguished: absent, null and `{}` differ.
  if (map.kind === 'atomic' || names.size === 0) return visitLeaf(found, sides, path);
  for (const name of names) {
    const side = (object: typeof left): Side => own(object, name);
    visit(found, fieldTypeAt(map, name) ?? leafType, [side(left), side(right)], [...path, name]);
  }
  return 'members';
}

function visitList(
  found: Found,
  list: ListShape,
  sides: readonly [Side, Side],
  path: AttributePath,
): 'leaf' | 'members' {
  const [left, right] = [asList(sides[0]) ?? [], asList(sides[1]) ?? []];
  if (list.kind === 'atomic' || left.length + right.length === 0) {
    return visitLeaf(found, sides, path);
  }
  const [before, after] = [left, right].map((members) => byStep(list, members));
  const steps = new Map([...(before ?? []), ...(after ?? [])]);
  for (const [key, { step }] of steps) {
    const pair = [before?.get(key)?.member, after?.get(key)?.member] as const;
    visit(found, memberType(list), pair, [...path, step]);
  }
  return 'members';
}

function byStep(list: Exclude<ListShape, { kind: 'atomic' }>, members: readonly Json[]) {
  return new Map(
    members.map((member) => {
      const step = memberStep(list, member) ?? { element: member };
      return [stepKey(step), { step, member }] as const;
    }),
  );
}
