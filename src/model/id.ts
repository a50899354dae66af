import { createHash } from 'node:crypto';
import type { Json } from './json.ts';
import { canonicalJson } from './json.ts';

/** `prefix-` and 12 hex digits of the value's SHA-256: equal content gives equal ids. */
export function contentId(prefix: string, value: Json): string {
  const digest = createHash('sha256').update(canonicalJson(value)).digest('hex');
  return `${prefix}-${digest.slice(0, 12)}`;
}
