import type { Json, JsonObject } from '../../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../../model/json.ts';
import { formatNumber } from '../../hcl/eval/number-text.ts';
import type { Value } from '../../hcl/eval/value.ts';

/**
 * True if a member matches a description in every attribute that the description has. A blank in
 * the description (null, "", false, []) also matches an attribute that is not set. Scalars are
 * compared by their text, since the provider converts them; lists are compared in any order.
 */
export function agreesWithElement(member: Value | undefined, description: Json): boolean {
  if (member === undefined || member.kind === 'null') return isBlank(description);
  if (member.kind === 'unknown') return false;
  if (isJsonArray(description)) {
    const elements = 'elements' in member ? member.elements : undefined;
    return elements !== undefined && sameMembers(elements, description);
  }
  if (isJsonObject(description)) {
    return 'entries' in member && hasAll(member.entries, description);
  }
  return textOf(member) === (description === null ? undefined : String(description));
}

function hasAll(entries: ReadonlyMap<string, Value>, description: JsonObject): boolean {
  return Object.entries(description).every(([name, json]) =>
    agreesWithElement(entries.get(name), json),
  );
}

function sameMembers(elements: readonly Value[], descriptions: readonly Json[]): boolean {
  if (elements.length !== descriptions.length) return false;
  const left = [...elements];
  return descriptions.every((description) => {
    const at = left.findIndex((element) => agreesWithElement(element, description));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function isBlank(json: Json): boolean {
  return json === null || json === '' || json === false || (isJsonArray(json) && json.length === 0);
}

function textOf(value: Value): string | undefined {
  if (value.kind === 'string') return value.value;
  if (value.kind === 'bool') return String(value.value);
  return value.kind === 'number' ? formatNumber(value.value) : undefined;
}
