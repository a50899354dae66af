import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { isPolicyDocument, normalStatements } from '../../../model/policy-document.ts';
import { parsePolicyDocument } from '../value/same.ts';

/** A statement of a policy, with its elements as lists. */
export interface HarmStatement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly resources: readonly string[];
  readonly notResources: readonly string[];
  /**
   * `AWS arn:...`, `Service ec2...`; undefined for a policy that applies to whatever it is attached
   * to.
   */
  readonly principals: readonly string[] | undefined;
  readonly notPrincipals: readonly string[] | undefined;
  /** Conditions in normalized form. */
  readonly conditions: readonly DocumentCondition[];
}

export interface DocumentCondition {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

/**
 * Twice the size of the largest policies, since comparing all statements with each other must stay
 * fast.
 */
const longestPolicy = 40_000;

/**
 * The statements of a policy, given as text or as an object. Undefined if it is not a policy, or
 * longer than any service accepts.
 */
export function harmStatements(value: Json | undefined): readonly HarmStatement[] | undefined {
  const document = parsePolicyDocument(value);
  if (document === undefined || !isPolicyDocument(document)) return undefined;
  if (JSON.stringify(document).length > longestPolicy) return undefined;
  return normalStatements(document).map(readStatementJson);
}

/** Converts a statement in the form of `normalStatements`. */
export function readStatementJson(statement: JsonObject): HarmStatement {
  return {
    effect: statement['Effect'] === 'Deny' ? 'Deny' : 'Allow',
    actions: texts(statement['Action']),
    notActions: texts(statement['NotAction']),
    resources: texts(statement['Resource']),
    notResources: texts(statement['NotResource']),
    principals: principalsOf(statement['Principal']),
    notPrincipals: principalsOf(statement['NotPrincipal']),
    conditions: conditionsOf(statement['Condition']),
  };
}

function principalsOf(value: Json | undefined): readonly string[] | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).flatMap(([kind, who]) => texts(who).map((one) => `${kind} ${one}`));
}

function conditionsOf(value: Json | undefined): readonly DocumentCondition[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([operator, keys]) =>
    Object.entries(isJsonObject(keys) ? keys : {}).map(([key, values]) => ({
      operator: operator.toLowerCase(),
      key: key.toLowerCase(),
      values: texts(values),
    })),
  );
}

function texts(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  const list = isJsonArray(value) ? value : [value];
  return list.filter((each) => typeof each !== 'object').map(String);
}

/** True if the pattern, with `*` and `?`, matches everything that another one matches. */
export function patternHas(pattern: string, other: string): boolean {
  if (pattern === '*' || pattern === other) return true;
  if (pattern.length > longestPattern || !/[*?]/.test(pattern)) return false;
  return matchesFrom(pattern, other);
}

/** Names longer than any service accepts are only compared for equality. */
const longestPattern = 2048;

/**
 * Two pointers that backtrack only to the last star, so that the time is linear except for stars.
 */
function matchesFrom(pattern: string, text: string): boolean {
  let [p, t, star, mark] = [0, 0, -1, 0];
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p;
      mark = t;
      p += 1;
    } else if (pattern[p] === text[t] || (pattern[p] === '?' && text[t] !== '*')) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      mark += 1;
      t = mark;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(p));
}
