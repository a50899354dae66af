import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import type {
  ListName,
  PolicyDocument,
  PolicyStatement,
  StatementCondition,
  StatementOrigin,
  StatementPrincipal,
} from './types.ts';

/**
 * Reads a document that is merged into another one, as the provider does. Undefined for documents
 * that the provider would reject or interpret in an unusual way.
 */
export function readDocumentBlock(
  text: string,
  originOf: (statement: number) => StatementOrigin,
): PolicyDocument | undefined {
  const json = parsedJson(text);
  if (!isJsonObject(json) || !isPlain(json, ['Version', 'Id', 'Statement'])) return undefined;
  const { Version: version = '', Id: id = '', Statement: list = [] } = json;
  if (typeof version !== 'string' || typeof id !== 'string' || !isJsonArray(list)) return undefined;
  const statements = list.map((each, index) => readStatement(each, originOf(index)));
  return statements.every((each) => each !== undefined) ? { version, id, statements } : undefined;
}

/** False if a name differs from a known one only by case, since the provider ignores case. */
function isPlain(json: JsonObject, names: readonly string[]): boolean {
  const lower = names.map((name) => name.toLowerCase());
  return Object.keys(json).every(
    (name) => names.includes(name) || !lower.includes(name.toLowerCase()),
  );
}

const listNames: readonly ListName[] = ['Action', 'NotAction', 'Resource', 'NotResource'];
const statementNames = ['Sid', 'Effect', ...listNames, 'Principal', 'NotPrincipal', 'Condition'];

function readStatement(json: Json, origin: StatementOrigin): PolicyStatement | undefined {
  if (!isJsonObject(json) || !isPlain(json, statementNames)) return undefined;
  const { Sid: sid = '', Effect: effect = '', Principal, NotPrincipal, Condition } = json;
  const principals = readPrincipals(Principal);
  const notPrincipals = readPrincipals(NotPrincipal);
  const conditions = readConditions(Condition);
  if (typeof sid !== 'string' || typeof effect !== 'string') return undefined;
  if (!principals || !notPrincipals || !conditions) return undefined;
  const lists = new Map(
    listNames.flatMap((name) => {
      const value = json[name] ?? null;
      return value === null ? [] : [[name, value] as const];
    }),
  );
  return { origin, sid, effect, lists, principals, notPrincipals, conditions };
}

function readPrincipals(json: Json | undefined): readonly StatementPrincipal[] | undefined {
  if (json === undefined) return [];
  if (typeof json === 'string') return [{ type: '*', identifiers: ['*'] }];
  if (!isJsonObject(json)) return undefined;
  const principals: StatementPrincipal[] = [];
  for (const [type, value] of Object.entries(json)) {
    if (typeof value !== 'string' && !isTexts(value)) return undefined;
    principals.push({ type, identifiers: value });
  }
  return principals;
}

function readConditions(json: Json | undefined): readonly StatementCondition[] | undefined {
  if (json === undefined || json === null) return [];
  if (!isJsonObject(json)) return undefined;
  const conditions: StatementCondition[] = [];
  for (const [test, variables] of Object.entries(json)) {
    if (!isJsonObject(variables)) return undefined;
    for (const [variable, value] of Object.entries(variables)) {
      if (typeof value === 'string') conditions.push({ test, variable, values: [value] });
      else if (typeof value === 'boolean') {
        conditions.push({ test, variable, values: [String(value)] });
      } else if (isTexts(value)) conditions.push({ test, variable, values: value });
      // Numbers are ignored; a list with anything but texts is an error.
      else if (typeof value !== 'number') return undefined;
    }
  }
  return conditions;
}

function isTexts(value: Json): value is readonly string[] {
  return isJsonArray(value) && value.every((each) => typeof each === 'string');
}
