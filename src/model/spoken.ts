import type { Json } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';
import { parsedDocument } from './parsed-json.ts';
import { joinedWords } from './words.ts';

/**
 * A value as a complete phrase in a sentence: `tcp`, `a, b and c`, `from_port 443, protocol tcp`.
 * Blank members of objects are left out. A document is not quoted, since it is unreadable in a
 * sentence. Nothing is escaped or shortened; see `displayText`.
 */
export function spokenForm(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return spokenText(value);
  if (isJsonArray(value)) return listed(value.map(spokenForm));
  if (!isJsonObject(value)) return String(value);
  const parts = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const member = value[key] ?? null;
      return isBlank(member) ? [] : [member === true ? key : `${key} ${spokenForm(member)}`];
    });
  return parts.length === 0 ? 'an empty object' : parts.join(', ');
}

function spokenText(text: string): string {
  if (text === '') return '""';
  return parsedDocument(text) === undefined ? text : 'a document';
}

function listed(parts: readonly string[]): string {
  return parts.length === 0 ? 'an empty list' : joinedWords(parts);
}

function isBlank(value: Json): boolean {
  if (value === null || value === '' || value === false) return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
