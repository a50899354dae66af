import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { quoteJson } from '../../hcl/eval/json-text.ts';
import { compareHclText } from '../../hcl/eval/value.ts';
import type {
  ListName,
  PolicyDocument,
  PolicyStatement,
  StatementCondition,
  StatementPrincipal,
} from './types.ts';

const lists: readonly ListName[] = ['Action', 'NotAction', 'Resource', 'NotResource'];

/** The document as JSON, with its elements in the provider's order. */
export function documentJson({ version, id, statements }: PolicyDocument): JsonObject {
  return present([
    ['Version', version || undefined],
    ['Id', id || undefined],
    ['Statement', statements.length === 0 ? undefined : statements.map(statementJson)],
  ]);
}

function statementJson(statement: PolicyStatement): JsonObject {
  const { sid, effect, principals, notPrincipals, conditions } = statement;
  return present([
    ['Sid', sid || undefined],
    ['Effect', effect || undefined],
    ...lists.map((name) => [name, statement.lists.get(name)] as const),
    ['Principal', principals.length === 0 ? undefined : principalJson(principals)],
    ['NotPrincipal', notPrincipals.length === 0 ? undefined : principalJson(notPrincipals)],
    ['Condition', conditions.length === 0 ? undefined : conditionJson(conditions)],
  ]);
}

function present(entries: readonly (readonly [string, Json | undefined])[]): JsonObject {
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function principalJson(principals: readonly StatementPrincipal[]): Json {
  const [only] = principals;
  if (principals.length === 1 && only?.type === '*' && [only.identifiers].flat().join() === '*') {
    return '*';
  }
  const byType = new Map<string, string | readonly string[]>();
  for (const { type, identifiers } of principals) {
    const known = byType.get(type);
    const own = typeof identifiers === 'string' ? identifiers : reversed(identifiers);
    byType.set(type, known === undefined ? own : [known, own].flat());
  }
  return sorted(byType);
}

/** Lists of principals are written in reverse order. */
export function reversed(texts: readonly string[]): readonly string[] {
  return [...texts].sort((a, b) => compareHclText(b, a));
}

function conditionJson(conditions: readonly StatementCondition[]): Json {
  const byTest = new Map<string, Map<string, readonly string[]>>();
  for (const { test, variable, values } of conditions) {
    const variables = byTest.get(test) ?? new Map<string, readonly string[]>();
    byTest.set(test, variables.set(variable, [...(variables.get(variable) ?? []), ...values]));
  }
  const flat = [...byTest].map(([test, variables]) => {
    const entries = [...variables].map(([name, values]) => {
      const [first] = values;
      return [name, first !== undefined && values.length === 1 ? first : values] as const;
    });
    return [test, sorted(new Map(entries))] as const;
  });
  return sorted(new Map(flat));
}

function sorted(entries: ReadonlyMap<string, Json>): JsonObject {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareHclText(a, b)));
}

/**
 * JSON text as Go's encoder writes it, indented by two blanks for each level or without any blanks.
 */
export function writeJson(value: Json, indent?: string): string {
  const inner = indent === undefined ? undefined : `${indent}  `;
  if (isJsonArray(value)) {
    return wrap(
      '[',
      ']',
      value.map((item) => writeJson(item, inner)),
      indent,
    );
  }
  if (isJsonObject(value)) {
    const colon = indent === undefined ? ':' : ': ';
    const entries = Object.entries(value).map(
      ([name, item]) => `${quoteJson(name)}${colon}${writeJson(item, inner)}`,
    );
    return wrap('{', '}', entries, indent);
  }
  return typeof value === 'string' ? quoteJson(value) : String(value);
}

function wrap(open: string, close: string, items: readonly string[], indent?: string): string {
  if (items.length === 0) return open + close;
  if (indent === undefined) return open + items.join(',') + close;
  const lines = items.map((item) => `${indent}  ${item}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
