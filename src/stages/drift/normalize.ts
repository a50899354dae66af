import { isArmId } from '../../model/arm-id.ts';
import { relativeGoogleName } from '../../model/google-name.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { isPolicyDocument, normalizePolicy } from '../../model/policy-document.ts';

/** What is known about a value before it is compared. */
export interface ValueHint {
  readonly collection?: 'set' | 'list' | 'map';
  /** False for a required attribute, for which an empty value is a real value. */
  readonly optional?: boolean;
  /** A DNS name, for which case and a trailing dot have no meaning. */
  readonly dns?: boolean;
  /**
   * An attribute of Google Cloud: names may be links or relative, and durations have any precision.
   */
  readonly google?: boolean;
  /** An Azure location: `West Europe` equals `westeurope`. */
  readonly place?: boolean;
  /** The provider compares the text literally, even if it contains a document. */
  readonly verbatim?: boolean;
  /** The hint for an attribute or map key (text), or for any element (number), inside the value. */
  within?(step: string | number): ValueHint | undefined;
}

/** Texts with deeper nesting are not parsed as documents; no real policy is nested so deeply. */
const deepest = 100;

/**
 * A key that two values share exactly when they mean the same to Terraform; undefined for every
 * value that means "nothing there". Comparing keys makes this equality an equivalence relation.
 */
export function normalKey(value: Json | undefined, hint?: ValueHint): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonArray(value)) return arrayKey(value, hint);
  if (isJsonObject(value)) return objectKey(Object.entries(value), hint);
  if (value === '' && hint?.optional !== false) return undefined;
  return typeof value === 'string' ? textKey(value, hint) : JSON.stringify(String(value));
}

function arrayKey(items: readonly Json[], hint: ValueHint | undefined): string | undefined {
  if (items.length === 0) return undefined;
  const within = hint?.within?.(0);
  const keys = items.map((item) => normalKey(item, within) ?? 'null');
  return `[${hint?.collection === 'set' ? [...new Set(keys)].sort() : keys}]`;
}

function objectKey(
  entries: readonly (readonly [string, Json])[],
  hint: ValueHint | undefined,
): string | undefined {
  const keys = entries.flatMap(([name, value]) => {
    const key = normalKey(value, hint?.within?.(name));
    return key === undefined ? [] : [`${JSON.stringify(name)}:${key}`];
  });
  return keys.length === 0 ? undefined : `{${keys.sort().join(',')}}`;
}

function textKey(text: string, hint: ValueHint | undefined): string {
  if (hint?.dns === true) return JSON.stringify(text.replace(/\.$/, '').toLowerCase());
  if (hint?.google === true && isGoogleForm(text)) return JSON.stringify(plainGoogle(text));
  if (hint?.place === true) return JSON.stringify(text.toLowerCase().replaceAll(' ', ''));
  if (isArmId(text)) return JSON.stringify(text.toLowerCase());
  const document = hint?.verbatim === true ? undefined : readDocumentText(text);
  if (document === undefined) return JSON.stringify(text);
  const normal = isPolicyDocument(document)
    ? canonicalJson(normalizePolicy(document))
    : normalKey(document);
  return `document ${normal ?? 'empty'}`;
}

function isGoogleForm(text: string): boolean {
  return text.includes('googleapis.com/') || /^\d+\.\d*0s$/.test(text);
}

function plainGoogle(text: string): string {
  return relativeGoogleName(text)
    .replace(/^(\d+)\.0+s$/, '$1s')
    .replace(/^(\d+\.\d*[1-9])0+s$/, '$1s');
}

/** The JSON object or array that a text contains, or undefined. */
function readDocumentText(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text) || nestingDepth(text) > deepest) return undefined;
  return parsedJson(text);
}

function nestingDepth(text: string): number {
  let depth = 0;
  let max = 0;
  for (const character of text.replace(/"(?:[^"\\]|\\.)*"/gs, '')) {
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    max = Math.max(max, depth);
  }
  return max;
}
