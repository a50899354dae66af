import type { Json, JsonObject } from '../../../../model/json.ts';
import { canonicalJson, isJsonArray } from '../../../../model/json.ts';
import { parsedJson } from '../../../../model/parsed-json.ts';
import { isPolicyDocument, normalStatements } from '../../../../model/policy-document.ts';
import { compareText } from '../../../../model/text.ts';
import { type ConditionClause, readClauses } from './condition.ts';
import { type PrincipalSet, readPrincipals } from './principal.ts';

/** Some names, or all names except some. */
export interface NameSet {
  readonly kind: 'only' | 'except';
  readonly patterns: readonly string[];
  /** What `only` excludes again; AWS policies have no equivalent. */
  readonly except?: readonly string[];
}

/** A statement of a policy, in a form that can be matched with a request. */
export interface GrantStatement {
  readonly effect: 'allow' | 'deny';
  readonly principals: PrincipalSet;
  /** In lower case. */
  readonly actions: NameSet;
  readonly resources: NameSet;
  readonly clauses: readonly ConditionClause[];
  /** Equal for statements with the same meaning. */
  readonly key: string;
}

/**
 * The distinct statements of a document, given as text or as JSON, sorted. Undefined if it is not a
 * policy, or has parts that IAM would not accept.
 */
export function readStatements(value: Json | undefined): readonly GrantStatement[] | undefined {
  const document = typeof value === 'string' ? parsedJson(value) : value;
  if (document === undefined || !isPolicyDocument(document)) return undefined;
  const statements = normalStatements(document).map(readStatement);
  if (!statements.every((one) => one !== undefined)) return undefined;
  const byKey = new Map(statements.map((one) => [one.key, one] as const));
  return [...byKey.values()].sort((a, b) => compareText(a.key, b.key));
}

const known = new Set([
  'Sid',
  'Effect',
  'Principal',
  'NotPrincipal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
]);

function readStatement(statement: JsonObject): GrantStatement | undefined {
  if (Object.keys(statement).some((name) => !known.has(name))) return undefined;
  const { Sid: _, ...rest } = statement;
  const effect = effects[String(rest['Effect'])];
  const principals = readPrincipals(rest['Principal'], rest['NotPrincipal']);
  const actions = readNames(rest['Action'], rest['NotAction']);
  const resources = readNames(rest['Resource'], rest['NotResource']) ?? everything;
  const clauses = readClauses(rest['Condition']);
  if (!effect || !principals || !actions || !clauses) return undefined;
  return { effect, principals, actions, resources, clauses, key: canonicalJson(rest) };
}

const effects: Readonly<Record<string, 'allow' | 'deny'>> = { Allow: 'allow', Deny: 'deny' };
const everything: NameSet = { kind: 'only', patterns: ['*'] };

function readNames(names: Json | undefined, notNames: Json | undefined): NameSet | undefined {
  const [only, except] = [textsOf(names), textsOf(notNames)];
  if (only !== undefined && notNames === undefined) return { kind: 'only', patterns: only };
  return names === undefined && except !== undefined
    ? { kind: 'except', patterns: except }
    : undefined;
}

function textsOf(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined || !isJsonArray(value)) return undefined;
  return value.every((one) => typeof one === 'string') ? value : undefined;
}
