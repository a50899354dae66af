import type { LogValue } from './event.ts';
import type { Json } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';

const markers: ReadonlySet<string> = new Set([
  'HIDDEN_DUE_TO_SECURITY_REASONS',
  '***',
  '****',
  '*****',
  '<sensitiveDataRemoved>',
  'sensitiveDataRemoved',
]);

/** True for a text that a service writes in place of a secret. */
export function isMasked(text: string): boolean {
  return markers.has(text.trim());
}

/**
 * A value of a log, unless it, or anything inside it, is masked (`redacted`) or was cut for its
 * size (`omitted`).
 */
export function readLogValue(value: Json): LogValue {
  if (containsMask(value)) return { kind: 'redacted' };
  return isOmission(value) ? { kind: 'omitted' } : { kind: 'known', value };
}

function containsMask(value: Json): boolean {
  if (typeof value === 'string') return isMasked(value);
  if (isJsonArray(value)) return value.some(containsMask);
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((key) => containsMask(value[key] ?? null));
}

/** The stand-in for a part over the size limit: `{"omitted": true, "originalSize": ...}`. */
function isOmission(value: Json): boolean {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'omitted')) return false;
  const { omitted } = value;
  return (omitted === true || omitted === 'true') && Object.hasOwn(value, 'originalSize');
}
