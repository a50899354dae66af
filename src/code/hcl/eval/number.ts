/**
 * Terraform's numbers: binary floating point with up to 512 bits of mantissa, rounded to nearest
 * even. A decimal type would give visibly different results (`floor(10 / 3 * 3)` is 10 in
 * Terraform). The value is `mantissa * 2 ** exponent`; the mantissa is odd, or zero with exponent
 * 0.
 */
export interface Num {
  readonly mantissa: bigint;
  readonly exponent: number;
  /** The minimum number of mantissa bits that arithmetic with this number keeps. */
  readonly precision: number;
}

/** Precision of literals and of numbers parsed from text. */
export const literalPrecision = 512;

/** Precision of numbers that functions return from integers, e.g. `length`. */
const integerPrecision = 64;

/** Precision of numbers that functions return from doubles, e.g. `pow`. */
const doublePrecision = 53;

/** A larger exponent has no use except to exhaust memory. */
const exponentLimit = 20_000;

export function bitLength(value: bigint): number {
  const positive = value < 0n ? -value : value;
  if (positive <= 0xffffffffn) return 32 - Math.clz32(Number(positive));
  const hex = positive.toString(16);
  return hex.length * 4 - (Math.clz32(Number.parseInt(hex.charAt(0), 16)) - 28);
}

function trailingZeros(value: bigint): number {
  let count = 0;
  let rest = value;
  while ((rest & 0xffffffffn) === 0n) {
    rest >>= 32n;
    count += 32;
  }
  const low = Number(rest & 0xffffffffn) | 0;
  return count + 31 - Math.clz32(low & -low);
}

/** Rounds to nearest even. `sticky` means that the true value is slightly larger in magnitude. */
function makeNumber(mantissa: bigint, exponent: number, precision: number, sticky = false): Num {
  if (mantissa === 0n) return { mantissa: 0n, exponent: 0, precision };
  const negative = mantissa < 0n;
  let bits = negative ? -mantissa : mantissa;
  let shift = exponent;
  const excess = bitLength(bits) - precision;
  if (excess > 0) {
    const half = 1n << BigInt(excess - 1);
    const rest = bits & ((half << 1n) - 1n);
    bits >>= BigInt(excess);
    shift += excess;
    if (rest > half || (rest === half && (sticky || (bits & 1n) === 1n))) bits += 1n;
  }
  const zeros = trailingZeros(bits);
  bits >>= BigInt(zeros);
  return { mantissa: negative ? -bits : bits, exponent: shift + zeros, precision };
}

export function fromInteger(value: number | bigint, precision = integerPrecision): Num {
  return makeNumber(BigInt(value), 0, precision);
}

/** An integer with as many bits as it needs. */
export function fromExactInteger(value: bigint): Num {
  return makeNumber(value, 0, Math.max(integerPrecision, bitLength(value)));
}

/** A double, without rounding. Undefined for infinities and NaN. */
export function fromDouble(value: number): Num | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (Number.isInteger(value)) return makeNumber(BigInt(value), 0, doublePrecision);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  const exponent = (biased === 0 ? 1 : biased) - 1075;
  return makeNumber(value < 0 ? -mantissa : mantissa, exponent, doublePrecision);
}

const shortInteger = /^\d{1,15}$/;
const decimalSyntax = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Parses decimal text as in literals and conversions; undefined if it is not a number. */
export function parseNumber(text: string): Num | undefined {
  if (shortInteger.test(text)) return makeNumber(BigInt(text), 0, literalPrecision);
  const match = decimalSyntax.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const digits = whole + fraction;
  if (digits === '') return undefined;
  const exponent = Number(exponentText) - fraction.length;
  if (Math.abs(exponent) > exponentLimit) return undefined;
  const integer = BigInt(digits) * (sign === '-' ? -1n : 1n);
  if (exponent >= 0) return makeNumber(integer * 10n ** BigInt(exponent), 0, literalPrecision);
  return quotient(integer, 0, 10n ** BigInt(-exponent), 0, literalPrecision);
}

