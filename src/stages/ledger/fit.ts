import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../model/json.ts';
import type { AttributePath, PathStep } from '../../model/path.ts';
import { compareKeys } from '../../model/text.ts';
import {
  asList,
  asMapType,
  deducedType,
  type FieldType,
  fieldTypeAt,
  type ListShape,
  leafType,
  narrow,
} from './field-type.ts';

/**
 * The value in the form in which owners are tracked: single blocks without their list, set members
 * split into atoms, keys filled in. A part that does not fit the type becomes null, which stands
 * for an unknown value.
 */
export function fitValue(type: FieldType, value: Json): Json {
  const unpacked = type.once && isJsonArray(value) ? (value[0] ?? null) : value;
  const { map, scalar, list } = narrow(type, unpacked);
  if (map !== undefined) {
    const fields = asMapType(unpacked);
    if (fields === undefined || map.kind === 'atomic') return fields ?? null;
    const entries = Object.entries(fields).flatMap(([name, field]): [string, Json][] => {
      const inner = fieldTypeAt(map, name);
      return inner === undefined ? [] : [[name, fitValue(inner, field)]];
    });
    return Object.fromEntries(entries);
  }
  if (scalar !== undefined || list === undefined) return unpacked;
  const members = asList(unpacked);
  if (members === undefined || list.kind === 'atomic') return members ?? null;
  const fitted = members.flatMap((member) => fitMember(list, member));
  return [...new Map(fitted).values()];
}

type Named = readonly [key: string, member: Json];

function fitMember(list: Exclude<ListShape, { kind: 'atomic' }>, member: Json): readonly Named[] {
  if (list.kind === 'set') {
    const atoms = list.atoms?.(member) ?? [member];
    return atoms.flatMap((atom): readonly Named[] => {
      const plain = withoutBlanks(atom);
      return plain === null ? [] : [[canonicalJson(plain), plain]];
    });
  }
  const fields = asMapType(fitValue(list.member, member));
  if (fields === undefined) return [];
  const key = keyOf(list, fields);
  return [[canonicalJson(key), { ...fields, ...key }]];
}

function keyOf(
  { keys, named }: Extract<ListShape, { kind: 'keyed' }>,
  fields: JsonObject,
): JsonObject {
  if (named !== undefined) return named(fields) ?? fields;
  return Object.fromEntries(keys.map((name): [string, Json] => [name, own(fields, name) ?? null]));
}

/** Removes empty values, since logs, code and state differ in which of them they contain. */
function withoutBlanks(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([, field]) => !isBlank(field))
    .sort(compareKeys);
  return Object.fromEntries(entries);
}

function isBlank(value: Json): boolean {
  return (
    value === null || value === '' || value === false || (isJsonArray(value) && value.length === 0)
  );
}

/** A path in the form of `fitValue`, and whether it was cut at a value that is owned entirely. */
export interface FittedPath {
  readonly path: AttributePath;
  readonly cut: boolean;
}

export function fitPath(type: FieldType, path: AttributePath): FittedPath {
  const fitted: PathStep[] = [];
  let at = type;
  for (const step of path) {
    if (typeof step === 'number' && at.once) continue;
    const list = at.map === undefined || typeof step !== 'string' ? at.list : undefined;
    if (typeof step === 'string' && at.map?.kind === 'granular') {
      fitted.push(step);
      at = fieldTypeAt(at.map, step) ?? deducedType;
    } else if (typeof step === 'object' && list !== undefined && list.kind !== 'atomic') {
      const member = fitStep(list, step.element);
      // Null is not a member, so a path to it stands for the set.
      if (member === undefined) return { path: fitted, cut: true };
      fitted.push(member);
      at = list.kind === 'keyed' ? list.member : leafType;
    } else return { path: fitted, cut: true };
  }
  return { path: fitted, cut: false };
}

function fitStep(
  list: Exclude<ListShape, { kind: 'atomic' }>,
  element: Json,
): PathStep | undefined {
  if (list.kind === 'set') {
    return element === null ? undefined : { element: withoutBlanks(element) };
  }
  return { element: keyOf(list, asMapType(element) ?? {}) };
}

export function typeAt(type: FieldType, path: AttributePath): FieldType {
  return path.reduce((at: FieldType, step) => {
    if (typeof step === 'string' && at.map?.kind === 'granular') {
      return fieldTypeAt(at.map, step) ?? deducedType;
    }
    if (typeof step === 'object' && at.list?.kind === 'keyed') return at.list.member;
    return leafType;
  }, type);
}

/** The value at a fitted path; undefined if there is none. */
export function fittedValueAt(type: FieldType, value: Json, path: AttributePath): Json | undefined {
  let at: Json | undefined = value;
  let shape = type;
  for (const step of path) {
    if (at === undefined) return undefined;
    at = childOf(shape, at, step);
    shape = typeAt(shape, [step]);
  }
  return at;
}

function childOf(type: FieldType, value: Json, step: PathStep): Json | undefined {
  if (typeof step === 'string') {
    const map = asMapType(value);
    return map && own(map, step);
  }
  if (typeof step === 'number') return undefined;
  return asList(value)?.find((member) => isMember(type, member, step));
}

function isMember(
  type: FieldType,
  member: Json,
  step: Exclude<PathStep, string | number>,
): boolean {
  const { list } = type;
  const key = list?.kind === 'keyed' ? keyOf(list, asMapType(member) ?? {}) : member;
  return canonicalJson(key) === canonicalJson(step.element);
}

/**
 * The value with `next` set at a fitted path, or removed there if `next` is undefined. Missing
 * parents are created.
 */
export function withValueAt(
  type: FieldType,
  value: Json,
  path: AttributePath,
  next: Json | undefined,
): Json {
  const [step, ...rest] = path;
  if (step === undefined) return next ?? null;
  const inner = childOf(type, value, step);
  const isGone = next === undefined && (rest.length === 0 || inner === undefined);
  const start = typeof step === 'object' ? step.element : {};
  const child = isGone ? undefined : withValueAt(typeAt(type, [step]), inner ?? start, rest, next);
  if (typeof step === 'object') {
    const others = (asList(value) ?? []).filter((member) => !isMember(type, member, step));
    return child === undefined ? others : [...others, child];
  }
  const fields = Object.entries(asMapType(value) ?? {}).filter(([name]) => name !== step);
  return Object.fromEntries(child === undefined ? fields : [...fields, [String(step), child]]);
}
