import { bitLength, type Num, toSafeInteger, truncate } from './number.ts';

/** The double nearest to the number. */
export function toDouble(a: Num): number {
  const small = a.exponent >= 0 && a.exponent < 53 && bitLength(a.mantissa) <= 53;
  return small ? Number(a.mantissa) * 2 ** a.exponent : Number(formatNumber(a));
}

/** The shortest decimal text, without exponent, that parses to the same number. */
export function formatNumber(a: Num): string {
  if (toSafeInteger(a) !== undefined && bitLength(a.mantissa) + a.exponent <= a.precision) {
    return truncate(a).toString();
  }
  const { digits, point } = shortestDigits(a);
  const sign = a.mantissa < 0n ? '-' : '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Digits without sign and leading or trailing zeros; the value is `0.digits * 10 ** point`. */
export interface Decimals {
  readonly digits: string;
  readonly point: number;
}

/** All decimal digits of `mantissa * 2 ** exponent`, exactly. */
export function exactDigits(mantissa: bigint, exponent: number): Decimals {
  const positive = mantissa < 0n ? -mantissa : mantissa;
  if (positive === 0n) return { digits: '0', point: 1 };
  const scale = exponent < 0 ? -exponent : 0;
  const integer = exponent < 0 ? positive * 5n ** BigInt(scale) : positive << BigInt(exponent);
  const text = integer.toString();
  return { digits: text.replace(/0+$/, ''), point: text.length - scale };
}

/** The fewest digits that still distinguish the number from all others of its precision. */
export function shortestDigits(a: Num): Decimals {
  const exact = exactDigits(a.mantissa, a.exponent);
  const bits = bitLength(a.mantissa);
  if (a.exponent >= 0 && bits + a.exponent <= a.precision) return exact;
  if (exact.digits.length <= 15) return exact;
  const positive = a.mantissa < 0n ? -a.mantissa : a.mantissa;
  const grow = a.precision + 1 - bits;
  const half = positive << BigInt(grow);
  const lower = exactDigits(half - 1n, a.exponent - grow);
  const upper = exactDigits(half + 1n, a.exponent - grow);
  // A tie with a neighbor rounds to the even mantissa, and a mantissa shorter than the precision is
  // even.
  const inclusive = bits < a.precision;
  return shorten(exact, lower, upper, inclusive);
}

function digitAt(decimals: Decimals, point: number, index: number): number {
  const at = index - (point - decimals.point);
  return at < 0 || at >= decimals.digits.length ? 0 : decimals.digits.charCodeAt(at) - 48;
}

function shorten(exact: Decimals, lower: Decimals, upper: Decimals, inclusive: boolean): Decimals {
  const { point } = exact;
  const lowerLength = lower.digits.length + (point - lower.point);
  const upperLength = upper.digits.length + (point - upper.point);
  for (let index = 0; index < exact.digits.length; index += 1) {
    const digit = digitAt(exact, point, index);
    const low = digitAt(lower, point, index);
    const high = digitAt(upper, point, index);
    const down = low !== digit || (inclusive && index + 1 === lowerLength);
    const up = digit !== high && (inclusive || digit + 1 < high || index + 1 < upperLength);
    if (down && up) return roundDigits(exact, index + 1);
    if (down) return cutDigits(exact, index + 1);
    if (up) return raiseDigits(exact, index + 1);
  }
  return exact;
}

function cutDigits(decimals: Decimals, count: number): Decimals {
  const digits = decimals.digits.slice(0, count).replace(/0+$/, '');
  return digits === '' ? { digits: '0', point: 1 } : { digits, point: decimals.point };
}

function raiseDigits(decimals: Decimals, count: number): Decimals {
  const raised = (BigInt(decimals.digits.slice(0, count) || '0') + 1n).toString();
  const point = decimals.point + (raised.length - count);
  return { digits: raised.replace(/0+$/, ''), point };
}

/** Rounds to `count` digits, ties to even as `%.Nf` does. */
export function roundDigits(decimals: Decimals, count: number): Decimals {
  if (count < 0) return { digits: '0', point: 1 };
  if (count >= decimals.digits.length) return decimals;
  const rest = decimals.digits.slice(count);
  const tie = /^50*$/.test(rest);
  const odd = count > 0 && (decimals.digits.charCodeAt(count - 1) - 48) % 2 === 1;
  const up = tie ? odd : rest.charCodeAt(0) >= 53;
  return up ? raiseDigits(decimals, count) : cutDigits(decimals, count);
}