function quotient(
  dividend: bigint,
  dividendExponent: number,
  divisor: bigint,
  divisorExponent: number,
  precision: number,
): Num {
  const shift = Math.max(0, precision + 2 + bitLength(divisor) - bitLength(dividend));
  const scaled = (dividend < 0n ? -dividend : dividend) << BigInt(shift);
  const by = divisor < 0n ? -divisor : divisor;
  const bits = scaled / by;
  const negative = dividend < 0n !== divisor < 0n;
  // One extra bit represents the remainder, so that only an exact tie counts as one.
  const sticky = scaled % by === 0n ? 0n : 1n;
  const mantissa = (bits << 1n) | sticky;
  const exponent = dividendExponent - divisorExponent - shift - 1;
  return makeNumber(negative ? -mantissa : mantissa, exponent, precision);
}

function align(a: Num, b: Num): { left: bigint; right: bigint; exponent: number } {
  const exponent = Math.min(a.exponent, b.exponent);
  return {
    left: a.mantissa << BigInt(a.exponent - exponent),
    right: b.mantissa << BigInt(b.exponent - exponent),
    exponent,
  };
}

export function addNumbers(a: Num, b: Num): Num {
  const { left, right, exponent } = align(a, b);
  return makeNumber(left + right, exponent, Math.max(a.precision, b.precision));
}

export function subtractNumbers(a: Num, b: Num): Num {
  return addNumbers(a, negateNumber(b));
}

export function multiplyNumbers(a: Num, b: Num): Num {
  const exact = makeNumber(a.mantissa * b.mantissa, a.exponent + b.exponent, literalPrecision);
  const precision = Math.max(a.precision, b.precision, bitLength(exact.mantissa));
  return makeNumber(exact.mantissa, exact.exponent, precision);
}

/** The divisor must not be zero. */
export function divideNumbers(a: Num, b: Num): Num {
  const precision = Math.max(a.precision, b.precision);
  return quotient(a.mantissa, a.exponent, b.mantissa, b.exponent, precision);
}

/** Remainder with the sign of the dividend. Division by zero returns the dividend. */
export function remainder(a: Num, b: Num): Num {
  if (isZero(b)) return a;
  const { precision } = a;
  // Rounded step by step, as Terraform does.
  const whole = makeNumber(truncate(divideNumbers(a, b)), 0, precision);
  const product = makeNumber(whole.mantissa * b.mantissa, whole.exponent + b.exponent, precision);
  const { left, right, exponent } = align(a, product);
  return makeNumber(left - right, exponent, precision);
}

export function negateNumber(a: Num): Num {
  return { mantissa: -a.mantissa, exponent: a.exponent, precision: a.precision };
}

export function compareNumbers(a: Num, b: Num): number {
  const { left, right } = align(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function numbersEqual(a: Num, b: Num): boolean {
  return a.mantissa === b.mantissa && a.exponent === b.exponent;
}

export function isInteger(a: Num): boolean {
  return a.exponent >= 0;
}

export function isZero(a: Num): boolean {
  return a.mantissa === 0n;
}

/** The integer part, towards zero. */
export function truncate(a: Num): bigint {
  if (a.exponent >= 0) return a.mantissa << BigInt(a.exponent);
  const magnitude = (a.mantissa < 0n ? -a.mantissa : a.mantissa) >> BigInt(-a.exponent);
  return a.mantissa < 0n ? -magnitude : magnitude;
}

export function floorNumber(a: Num): Num {
  if (a.exponent >= 0) return a;
  return makeNumber(a.mantissa >> BigInt(-a.exponent), 0, a.precision);
}

export function ceilNumber(a: Num): Num {
  return negateNumber(floorNumber(negateNumber(a)));
}

/** The number as a safe JavaScript integer; undefined if it is not one. */
export function toSafeInteger(a: Num): number | undefined {
  if (!isInteger(a) || bitLength(a.mantissa) + a.exponent > 53) return undefined;
  const value = Number(truncate(a));
  return Number.isSafeInteger(value) ? value : undefined;
}
