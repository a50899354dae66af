import type { Num } from './number.ts';
import { fromInteger } from './number.ts';
import type { Type } from './type.ts';
import {
  boolType,
  dynamicType,
  listType,
  mapType,
  numberType,
  objectType,
  setType,
  stringType,
  tupleType,
} from './type.ts';

/** Set on values that must not be shown; operations pass the mark on to their results. */
interface Marked {
  readonly sensitive?: true;
}

/** A value that cannot be determined. */
export interface UnknownValue extends Marked {
  readonly kind: 'unknown';
  readonly type: Type;
  /** The reason, for people, e.g. `aws_vpc.main.id is not in the state`. */
  readonly reason: string;
}

export interface NullValue extends Marked {
  readonly kind: 'null';
  readonly type: Type;
}

export interface BoolValue extends Marked {
  readonly kind: 'bool';
  readonly value: boolean;
}

export interface NumberValue extends Marked {
  readonly kind: 'number';
  readonly value: Num;
}

export interface StringValue extends Marked {
  readonly kind: 'string';
  /** In Unicode normal form C, as Terraform keeps strings. */
  readonly value: string;
}

/** A list or a set; the elements of a set are distinct and in a fixed order. */
export interface SequenceValue extends Marked {
  readonly kind: 'list' | 'set';
  readonly elementType: Type;
  readonly elements: readonly Value[];
}

export interface TupleValue extends Marked {
  readonly kind: 'tuple';
  readonly elements: readonly Value[];
}

export interface MapValue extends Marked {
  readonly kind: 'map';
  readonly elementType: Type;
  /** In key order. */
  readonly entries: ReadonlyMap<string, Value>;
}

export interface ObjectValue extends Marked {
  readonly kind: 'object';
  /**
   * Set if there are more attributes, all of them unknown for this reason, as for a resource that
   * is not created yet.
   */
  readonly open?: string;
  /** In key order. */
  readonly entries: ReadonlyMap<string, Value>;
}

/** A value in Terraform's language. Immutable. */
export type Value =
  | UnknownValue
  | NullValue
  | BoolValue
  | NumberValue
  | StringValue
  | SequenceValue
  | TupleValue
  | MapValue
  | ObjectValue;

const trueValue: BoolValue = { kind: 'bool', value: true };
const falseValue: BoolValue = { kind: 'bool', value: false };

export function unknownValue(reason: string, type: Type = dynamicType): UnknownValue {
  return { kind: 'unknown', type, reason };
}

export function nullValue(type: Type = dynamicType): NullValue {
  return { kind: 'null', type };
}

export function boolValue(value: boolean): BoolValue {
  return value ? trueValue : falseValue;
}

export function numberValue(value: Num): NumberValue {
  return { kind: 'number', value };
}

export function integerValue(value: number | bigint): NumberValue {
  return { kind: 'number', value: fromInteger(value) };
}

const ascii = /^[\0-\x7f]*$/;

export function stringValue(text: string): StringValue {
  return { kind: 'string', value: normalize(text) };
}

function normalize(text: string): string {
  return ascii.test(text) ? text : text.normalize('NFC');
}

/** A list. The elements must all have the given type. */
export function listValue(elements: readonly Value[], elementType: Type): SequenceValue {
  return { kind: 'list', elementType, elements };
}

export function tupleValue(elements: readonly Value[]): TupleValue {
  return { kind: 'tuple', elements };
}

export function mapValue(entries: Iterable<readonly [string, Value]>, elementType: Type): MapValue {
  return { kind: 'map', elementType, entries: sortEntries(entries) };
}

export function objectValue(entries: Iterable<readonly [string, Value]>): ObjectValue {
  return { kind: 'object', entries: sortEntries(entries) };
}

function sortEntries(entries: Iterable<readonly [string, Value]>): ReadonlyMap<string, Value> {
  const map = new Map<string, Value>();
  let sorted = true;
  let last = '';
  for (const [key, value] of entries) {
    const name = normalize(key);
    sorted &&= map.size === 0 || compareHclText(last, name) < 0;
    map.set(name, value);
    last = name;
  }
  return sorted ? map : new Map([...map].sort((a, b) => compareHclText(a[0], b[0])));
}

/**
 * Compares by Unicode code points, which matches the order of UTF-8 bytes by which Terraform sorts.
 */
export function compareHclText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    // Surrogates encode code points above those of all other units.
    return sortUnit(left) - sortUnit(right);
  }
  return a.length - b.length;
}

function sortUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** The type of a value, as Terraform's console shows it with `type()`. */
export function valueTypeOf(value: Value): Type {
  switch (value.kind) {
    case 'unknown':
    case 'null':
      return value.type;
    case 'bool':
      return boolType;
    case 'number':
      return numberType;
    case 'string':
      return stringType;
    case 'list':
      return listType(value.elementType);
    case 'set':
      return setType(value.elementType);
    case 'map':
      return mapType(value.elementType);
    case 'tuple':
      return tupleType(value.elements.map(valueTypeOf));
    case 'object':
      if (value.open !== undefined) return dynamicType;
      return objectType(
        new Map([...value.entries].map(([name, item]) => [name, valueTypeOf(item)])),
      );
  }
}

/** The values directly inside; none for scalars. */
export function valueChildren(value: Value): Iterable<Value> {
  switch (value.kind) {
    case 'list':
    case 'set':
    case 'tuple':
      return value.elements;
    case 'map':
    case 'object':
      return value.entries.values();
    default:
      return [];
  }
}

/** Why the value itself is not completely known, regardless of its parts; undefined if it is. */
export function openReason(value: Value): string | undefined {
  if (value.kind === 'unknown') return value.reason;
  return value.kind === 'object' ? value.open : undefined;
}

function isOpen(value: Value): boolean {
  return openReason(value) !== undefined;
}

/** True when neither the value nor anything inside is unknown. */
export function isWhollyKnown(value: Value): boolean {
  if (isOpen(value)) return false;
  for (const child of valueChildren(value)) if (!isWhollyKnown(child)) return false;
  return true;
}

/**
 * The reason of the first unknown value, which may be the value itself or inside it; undefined if
 * all are known.
 */
export function unknownReason(value: Value): string | undefined {
  const own = openReason(value);
  if (own !== undefined) return own;
  for (const child of valueChildren(value)) {
    const reason = unknownReason(child);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
