import type { LogValue } from './event.ts';
import type { Json } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';

/** Matches texts that entirely stand for a secret. Fewer than three asterisks may be a wildcard. */
const masks =
  /^(?:\*{3,}|\*{3} ?\((?:before|after)\)|\*{3}redacted\*{3}|[[(<]redacted[\])>]|sensitiveDataRemoved)$/i;

/** Markers that services also insert into a text, e.g. into a PartiQL statement. */
const insertions: readonly string[] = [
  'HIDDEN_DUE_TO_SECURITY_REASONS',
  '<sensitiveDataRemoved>',
  '***(Redacted)',
];

/** True for a text that a service writes in place of a secret, or in which it replaced one. */
export function isMasked(text: string): boolean {
  return masks.test(text.trim()) || insertions.some((marker) => text.includes(marker));
}

/**
 * A value in a log, unless it, or anything inside it, is masked (`redacted`), or it was cut because
 * of its size (`omitted`).
 */
export function readLogValue(value: Json): LogValue {
  if (containsMask(value)) return { kind: 'redacted' };
  return isOmission(value) ? { kind: 'omitted' } : { kind: 'known', value };
}

/** True for a value that is hidden or has a hidden part. */
export function containsHidden(value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (readLogValue(value).kind !== 'known') return true;
  if (isJsonArray(value)) return value.some(containsHidden);
  return isJsonObject(value) && Object.values(value).some(containsHidden);
}

function containsMask(value: Json): boolean {
  if (typeof value === 'string') return isMasked(value);
  if (isJsonArray(value)) return value.some(containsMask);
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((key) => containsMask(value[key] ?? null));
}

/** What stands for a value that a call does not name, in the form of a part over the size limit. */
export const omission: Json = { omitted: true, originalSize: 0 };

/**
 * True for the replacement of a part over the size limit: `{"omitted": true, "originalSize": ...}`.
 */
function isOmission(value: Json): boolean {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'omitted')) return false;
  const { omitted } = value;
  return (omitted === true || omitted === 'true') && Object.hasOwn(value, 'originalSize');
}
