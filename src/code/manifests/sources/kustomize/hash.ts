import { hexDigest } from '../../../../model/digest.ts';
import { canonicalJson, type JsonObject } from '../../../../model/json.ts';

const letters: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };

/**
 * The suffix that kustomize appends to the name of a generated ConfigMap: ten characters of the
 * SHA-256 of its content, with letters replaced that could form words or be misread.
 */
export function hashSuffix(name: string, data: JsonObject): string {
  // Go's JSON encoder escapes these three characters.
  const text = canonicalJson({ data, kind: 'ConfigMap', name }).replaceAll(
    /[<>&]/g,
    (one) => `\\u00${one.charCodeAt(0).toString(16)}`,
  );
  const digest = hexDigest(text).slice(0, 10);
  return [...digest].map((one) => letters[one] ?? one).join('');
}
