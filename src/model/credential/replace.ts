import { isJsonArray, isJsonObject, type Json } from '../json.ts';
import type { AttributePath } from '../path.ts';
import { credentialAt } from './find.ts';

/**
 * The value with something else in place of each text that is a credential, by its kind. A text with
 * a document in it goes as a whole. A key that is a credential takes its whole object with it.
 */
export function replaceCredentials(
  path: AttributePath,
  value: Json,
  instead: (kind: string, value: Json) => Json,
): Json {
  const kind = credentialAt(path, value);
  if (kind === undefined) return value;
  if (isJsonArray(value)) {
    return value.map((item, at) => replaceCredentials(below(path, at), item, instead));
  }
  if (!isJsonObject(value)) return instead(kind, value);
  const entries = Object.entries(value).map(
    ([key, item]) => [key, replaceCredentials(below(path, key), item, instead)] as const,
  );
  const replaced = Object.fromEntries(entries);
  // The name of a member, or a key, may be what gives it away: no part of it alone does.
  const isOpen = credentialAt(path, Object.fromEntries(entries.map(([key]) => [key, null])));
  if (isOpen !== undefined) return instead(isOpen, value);
  const isInPart = Object.entries(value).some(
    ([key, item]) => credentialAt(below(path, key), item) !== undefined,
  );
  return isInPart ? replaced : instead(kind, value);
}

/** A path at least two steps long: keys below an attribute may tell what they hold. */
function below(path: AttributePath, step: string | number): AttributePath {
  return path.length === 0 ? ['', step] : [...path, step];
}
