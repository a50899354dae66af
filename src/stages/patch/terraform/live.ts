import { valueToJson } from '../../../code/hcl/eval/json.ts';
import { isWhollyKnown } from '../../../code/hcl/eval/value.ts';
import type { DefaultTag, Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import type { CreateGoal } from '../types.ts';
import type { IsEquivalent } from './goal.ts';
import { memberKey } from './member.ts';

/**
 * True when an instance, as evaluated, declares exactly the live values. An unknown value may be
 * anything, so it never matches.
 */
export function declaresLiveValues(
  { address, type, creation, defaults = {} }: CreateGoal,
  evaluation: Evaluation,
  same: IsEquivalent,
): boolean {
  const declared = evaluation.attributes(address);
  const live = creation.attributes;
  const added = knownTags(evaluation.defaultTags(address));
  const tagged = Object.keys(added).length > 0 ? ['tags'] : [];
  const names = new Set([...declared.keys(), ...Object.keys(live), ...tagged]);
  return [...names].every((name) => {
    const value = declared.get(name);
    if (value !== undefined && !isWhollyKnown(value)) return false;
    const fallback = own(defaults, name) ?? null;
    const coded = value === undefined ? fallback : (valueToJson(value) ?? fallback);
    const is = own(live, name) ?? fallback;
    // Tags that the provider's `default_tags` add are live too.
    const tags = name === 'tags' ? { ...added, ...(isJsonObject(coded) ? coded : {}) } : coded;
    return same(type, [name], tags, is) || plain(tags) === plain(is);
  });
}

/** Tags that a provider adds, as far as they are known. */
export function knownTags(added: ReadonlyMap<string, DefaultTag>): JsonObject {
  const tags: Record<string, Json> = {};
  for (const [key, { value }] of added) {
    const json = valueToJson(value);
    if (json !== undefined) tags[key] = json;
  }
  return tags;
}

/** A single block and a blank value can be written in several ways, which are treated alike. */
function plain(value: Json): string {
  const [only, ...more] = isJsonArray(value) ? value : [];
  return memberKey({ value: only !== undefined && more.length === 0 ? only : value });
}
