import type { Json, JsonObject } from '../../../model/json.ts';
import type { JsonComparison } from '../../../model/json-compare.ts';
import { compareText } from '../../../model/text.ts';
import type { Expression, HclFile, ObjectExpression } from '../syntax/ast.ts';
import { freshItem } from './collection.ts';
import { placeFor } from './map.ts';
import type { PlannedMember } from './members.ts';
import { jsonLiteral } from './types.ts';

/** The kept items with the missing keys inserted at their places. */
export function planItems(
  file: HclFile,
  target: ObjectExpression,
  value: JsonObject,
  kept: readonly number[],
  missing: readonly string[],
): readonly PlannedMember[] {
  const places = missing.map((key) => {
    const fresh = freshItem(file, target, key, jsonLiteral(value[key] ?? null));
    return { key, fresh, index: placeFor(file, target, key) };
  });
  places.sort(
    (a, b) => a.index - b.index || (a.index < target.items.length ? compareText(a.key, b.key) : 0),
  );
  const plan: PlannedMember[] = [];
  for (let index = 0; index <= target.items.length; index++) {
    plan.push(...places.filter((place) => place.index === index).map((place) => place.fresh));
    if (kept.includes(index)) plan.push(index);
  }
  return plan;
}

/**
 * Keeps the kind of leaf that the code uses, since Terraform converts between strings, numbers and
 * booleans: `"80"` becomes `"8080"`, and `80` becomes `8080`, whatever type the value has.
 */
export function likeBefore(target: Expression, value: Json, comparison: JsonComparison): Json {
  if (comparison === 'exact') return value;
  if (target.kind === 'quoted') {
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  }
  if (typeof value !== 'string') return value;
  if (target.kind === 'keyword')
    return value === 'true' || value === 'false' ? value === 'true' : value;
  const number = Number(value);
  return String(number) === value && Number.isFinite(number) ? number : value;
}
