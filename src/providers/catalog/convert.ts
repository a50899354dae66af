import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject, own } from '../../model/json.ts';
import { items, scalar } from './request.ts';

/**
 * Converts a request value to Terraform's type. Undefined if it does not have the expected shape.
 */
export type Converter = (value: Json) => Json | undefined;

export function toText(value: Json): string | undefined {
  const found = scalar(value);
  return found === undefined ? undefined : String(found);
}

/** Text, or null for an empty string: for attributes that an empty string unsets. */
export function toTextOrNull(value: Json): Json | undefined {
  const found = toText(value);
  return found === '' ? null : found;
}

export function toNumber(value: Json): number | undefined {
  const found = scalar(value);
  if (found === undefined || found === '' || typeof found === 'boolean') return undefined;
  const number = Number(found);
  return Number.isFinite(number) ? number : undefined;
}

export function toBool(value: Json): boolean | undefined {
  const found = scalar(value);
  if (found === true || found === 'true') return true;
  if (found === false || found === 'false') return false;
  return undefined;
}

export function toInverse(value: Json): boolean | undefined {
  const found = toBool(value);
  return found === undefined ? undefined : !found;
}

/** JSON as Terraform stores it: as text, even if the log shows the document itself. */
export function toJsonText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : undefined;
}

/** The members of a list, in order. */
export function toTexts(value: Json): readonly string[] | undefined {
  const texts = items(value).map(toText);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The members of a set, sorted and without duplicates, so that equal sets are equal arrays. */
export function toTextSet(value: Json): readonly string[] | undefined {
  const texts = toTexts(value);
  return texts === undefined ? undefined : [...new Set(texts)].sort();
}

/** A set given as one comma-separated string. */
export function toCommaSet(value: Json): readonly string[] | undefined {
  if (typeof value !== 'string') return toTextSet(value);
  const parts = value.split(',').map((part) => part.trim());
  return toTextSet(parts.filter((part) => part !== ''));
}

/** A map of texts: `{"a": 1}` becomes `{"a": "1"}`. */
export function toTextMap(value: Json): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries: [string, string][] = [];
  for (const key of Object.keys(value).sort()) {
    const text = toText(value[key] ?? null);
    if (text === undefined) return undefined;
    entries.push([key, text]);
  }
  return Object.fromEntries(entries);
}

/** Maps enumerated values of the API to Terraform's; undefined for an unknown value. */
export function toMapped(values: Readonly<Record<string, Json>>): Converter {
  return (value) => {
    const found = toText(value);
    return found !== undefined ? own(values, found) : undefined;
  };
}

/**
 * A time in RFC 3339, as Terraform writes it. CloudTrail also has `Jul 10, 2023 11:54:39 AM`, in
 * UTC, and milliseconds since 1970.
 */
export function toTimestamp(value: Json): string | undefined {
  const found = scalar(value);
  if (found === undefined || found === '' || typeof found === 'boolean') return undefined;
  const zoned = typeof found === 'string' && !/(Z|[+-]\d\d:?\d\d|UTC|GMT)$/.test(found);
  const date = new Date(zoned ? `${found} UTC` : found);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
}
