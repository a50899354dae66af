import { mentionsSecret } from './credential/name.ts';
import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { isMasked } from './masked.ts';
import { scrubbed, scrubText } from './scrub.ts';

/**
 * A value for people, in which masked values and those that look like or are named as secrets are
 * `[secret]`.
 */
export function displayWithoutSecrets(value: Json): Json {
  if (typeof value === 'string') return isMasked(value) ? scrubbed : scrubText(value);
  if (isJsonArray(value)) return value.map(displayWithoutSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      mentionsSecret(name) && child !== null ? scrubbed : displayWithoutSecrets(child),
    ]),
  );
}
