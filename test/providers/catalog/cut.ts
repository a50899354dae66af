import type { AuditEvent } from '../../../src/model/event.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { canonicalJson, isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import type { Translation } from '../../../src/providers/catalog/registry.ts';

/**
 * One request for each member at any depth, without that member. The last member of an object
 * stays, since an empty map in a record states that it is empty.
 */
export function cuts(request: JsonObject): readonly JsonObject[] {
  return without(request) as readonly JsonObject[];
}

function without(value: Json): readonly Json[] {
  if (isJsonArray(value)) {
    return value.flatMap((item, index) =>
      without(item).map((less) => value.map((one, at) => (at === index ? less : one))),
    );
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, own]) => {
    const { [name]: _, ...rest } = value;
    const less = Object.keys(rest).length === 0 ? [] : [rest];
    return [...less, ...without(own).map((inner) => ({ ...value, [name]: inner }))];
  });
}

export function withRequest(event: AuditEvent, request: JsonObject): AuditEvent {
  return { ...event, request };
}

/** The values that a translation sets, by resource and path. */
function values(translation: Translation): ReadonlyMap<string, Json> {
  if (translation.kind !== 'effects') return new Map();
  const sets = translation.effects.flatMap(({ resource, change }): [string, Json][] => {
    if (change.kind !== 'set' || change.value.kind !== 'known') return [];
    return [[`${resource.type} ${formatPath(change.path)}`, change.value.value]];
  });
  return new Map(sets);
}

/**
 * What the translation of a cut record sets although that of the whole record does not. `isReset`
 * is true for places that a call resets by leaving them out.
 */
export function invented(
  whole: Translation,
  cut: Translation,
  isReset: (place: string) => boolean,
): readonly string[] {
  const known = values(whole);
  return [...values(cut)].flatMap(([place, value]) => {
    const before = known.get(place);
    const isSaid = before !== undefined && holds(before, value);
    return isSaid || isReset(place) ? [] : [`${place} = ${JSON.stringify(value)}`];
  });
}

function documentIn(text: string): Json | undefined {
  try {
    return /^\s*[[{]/.test(text) ? (JSON.parse(text) as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value contains all of another one; only an empty one contains an empty one. */
export function holds(whole: Json, part: Json): boolean {
  const [left, right] = [whole, part].map((one) =>
    typeof one === 'string' ? documentIn(one) : undefined,
  );
  if (left !== undefined && right !== undefined) return holds(left, right);
  if (canonicalJson(whole) === canonicalJson(part)) return true;
  if (isJsonArray(part)) {
    return (
      isJsonArray(whole) &&
      part.length > 0 &&
      part.every((one) => whole.some((other) => holds(other, one)))
    );
  }
  if (!isJsonObject(part) || !isJsonObject(whole) || Object.keys(part).length === 0) return false;
  return Object.entries(part).every(
    ([name, own]) =>
      own === null || (whole[name] !== undefined && (isMember(own) || holds(whole[name], own))),
  );
}

/** An element is still an element after it has lost all its members. */
function isMember(value: Json): boolean {
  return isJsonArray(value) && value.length === 1 && canonicalJson(value[0] ?? null) === '{}';
}
