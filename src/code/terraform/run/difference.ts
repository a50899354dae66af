import type { Json } from '../../../model/json.ts';
import { canonicalJson, isJsonArray, isJsonObject, own } from '../../../model/json.ts';
import { parsedDocument } from '../../../model/parsed-json.ts';
import type { AttributePath } from '../../../model/path.ts';

export interface PlanDifference {
  readonly path: AttributePath;
  /** Undefined if there is no value. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/**
 * The places where two values differ, as deep as their shapes match. Null, `{}`, `[]` and `""` are
 * equal, and so are two spellings of the same JSON document, because providers use them
 * interchangeably.
 */
export function planDifferences(
  before: Json | undefined,
  after: Json | undefined,
): PlanDifference[] {
  return collect(before, after, []);
}

function collect(
  before: Json | undefined,
  after: Json | undefined,
  path: AttributePath,
): PlanDifference[] {
  if (isBlankValue(before) && isBlankValue(after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) =>
      collect(member(before, name), member(after, name), [...path, name]),
    );
  }
  if (isJsonArray(before) && isJsonArray(after) && before.length === after.length) {
    if (before.every(isJsonObject) && after.every(isJsonObject)) {
      return before.flatMap((item, at) => collect(item, after[at], [...path, at]));
    }
  }
  return sameValue(before, after) ? [] : [{ path, before, after }];
}

function member(of: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return own(of, name);
}

/** True for null, empty text and empty collections. */
export function isBlankValue(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function sameValue(before: Json | undefined, after: Json | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  if (canonicalJson(before) === canonicalJson(after)) return true;
  const one = document(before);
  const other = document(after);
  return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
}

/** The object or list in JSON text, such as a policy. */
function document(value: Json): Json | undefined {
  return typeof value === 'string' ? parsedDocument(value) : undefined;
}
