import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import type { ObjectAction, ObjectChange } from '../../../model/object-change.ts';
import { objectValueAt } from '../values/at.ts';
import { hasHidden, hiddenValue, isHiddenObject } from '../values/hidden.ts';
import { sameLeaf } from '../values/same.ts';
import { applyPatched } from './apply-patch.ts';
import { jsonPatched } from './json-patch.ts';
import { mergePatched } from './merge-patch.ts';
import { replaced } from './replace.ts';
import { strategicPatched } from './strategic-patch.ts';

/** An object after some requests. */
export interface Live {
  /** Undefined if it does not exist. */
  readonly value: JsonObject | undefined;
  /** What each manager applied last, as far as the log shows. */
  readonly applied: ReadonlyMap<string, Json>;
}

/**
 * The object after a request. `first` is the manifest's version, used for an object that is created
 * again.
 */
export function perform(
  type: string,
  live: Live,
  { action, after }: Pick<ObjectChange, 'action' | 'after'>,
  first: JsonObject,
): Live {
  const { value, applied } = live;
  switch (action.kind) {
    case 'delete':
    case 'delete-many':
      return { value: undefined, applied: new Map() };
    case 'create':
      return { value: replaced(type, first, action.body), applied };
    case 'replace':
      return {
        value: replaced(type, isHiddenObject(value) ? first : (value ?? first), action.body),
        applied,
      };
    case 'hidden':
      return { value: hiddenAt(value ?? first, action.path), applied };
    case 'patch': {
      const base = value ?? first;
      const patched = asObject(patch(type, base, action, applied, after !== undefined));
      const made = after === undefined ? patched : revealed(type, patched, after);
      return { value: made, applied: withApplied(applied, action) };
    }
  }
}

function patch(
  type: string,
  value: JsonObject,
  action: Extract<ObjectAction, { kind: 'patch' }>,
  applied: ReadonlyMap<string, Json>,
  isShown: boolean,
): Json {
  const { form, body } = action;
  switch (form) {
    case 'json': {
      const result = jsonPatched(value, isJsonArray(body) ? body : []);
      // If a test in the patch fails, its indexes may point to other elements.
      return result.doubtful && !isShown ? touched(value, body) : result.value;
    }
    case 'merge':
      return mergePatched(value, body);
    case 'strategic':
      return strategicPatched(type, value, body);
    case 'apply':
      return applyPatched(type, value, withoutNames(body), applied.get(action.manager ?? ''));
    case 'either':
      return common(type, [], mergePatched(value, body), strategicPatched(type, value, body));
  }
}

/** Hides every list that a doubtful patch indexes into; what the patch sets by name is known. */
function touched(value: JsonObject, operations: Json): Json {
  const list = isJsonArray(operations) ? operations : [];
  const named = list.filter((one) => !/\/(?:\d+|-)(?:\/|$)/.test(pathOf(one)));
  const others = list.filter((one) => !named.includes(one) && !isTest(one));
  const start = jsonPatched(
    value,
    named.filter((one) => !isTest(one)),
  ).value;
  return others.reduce<Json>((at, one) => {
    const names = pathOf(one)
      .replace(/\/(?:\d+|-)(?:\/.*)?$/, '')
      .split('/')
      .slice(1);
    return hiddenAt(asObject(at), names);
  }, start);
}

function isTest(operation: Json): boolean {
  return isJsonObject(operation) && operation['op'] === 'test';
}

function pathOf(operation: Json): string {
  const path = isJsonObject(operation) ? operation['path'] : undefined;
  return typeof path === 'string' ? path : '';
}

/** The parts in which two interpretations of a patch agree; the rest is hidden. */
function common(type: string, names: readonly string[], a: Json, b: Json): Json {
  if (a === b || sameLeaf(type, names, a, b)) return a;
  if (!isJsonObject(a) || !isJsonObject(b)) return hiddenValue;
  const entries = [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => {
    const [left, right] = [a[name], b[name]];
    const isBoth = left !== undefined && right !== undefined;
    return [name, isBoth ? common(type, [...names, name], left, right) : hiddenValue] as const;
  });
  return Object.fromEntries(entries);
}

/** Fills in the hidden parts from the response. */
function revealed(type: string, value: JsonObject, after: JsonObject): JsonObject {
  return hasHidden(value) ? asObject(shown(type, value, after)) : value;
}

function shown(type: string, value: Json, after: Json | undefined): Json {
  if (isHiddenObject(value)) return after ?? null;
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    return [name, shown(type, inner, objectValueAt(after, [name]))] as const;
  });
  return Object.fromEntries(entries.filter(([, inner]) => inner !== null));
}

function hiddenAt(value: JsonObject, path: readonly string[]): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined) return asObject(hiddenValue);
  const inner = value[step];
  const made = rest.length === 0 ? hiddenValue : hiddenAt(isJsonObject(inner) ? inner : {}, rest);
  return { ...value, [step]: made };
}

function withApplied(
  applied: ReadonlyMap<string, Json>,
  action: Extract<ObjectAction, { kind: 'patch' }>,
): ReadonlyMap<string, Json> {
  if (action.form !== 'apply') return applied;
  return new Map([...applied, [action.manager ?? '', withoutNames(action.body)]]);
}

/** Removes what only identifies the object. */
function withoutNames(body: Json): Json {
  if (!isJsonObject(body)) return body;
  const { apiVersion: _version, kind: _kind, metadata, ...rest } = body;
  if (!isJsonObject(metadata)) return rest;
  const { name: _name, namespace: _namespace, ...kept } = metadata;
  return Object.keys(kept).length === 0 ? rest : { ...rest, metadata: kept };
}

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
