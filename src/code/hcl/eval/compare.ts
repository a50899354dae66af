import { unmark, unmarkDeep } from './marks.ts';
import { compareNumbers, numbersEqual } from './number.ts';
import { exactDigits, roundDigits } from './number-text.ts';
import type { Type } from './type.ts';
import { typesEqual } from './type.ts';
import type { SequenceValue, Value } from './value.ts';
import { compareHclText, isWhollyKnown, openReason, valueTypeOf } from './value.ts';

/** Result of `a == b`; `maybe` if it depends on an unknown value. */
export type Equality = 'equal' | 'different' | 'maybe';

/** Equality as Terraform's `==` defines it: values of different types differ. */
export function equality(a: Value, b: Value): Equality {
  if (a.kind === 'unknown' || b.kind === 'unknown') return unknownEquality(a, b);
  if (a.kind === 'null' || b.kind === 'null') return a.kind === b.kind ? 'equal' : 'different';
  if (openReason(a) !== undefined || openReason(b) !== undefined) {
    return a.kind === b.kind ? 'maybe' : 'different';
  }
  if (a.kind !== b.kind) return 'different';
  switch (a.kind) {
    case 'bool':
    case 'string':
      return a.value === (b as typeof a).value ? 'equal' : 'different';
    case 'number':
      return numbersEqual(a.value, (b as typeof a).value) ? 'equal' : 'different';
    case 'list':
      return listEquality(a, b as SequenceValue);
    case 'set':
      return setEquality(a, b as SequenceValue);
    case 'tuple':
      return elementsEquality(a.elements, (b as typeof a).elements);
    case 'map':
      if (!typesEqual(valueTypeOf(a), valueTypeOf(b))) return 'different';
      return entriesEquality(a.entries, (b as typeof a).entries);
    case 'object':
      return entriesEquality(a.entries, (b as typeof a).entries);
  }
}

/** True when both are known and equal. */
export function valuesEqual(a: Value, b: Value): boolean {
  return equality(a, b) === 'equal';
}

function unknownEquality(a: Value, b: Value): Equality {
  const left = valueTypeOf(a);
  const right = valueTypeOf(b);
  if (a.kind === 'null' || b.kind === 'null') return 'maybe';
  // Both may still turn out to be null.
  if (a.kind === b.kind) return 'maybe';
  return canShareType(left, right) ? 'maybe' : 'different';
}

function canShareType(a: Type, b: Type): boolean {
  if (a.kind === 'dynamic' || b.kind === 'dynamic') return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'list':
    case 'set':
    case 'map':
      return canShareType(a.element, (b as typeof a).element);
    default:
      return true;
  }
}

function listEquality(a: SequenceValue, b: SequenceValue): Equality {
  if (!canShareType(a.elementType, b.elementType)) return 'different';
  return elementsEquality(a.elements, b.elements);
}

function setEquality(a: SequenceValue, b: SequenceValue): Equality {
  if (!canShareType(a.elementType, b.elementType)) return 'different';
  if (!isWhollyKnown(a) || !isWhollyKnown(b)) return 'maybe';
  return elementsEquality(a.elements, b.elements);
}

function elementsEquality(a: readonly Value[], b: readonly Value[]): Equality {
  if (a.length !== b.length) return 'different';
  return all(a.map((item, index) => equalityOrDifferent(item, b[index])));
}

function entriesEquality(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): Equality {
  if (a.size !== b.size) return 'different';
  return all([...a].map(([key, item]) => equalityOrDifferent(item, b.get(key))));
}

function equalityOrDifferent(a: Value, b: Value | undefined): Equality {
  return b === undefined ? 'different' : equality(a, b);
}

function all(results: readonly Equality[]): Equality {
  if (results.includes('different')) return 'different';
  return results.includes('maybe') ? 'maybe' : 'equal';
}

/**
 * A set of the values, without duplicates and in Terraform's order: by value for strings, numbers
 * and bools, otherwise by the text of `orderKey`; null after other values, unknown last.
 */
