import { isIPv4 } from 'node:net';
import type { Json } from '../../../model/json.ts';
import { compareQuantities, isQuantity } from '../../kubernetes/values/quantity.ts';

type Unit = 'number' | 'seconds' | 'percent' | 'address';

interface Amount {
  readonly unit: Unit;
  readonly amount: number;
}

const seconds: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};
const plainDuration = /^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/;
const isoDuration =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const isoUnits = [31_536_000, 2_592_000, 604_800, 86_400, 3600, 60, 1];

/**
 * -1, 0 or 1 if the first amount is lower, equal or higher: numbers, which may be given as text,
 * durations (`86400s`, `24h`, `P7D`), percentages, quantities (`512Mi`), IPv4 addresses.
 * `unlimited` is a number above all others. Undefined if the two cannot be compared.
 */
export function compareAmounts(
  a: Json | undefined,
  b: Json | undefined,
  unlimited?: number,
): -1 | 0 | 1 | undefined {
  const [left, right] = [amountOf(a), amountOf(b)];
  if (left === undefined || right === undefined || left.unit !== right.unit) {
    return compareAsQuantities(a, b);
  }
  const [x, y] = [limited(left, unlimited), limited(right, unlimited)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * Suffixes of quantities mean something other than units: `500m` is half of `1`, or 500 minutes.
 */
function compareAsQuantities(a: Json | undefined, b: Json | undefined): -1 | 0 | 1 | undefined {
  const order = isQuantity(a) && isQuantity(b) ? compareQuantities(a, b) : undefined;
  return order === undefined ? undefined : order < 0 ? -1 : order > 0 ? 1 : 0;
}

function limited({ amount }: Amount, unlimited: number | undefined): number {
  return amount === unlimited ? Number.POSITIVE_INFINITY : amount;
}

function amountOf(value: Json | undefined): Amount | undefined {
  if (typeof value === 'number') return { unit: 'number', amount: value };
  if (typeof value !== 'string' || value.length > 60) return undefined;
  const text = value.trim();
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return { unit: 'number', amount: Number(text) };
  if (/^\d+(?:\.\d+)?%$/.test(text)) return { unit: 'percent', amount: Number(text.slice(0, -1)) };
  if (isIPv4(text)) return { unit: 'address', amount: addressNumber(text) };
  return duration(text);
}

function addressNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function duration(text: string): Amount | undefined {
  if (plainDuration.test(text)) {
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)];
    const amount = parts.reduce(
      (sum, [, n, unit = '']) => sum + Number(n) * (seconds[unit] ?? 0),
      0,
    );
    return { unit: 'seconds', amount };
  }
  const [whole, ...parts] = isoDuration.exec(text) ?? [];
  if (whole === undefined || parts.every((part) => part === undefined)) return undefined;
  const amount = parts.reduce((sum, n, index) => sum + Number(n ?? 0) * (isoUnits[index] ?? 0), 0);
  return { unit: 'seconds', amount };
}
