import { isJsonArray, isJsonObject, type Json } from '../json.ts';
import type { AttributePath } from '../path.ts';
import { credentialAt } from './find.ts';

/**
 * The value with each text that is a credential replaced, by its kind. A text that contains a
 * document is replaced entirely. If a key is a credential, its entire object is replaced.
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
  // A key may itself contain the credential, or only all parts together may reveal it. Then
  // everything is replaced.
  const isOpen = credentialAt(path, Object.fromEntries(entries.map(([key]) => [key, null])));
  if (isOpen !== undefined) return instead(isOpen, value);
  const isInPart = Object.entries(value).some(
    ([key, item]) => credentialAt(below(path, key), item) !== undefined,
  );
  return isInPart ? replaced : instead(kind, value);
}

/** A path of at least two steps, since only keys below an attribute indicate a secret. */
function below(path: AttributePath, step: string | number): AttributePath {
  return path.length === 0 ? ['', step] : [...path, step];
}
