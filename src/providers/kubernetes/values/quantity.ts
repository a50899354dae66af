import type { Json } from '../../../model/json.ts';

/** A quantity as a fraction, which is exact. */
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

/** The number that a quantity such as `500m` or `1Gi` stands for; undefined for no quantity. */
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

/** True for what Kubernetes reads as a quantity. */
export function isQuantity(value: Json | undefined): boolean {
  return fractionOf(value) !== undefined;
}

/** The number that a quantity stands for, as near as a number comes; undefined for no quantity. */
export function amountOf(value: Json | undefined): number | undefined {
  const fraction = fractionOf(value);
  return fraction && Number(fraction.numerator) / Number(fraction.denominator);
}

/** -1, 0 or 1 as the first quantity is less, the same or more; undefined for no quantities. */
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

/** True where a field of Kubernetes' own types holds a quantity. */
export function holdsQuantity(names: readonly string[]): boolean {
  return holders.has(names.at(-2) ?? '') || fields.has(names.at(-1) ?? '');
}
