import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { sameValue } from '../../../model/json-compare.ts';
import type { AttributePath, PathStep } from '../../../model/path.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { ManifestChange, ManifestCode } from './types.ts';

type Changed = Result<Json | undefined, ManifestCode>;

/** A path in which list elements are given by position. */
export type PlainPath = readonly (string | number)[];

/** The value after a change; a result of undefined means that nothing is left. */
export function changedValue(value: Json, change: ManifestChange): Changed {
  return changeAt(value, change.path, change);
}

function changeAt(value: Json | undefined, path: AttributePath, change: ManifestChange): Changed {
  const [step, ...rest] = path;
  if (step === undefined) return ok(change.kind === 'set' ? change.value : undefined);
  if (typeof step === 'string') return changeKey(value, step, rest, change);
  return changeElement(value, step, rest, change);
}

function changeKey(
  value: Json | undefined,
  key: string,
  rest: AttributePath,
  change: ManifestChange,
): Changed {
  const map = value ?? {};
  if (!isJsonObject(map)) return fail('manifest-path');
  const isThere = Object.hasOwn(map, key);
  if (!isThere && change.kind === 'remove') return ok(value);
  if (key === 'value' && rest.length === 0 && Object.hasOwn(map, 'valueFrom')) {
    return fail('manifest-value-from');
  }
  const inner = changeAt(isThere ? map[key] : undefined, rest, change);
  if (!inner.ok) return inner;
  const entries = Object.entries(map).filter(([name]) => name !== key || inner.value !== undefined);
  if (inner.value === undefined) return ok(Object.fromEntries(entries));
  const { value: made } = inner;
  if (!isThere) return ok(Object.fromEntries([...entries, [key, made]]));
  return ok(Object.fromEntries(entries.map(([name, old]) => [name, name === key ? made : old])));
}

function changeElement(
  value: Json | undefined,
  step: Exclude<PathStep, string>,
  rest: AttributePath,
  change: ManifestChange,
): Changed {
  const list = value ?? [];
  if (!isJsonArray(list)) return fail('manifest-path');
  const found = positionsOf(list, step);
  if (found.length > 1) return fail('manifest-ambiguous');
  const [at] = found;
  if (at === undefined) {
    if (change.kind === 'remove') return ok(value);
    if (change.mayAppend !== true || typeof step === 'number') return fail('manifest-no-element');
    const made = changeAt(step.element, rest, change);
    return made.ok && made.value !== undefined ? ok([...list, made.value]) : made;
  }
  const inner = changeAt(list[at], rest, change);
  if (!inner.ok) return inner;
  const { value: made } = inner;
  return ok(list.flatMap((old, i) => (i !== at ? [old] : made === undefined ? [] : [made])));
}

/** Positions of the list elements that a step selects. */
function positionsOf(list: readonly Json[], step: Exclude<PathStep, string>): readonly number[] {
  if (typeof step === 'number') return step < list.length ? [step] : [];
  const { element } = step;
  return [...list.keys()].filter((i) => fits(list[i] ?? null, element));
}

function fits(value: Json, element: Json): boolean {
  if (!isJsonObject(element) || !isJsonObject(value)) return sameValue(value, element, 'exact');
  return Object.keys(element).every((key) => hasMember(value, key, element[key] ?? null));
}

function hasMember(value: JsonObject, key: string, wanted: Json): boolean {
  return Object.hasOwn(value, key) && sameValue(value[key] ?? null, wanted, 'exact');
}

/** The part of a path that exists, with elements by position. */
export function existingPath(value: Json, path: AttributePath): PlainPath {
  const plain: (string | number)[] = [];
  let at: Json | undefined = value;
  for (const step of path) {
    if (typeof step === 'string') {
      if (!isJsonObject(at) || !Object.hasOwn(at, step)) break;
      at = at[step];
      plain.push(step);
    } else {
      if (!isJsonArray(at)) break;
      const [position] = positionsOf(at, step);
      if (position === undefined) break;
      at = at[position];
      plain.push(position);
    }
  }
  return plain;
}
