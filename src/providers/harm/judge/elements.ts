import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import type { HarmFacts } from '../table/types.ts';
import { cidrRanges, isWithinNetwork } from '../value/cidr.ts';
import { isEmptyNode, type Pair, type ValueNode } from '../value/node.ts';
import { identityNode, isOneOf } from '../value/same.ts';

/** The elements that a list, set or map gained and lost. */
export interface Turnover {
  readonly gained: readonly Json[];
  readonly lost: readonly Json[];
}

/**
 * The scalars that were added and removed, or the keys of a map. An address range within one that
 * was there before is not new, and one within a new one is not lost.
 */
export function turnover({ before, after }: Pair): Turnover {
  const [old, now] = [members(before), members(after)];
  return { gained: beyond(now, old), lost: beyond(old, now) };
}

/** Keys are compared without case and separators: `Cost-Center` is `costcenter`. */
function members({ value }: ValueNode): ReadonlyMap<string, Json> {
  if (isJsonObject(value)) {
    const keys = Object.keys(value).filter((key) => !key.startsWith('aws:'));
    return new Map(keys.map((key) => [bareKey(key), key]));
  }
  const list = isJsonArray(value) ? value : [value ?? null];
  const set = list.filter((each) => !isEmptyNode(each));
  return new Map(set.map((each) => [identityNode(each), each]));
}

function bareKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function beyond(
  these: ReadonlyMap<string, Json>,
  those: ReadonlyMap<string, Json>,
): readonly Json[] {
  const missing = [...these].filter(([id]) => !those.has(id));
  const ranges = cidrRanges(missing.length === 0 ? [] : those.values());
  return missing.map(([, value]) => value).filter((value) => !isWithinNetwork(value, ranges));
}

/** The elements that are in the set. Keys of a map are compared without case and separators. */
export function inSet(
  elements: readonly Json[],
  name: string,
  isMap: boolean,
  facts: HarmFacts,
): readonly Json[] {
  const set = facts.set(name) ?? new Set<string>();
  if (!isMap) return elements.filter((each) => isOneOf(each, set));
  const bare = new Set([...set].map(bareKey));
  return elements.filter((each) => bare.has(bareKey(String(each))));
}
