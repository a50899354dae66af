import type { Json } from './json.ts';

/** The parsed value; undefined if the text is not JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The caller reports what was expected. The message of the error quotes the text, which may
    // contain secrets.
    return undefined;
  }
}

/** The object or list in a text, such as a policy; undefined for any other text. */
export function parsedDocument(text: string): Json | undefined {
  // Most texts are none, and an error for each of them would take long.
  return /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
}

/** The text in a JSON string with its quotes; undefined for an escape that JSON does not have. */
export function parsedQuoted(quoted: string): string | undefined {
  const value = parsedJson(quoted);
  return typeof value === 'string' ? value : undefined;
}