export function setValue(values: readonly Value[], elementType: Type): SequenceValue {
  const sensitive = values.some((value) => value.sensitive === true);
  const plain = sensitive ? values.map(unmark) : values;
  const keyed = plain.map((value) => ({ value, key: orderKey(value) }));
  keyed.sort((a, b) => compareMembers(a.value, a.key, b.value, b.key));
  const elements: Value[] = [];
  for (const { value } of keyed) {
    const last = elements.at(-1);
    if (last === undefined || !valuesEqual(last, value)) elements.push(value);
  }
  const set: SequenceValue = { kind: 'set', elementType, elements };
  return sensitive ? { ...set, sensitive: true } : set;
}

function rank(value: Value): number {
  if (value.kind === 'unknown') return 2;
  return value.kind === 'null' ? 1 : 0;
}

function compareMembers(a: Value, aKey: string, b: Value, bKey: string): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a.kind === 'number' && b.kind === 'number') return compareNumbers(a.value, b.value);
  if (a.kind === 'string' && b.kind === 'string') return compareHclText(a.value, b.value);
  if (a.kind === 'bool' && b.kind === 'bool') return Number(a.value) - Number(b.value);
  return compareHclText(aKey, bKey);
}

/** The text by which Terraform orders the members of sets of lists, objects and so on. */
function orderKey(value: Value): string {
  switch (value.kind) {
    case 'unknown':
      return '?';
    case 'null':
      return '~';
    case 'bool':
      return value.value ? 'T' : 'F';
    case 'number':
      return tenDigits(value.value.mantissa, value.value.exponent);
    case 'string':
      return quote(value.value);
    case 'list':
    case 'set':
      return `[${value.elements.map((item) => `${orderKey(item)};`).join('')}]`;
    case 'tuple':
      return `<${value.elements.map((item) => `${orderKey(item)};`).join('')}>`;
    case 'map':
      return `{${[...value.entries].map(([key, item]) => `${quote(key)}:${orderKey(item)};`).join('')}}`;
    case 'object':
      return `<${[...value.entries.values()].map((item) => `${orderKey(item)};`).join('')}>`;
  }
}

/** `%.10g`, the format by which Terraform orders sets of objects with numbers. */
function tenDigits(mantissa: bigint, exponent: number): string {
  if (mantissa === 0n) return '0';
  const { digits, point } = roundDigits(exactDigits(mantissa, exponent), 10);
  const sign = mantissa < 0n ? '-' : '';
  const power = point - 1;
  if (power < -4 || power >= 10) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(power)).padStart(2, '0');
    return `${sign}${digits.charAt(0)}${fraction}e${power < 0 ? '-' : '+'}${size}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** Double-quoted with escapes, as `%q` prints. */
function quote(text: string): string {
  const body = text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (char) => {
    const known = escapes[char];
    if (known !== undefined) return known;
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
    if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
    return `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return `"${body}"`;
}

/**
 * True when the values are equal in every respect except marks. Unknown values equal each other.
 */
export function identical(a: Value, b: Value): boolean {
  return typesEqual(valueTypeOf(a), valueTypeOf(b)) && identicalPlain(unmarkDeep(a), unmarkDeep(b));
}

/** Compares values of the same type, so types inside need no further comparison. */
function identicalPlain(a: Value, b: Value): boolean {
  if (a.kind === 'unknown') return b.kind === 'unknown';
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'list':
    case 'set':
    case 'tuple': {
      const others = (b as typeof a).elements;
      return (
        a.elements.length === others.length &&
        a.elements.every((item, index) => {
          const other = others[index];
          return other !== undefined && identicalPlain(item, other);
        })
      );
    }
    case 'map':
    case 'object': {
      const others = (b as typeof a).entries;
      if (a.entries.size !== others.size) return false;
      for (const [key, item] of a.entries) {
        const other = others.get(key);
        if (other === undefined || !identicalPlain(item, other)) return false;
      }
      return true;
    }
    default:
      return equality(a, b) === 'equal';
  }
}
