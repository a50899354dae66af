import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  own,
} from '../../../model/json.ts';
import { sameValue } from '../../../model/json-compare.ts';
import { hiddenValue, isHiddenObject } from '../values/hidden.ts';
import { createMeasure } from '../values/measure.ts';

export interface JsonPatched {
  readonly value: Json;
  /** The log and the manifests disagree on the previous object, so the result may be wrong. */
  readonly doubtful: boolean;
}

/**
 * The result of a JSON patch (RFC 6902). The server accepted it, so if it does not fit, the object
 * differed from the expected one: what the patch sets by name is known, the rest is hidden.
 */
export function jsonPatched(value: Json, operations: readonly Json[]): JsonPatched {
  let at = value;
  let doubtful = false;
  const isWalkable = createMeasure();
  for (const operation of operations) {
    if (!isJsonObject(operation)) continue;
    const done = perform(at, operation);
    // An API server also refuses patches that keep multiplying copies.
    if (!isWalkable(done.value)) return { value: hiddenValue, doubtful: true };
    at = done.value;
    doubtful ||= done.doubtful;
  }
  return { value: at, doubtful };
}

function perform(value: Json, operation: JsonObject): JsonPatched {
  const path = pointer(operation['path']);
  if (path === undefined) return { value, doubtful: true };
  const from = pointer(operation['from']);
  // A value that the log leaves out is not null.
  const given = operation['value'] ?? (Object.hasOwn(operation, 'value') ? null : hiddenValue);
  switch (operation['op']) {
    case 'test': {
      const found = lookup(value, path);
      const isSame =
        found !== undefined && !isHiddenObject(given) && sameValue(found, given, 'loose');
      return { value, doubtful: !isSame };
    }
    case 'add':
    case 'replace':
      return put(value, path, given, operation['op'] === 'add');
    case 'remove':
      return put(value, path, undefined, false);
    case 'copy':
    case 'move': {
      const moved = from === undefined ? undefined : lookup(value, from);
      const rest =
        operation['op'] === 'move' && from ? put(value, from, undefined, false) : { value };
      const result = put(rest.value, path, moved ?? hiddenValue, true);
      return { value: result.value, doubtful: result.doubtful || moved === undefined };
    }
    default:
      return { value, doubtful: true };
  }
}

/** The steps of a JSON pointer, or undefined if it is not one. */
export function pointer(text: Json | undefined): readonly string[] | undefined {
  if (typeof text !== 'string' || (text !== '' && !text.startsWith('/'))) return undefined;
  return text
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function lookup(value: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (isHiddenObject(at)) return at;
    if (isJsonArray(at)) at = /^\d+$/.test(step) ? at[Number(step)] : undefined;
    else at = jsonAt(at, step);
  }
  return at;
}

/** Sets the value at a path, or removes it if `given` is undefined. */
function put(
  value: Json | undefined,
  path: readonly string[],
  given: Json | undefined,
  insert: boolean,
): JsonPatched {
  const [step, ...rest] = path;
  if (step === undefined) return { value: given ?? null, doubtful: false };
  if (isHiddenObject(value)) return { value: hiddenValue, doubtful: false };
  if (isJsonArray(value)) return putElement(value, step, rest, given, insert);
  if (value !== undefined && !isJsonObject(value)) return { value: hiddenValue, doubtful: true };
  // The step is an index, but the list is unknown and has other elements.
  if (value === undefined && /^(?:\d+|-)$/.test(step))
    return { value: hiddenValue, doubtful: true };
  const map = value ?? {};
  const entries = Object.entries(map).filter(([name]) => name !== step);
  if (rest.length === 0 && given === undefined) {
    return { value: Object.fromEntries(entries), doubtful: false };
  }
  const inner = put(own(map, step), rest, given, insert);
  return { value: { ...map, [step]: inner.value }, doubtful: inner.doubtful };
}

function putElement(
  list: readonly Json[],
  step: string,
  rest: readonly string[],
  given: Json | undefined,
  insert: boolean,
): JsonPatched {
  const at = step === '-' ? list.length : Number(step);
  const isEnd = at === list.length && insert && rest.length === 0;
  if (!/^(?:\d+|-)$/.test(step) || (at >= list.length && !isEnd)) {
    return { value: hiddenValue, doubtful: true };
  }
  if (rest.length > 0) {
    const inner = put(list[at], rest, given, insert);
    return { value: list.with(at, inner.value), doubtful: inner.doubtful };
  }
  if (given === undefined) return { value: list.toSpliced(at, 1), doubtful: false };
  return { value: insert ? list.toSpliced(at, 0, given) : list.with(at, given), doubtful: false };
}
