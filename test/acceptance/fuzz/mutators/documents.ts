import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../../src/model/json.ts';

function statementsOf(document: string): {
  readonly all: JsonObject;
  readonly list: readonly Json[];
} {
  const all: Json = JSON.parse(document);
  if (!isJsonObject(all)) throw new Error('No document.');
  const { Statement: list = [] } = all;
  return { all, list: isJsonArray(list) ? list : [list] };
}

/** A policy document with one more statement. */
export function withStatement(document: string, statement: JsonObject): string {
  const { all, list } = statementsOf(document);
  return JSON.stringify({ ...all, Statement: [...list, statement] });
}

/** A policy document without its last statement; unchanged if it has only one. */
export function withoutStatement(document: string): string {
  const { all, list } = statementsOf(document);
  return list.length < 2 ? document : JSON.stringify({ ...all, Statement: list.slice(0, -1) });
}

/** A policy document whose first statement covers one more action. */
export function withAction(document: string, action: string): string {
  const { all, list } = statementsOf(document);
  const [first, ...rest] = list;
  if (!isJsonObject(first) || first['Action'] === undefined) return document;
  const actions = [first['Action']].flat();
  return JSON.stringify({
    ...all,
    Statement: [{ ...first, Action: [...actions, action] }, ...rest],
  });
}
