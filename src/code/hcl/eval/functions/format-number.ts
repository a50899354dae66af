import type { Num } from '../number.ts';
import { truncate } from '../number.ts';
import type { Decimals } from '../number-text.ts';
import { exactDigits, roundDigits, shortestDigits } from '../number-text.ts';
import type { Verb } from './format.ts';

const bases: Readonly<Record<string, number>> = { b: 2, d: 10, o: 8, x: 16, X: 16 };
const prefixes: Readonly<Record<string, string>> = { b: '0b', o: '0', x: '0x', X: '0X' };

/**
 * The integer part in base 2, 8, 10 or 16, with the sign, prefix and padding that the verb
 * requests.
 */
export function formatInteger(verb: Verb, number: Num): string {
  const { mode, flags, precision } = verb;
  const value = truncate(number);
  let digits = (value < 0n ? -value : value).toString(bases[mode] ?? 10);
  if (mode === 'X') digits = digits.toUpperCase();
  if (precision !== undefined) {
    digits = precision === 0 && value === 0n ? '' : digits.padStart(precision, '0');
  }
  const prefix = flags.includes('#') ? (prefixes[mode] ?? '') : '';
  const zeros = precision === undefined;
  return place(verb, signOf(value < 0n, flags) + prefix, digits, zeros);
}

function signOf(negative: boolean, flags: string): string {
  if (negative) return '-';
  if (flags.includes('+')) return '+';
  return flags.includes(' ') ? ' ' : '';
}

function place({ flags, width = 0 }: Verb, sign: string, digits: string, zeros: boolean): string {
  const missing = width - sign.length - digits.length;
  if (missing <= 0) return sign + digits;
  if (flags.includes('-')) return sign + digits + ' '.repeat(missing);
  if (flags.includes('0') && zeros) return sign + '0'.repeat(missing) + digits;
  return ' '.repeat(missing) + sign + digits;
}

/** `%e`, `%f`, `%g` and their upper-case forms. */
export function formatFloat(verb: Verb, number: Num): string {
  const { mode, flags, precision } = verb;
  const digits = floatDigits(mode.toLowerCase(), precision, number);
  const text = mode === mode.toUpperCase() ? digits.toUpperCase() : digits;
  return place(verb, signOf(number.mantissa < 0n, flags), text, true);
}

function floatDigits(mode: string, precision: number | undefined, number: Num): string {
  const exact = exactDigits(number.mantissa, number.exponent);
  if (mode === 'f') return fixedText(exact, precision ?? 6);
  if (mode === 'e') return exponentText(exact, (precision ?? 6) + 1);
  return precision === undefined ? general(shortestDigits(number)) : generalTo(exact, precision);
}

/** `%v` of a number: the fewest digits, with an exponent from a million upwards. */
export function generalText(number: Num): string {
  const sign = number.mantissa < 0n ? '-' : '';
  return sign + general(shortestDigits(number));
}

function general(shortest: Decimals): string {
  const exponent = shortest.point - 1;
  if (exponent < -4 || exponent >= 6) return exponentText(shortest, shortest.digits.length);
  return fixedText(shortest, Math.max(shortest.digits.length - shortest.point, 0));
}

function generalTo(exact: Decimals, precision: number): string {
  const rounded = roundDigits(exact, Math.max(precision, 1));
  const exponent = rounded.point - 1;
  const limit = Math.max(precision, 1);
  if (exponent < -4 || exponent >= limit) return exponentText(rounded, rounded.digits.length);
  return fixedText(rounded, Math.max(rounded.digits.length - rounded.point, 0));
}

/** Decimal text with `places` digits after the point. */
function fixedText(decimals: Decimals, places: number): string {
  const { digits, point } = roundDigits(decimals, decimals.point + places);
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  if (places === 0) return whole;
  const fraction = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  return `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`;
}

/** Text with an exponent: one digit before the point, `count` digits in total. */
function exponentText(decimals: Decimals, count: number): string {
  const { digits, point } = roundDigits(decimals, count);
  const zero = /^0*$/.test(digits);
  const exponent = zero ? 0 : point - 1;
  const shown = digits.padEnd(count, '0');
  const fraction = count > 1 ? `.${shown.slice(1)}` : '';
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${shown.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
}
