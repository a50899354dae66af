import type { Json } from '../../../model/json.ts';

/** A quantity as an exact fraction. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const form = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:([eE][+-]?\d{1,2})|([numkMGTPE]|[KMGTPE]i)?)$/;

/**
 * The number that a quantity such as `500m` or `1Gi` means, or undefined if it is not a quantity.
 */
function fractionOf(value: Json | undefined): Fraction | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  if (text.length > 60) return undefined;
  const [whole, sign, digits = '', exponent, suffix = ''] = form.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [before = '', after = ''] = digits.split('.');
  let numerator = BigInt(`${before}${after}` || '0') * (sign === '-' ? -1n : 1n);
  let denominator = 10n ** BigInt(after.length);
  const power = exponent === undefined ? (decimal[suffix] ?? 0) : Number(exponent.slice(1));
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator *= 10n ** BigInt(-power);
  numerator *= 1024n ** BigInt(binary.indexOf(suffix) + 1);
  return { numerator, denominator };
}

/** True for values that Kubernetes accepts as a quantity. */
export function isQuantity(value: Json | undefined): boolean {
  return fractionOf(value) !== undefined;
}

/**
 * The number that a quantity means, as a rounded floating-point value, or undefined if it is not a
 * quantity.
 */
export function parseQuantity(value: Json | undefined): number | undefined {
  const fraction = fractionOf(value);
  return fraction && Number(fraction.numerator) / Number(fraction.denominator);
}

/**
 * -1, 0 or 1 if the first quantity is lower, equal or higher; undefined if one is not a quantity.
 */
export function compareQuantities(a: Json | undefined, b: Json | undefined): number | undefined {
  const [left, right] = [fractionOf(a), fractionOf(b)];
  if (left === undefined || right === undefined) return undefined;
  const [x, y] = [left.numerator * right.denominator, right.numerator * left.denominator];
  return x < y ? -1 : x > y ? 1 : 0;
}

const holders: ReadonlySet<string> = new Set([
  'limits',
  'requests',
  'hard',
  'capacity',
  'overhead',
  'default',
  'defaultRequest',
  'max',
  'min',
  'maxLimitRequestRatio',
]);
const fields: ReadonlySet<string> = new Set([
  'sizeLimit',
  'averageValue',
  'divisor',
  'storage',
  'cpu',
  'memory',
]);

/** True for fields in Kubernetes' own types that contain a quantity. */
export function holdsQuantity(names: readonly string[]): boolean {
  return holders.has(names.at(-2) ?? '') || fields.has(names.at(-1) ?? '');
}
