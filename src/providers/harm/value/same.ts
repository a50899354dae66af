import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { isPolicyDocument, normalizePolicy } from '../../../model/policy-document.ts';
import { canonicalCidr } from '../../catalog/cidr.ts';
import { isEmptyNode } from './node.ts';

/**
 * True for values with the same meaning: `true` and "true", 3 and "3", any case of enumerations,
 * any order of sets, any layout of JSON, a value and a list of it, an account and its root, a name
 * with and without the final dot.
 */
export function isSameNode(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || identityNode(orNull(a)) === identityNode(orNull(b));
}

/**
 * An empty map counts as absent; an empty block in a list counts as a block, like `block {}` in a
 * rule.
 */
function orNull(value: Json | undefined): Json {
  return value === undefined || isEmptyNode(value) ? null : value;
}

/** A text that is equal exactly for values with the same meaning. */
export function identityNode(value: Json): string {
  return typeof value === 'object' ? canonicalJson(plain(value)) : JSON.stringify(plain(value));
}

function plain(value: Json): Json {
  if (typeof value === 'string') return plainText(value);
  if (isJsonArray(value)) return plainList(value);
  if (!isJsonObject(value)) return value === null ? null : String(value);
  const members = Object.keys(value)
    .filter((name) => !isEmptyNode(value[name]))
    .map((name): [string, Json] => [name, plain(value[name] ?? null)]);
  return Object.fromEntries(members);
}

function plainList(list: readonly Json[]): Json {
  const texts = new Set(
    list.filter((each) => each !== null && each !== '').map((each) => canonicalJson(plain(each))),
  );
  if (texts.size === 0) return null;
  const sorted = [...texts].sort();
  return sorted.length === 1 ? (JSON.parse(sorted[0] ?? 'null') as Json) : sorted;
}

const accountId = /^\d{12}$/;
/** Words in the form of enumerations. Words in camel case may be names, so they are excluded. */
const enumeration = /^(?:[A-Z]+|[A-Z]?[a-z]+)(?:[_-](?:[A-Z]+|[A-Z]?[a-z]+))*$/;
const qualifiedName = /^(?:[\w*-]+\.)+$/;

function plainText(text: string): Json {
  if (text === '') return null;
  const first = text.charCodeAt(0);
  if (first === 0x7b || first === 0x5b) return plainDocument(text);
  if (accountId.test(text)) return `arn:aws:iam::${text}:root`;
  if (/^-?\d{1,15}(?:\.\d+)?$/.test(text)) return String(Number(text));
  if (enumeration.test(text)) return text.toLowerCase();
  if (text.endsWith('.') && qualifiedName.test(text)) return plain(text.slice(0, -1));
  return text.includes('/') ? canonicalCidr(text) : text;
}

function plainDocument(text: string): Json {
  const document = parsePolicyDocument(text);
  return document === undefined ? text : plain(document);
}

/** The object or list in a JSON text, with policies normalized; undefined for any other text. */
export function parsePolicyDocument(text: Json | undefined): Json | undefined {
  if (typeof text === 'object' && text !== null) return text;
  if (typeof text !== 'string' || !/^\s*[{[]/.test(text)) return undefined;
  try {
    const document = JSON.parse(text) as Json;
    return isPolicyDocument(document) ? normalizePolicy(document) : document;
  } catch {
    return undefined;
  }
}

/** True if a scalar, or the only one in a list, is one of `values`, compared case-insensitively. */
export function isOneOf(value: Json | undefined, values: ReadonlySet<string> | readonly string[]) {
  const wanted = values instanceof Set ? values : new Set(loweredAll(values));
  return spellings(value).some((spelling) => wanted.has(spelling));
}

function loweredAll(values: Iterable<string>): readonly string[] {
  return [...values].map((value) => value.toLowerCase());
}

const partition = /^arn:aws(?:-[a-z]+)*:/;

/** The lower-case spellings of a scalar that a table may contain. */
function spellings(value: Json | undefined): readonly string[] {
  if (isJsonArray(value)) return value.length === 1 ? spellings(value[0]) : [];
  if (value === undefined || value === null || typeof value === 'object') return [];
  const text = String(value);
  const found = [text, canonicalCidr(text), text.replace(partition, 'arn:aws:')];
  if (/^-?\d+\.0*$/.test(text)) found.push(String(Number(text)));
  const role = text.lastIndexOf('/roleDefinitions/');
  if (role >= 0) found.push(text.slice(role + '/roleDefinitions/'.length));
  return loweredAll(found);
}
