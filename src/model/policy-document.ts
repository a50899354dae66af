import type { Json, JsonObject } from './json.ts';
import { canonicalJson, isJsonArray, isJsonObject } from './json.ts';

/** Elements of a statement whose order and form (one text, or a list of one) do not matter. */
const unordered = new Set(['Action', 'NotAction', 'Resource', 'NotResource']);
const principals = new Set(['Principal', 'NotPrincipal']);
const accountId = /^\d{12}$/;

/** True for a document that IAM accepts as a policy. */
export function isPolicyDocument(document: Json): document is JsonObject {
  if (!isJsonObject(document) || !Object.hasOwn(document, 'Statement')) return false;
  return listOf(document['Statement'] ?? null).every(isJsonObject);
}

/** The policy in normalized form, which is the same for policies with the same meaning. */
export function normalizePolicy(document: JsonObject): JsonObject {
  const statements = listOf(document['Statement'] ?? null).filter(isJsonObject);
  return {
    ...withoutBlank(document, 'Id'),
    Statement: sortedUnique(statements.map(normalizeStatement)),
  };
}

/** The policy without empty ids, its own or of statements, which AWS treats as missing. */
export function withoutBlankNames(policy: JsonObject): JsonObject {
  const { Statement: statements = null } = policy;
  const named = (each: Json): Json => (isJsonObject(each) ? withoutBlank(each, 'Sid') : each);
  return {
    ...withoutBlank(policy, 'Id'),
    Statement: isJsonArray(statements) ? statements.map(named) : named(statements),
  };
}

function withoutBlank(object: JsonObject, name: string): JsonObject {
  if (!Object.hasOwn(object, name) || object[name] !== '') return object;
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}

/** The normalized statements: elements such as `Action` are sorted lists. */
export function normalStatements(document: Json | undefined): readonly JsonObject[] {
  if (document === undefined || !isPolicyDocument(document)) return [];
  return listOf(normalizePolicy(document)['Statement'] ?? null).filter(isJsonObject);
}

export function normalizeStatement(statement: JsonObject): JsonObject {
  return mapValues(withoutBlank(statement, 'Sid'), (name, value) => {
    if (principals.has(name)) return normalizePrincipal(value);
    if (name === 'Condition') return normalizeCondition(value);
    if (!unordered.has(name)) return value;
    return textSet(value, (text) => textIdentity(name, text));
  });
}

/**
 * The identity of a text in an element: the case of an action does not matter, and an account is
 * equal to its root. `element` is the name directly above: `Action`, or `AWS` in a principal.
 */
export function textIdentity(element: string, text: string): string {
  if (element === 'Action' || element === 'NotAction') return text.toLowerCase();
  return element === 'AWS' && accountId.test(text) ? `arn:aws:iam::${text}:root` : text;
}

/** `"*"` and `{"AWS": "*"}` mean anyone; a bare account id means the account's root. */
function normalizePrincipal(value: Json): Json {
  if (value === '*') return { AWS: ['*'] };
  if (!isJsonObject(value)) return value;
  return mapValues(value, (name, members) =>
    textSet(members, (text) => (name === 'AWS' ? textIdentity(name, text) : text)),
  );
}

function normalizeCondition(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return mapValues(value, (_operator, keys) =>
    isJsonObject(keys) ? mapValues(keys, (_key, values) => textSet(values)) : keys,
  );
}

function textSet(value: Json, adapt: (text: string) => string = (text) => text): Json {
  const members = listOf(value).map((member) =>
    typeof member === 'object' ? member : adapt(String(member)),
  );
  return sortedUnique(members);
}

function sortedUnique(values: readonly Json[]): readonly Json[] {
  const byText = new Map(values.map((value) => [canonicalJson(value), value] as const));
  return [...byText.keys()].sort().map((text) => byText.get(text) ?? null);
}

function listOf(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [value];
}

function mapValues(object: JsonObject, map: (key: string, value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(key, value)]));
}
