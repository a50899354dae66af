import { isJsonArray } from '../../../model/json.ts';
import type { Alternative } from '../table/rule.ts';
import type { HarmFacts } from '../table/types.ts';
import { isAbsent, type ValueNode } from '../value/node.ts';
import { isOneOf } from '../value/same.ts';

/** An alternative that considers values bad regardless of the previous value. */
export type BadSet = Extract<Alternative, { kind: 'is' | 'is-not' | 'matches' | 'removed' }>;

export function isBadSet(alternative: Alternative): alternative is BadSet {
  const { kind } = alternative;
  return kind === 'is' || kind === 'is-not' || kind === 'matches' || kind === 'removed';
}

/**
 * True for a value in the union of the sets. An absent value is bad only if `removed` is among
 * them.
 */
export function isBad(sets: readonly BadSet[], node: ValueNode, facts: HarmFacts): boolean {
  if (isAbsent(node)) return sets.some(({ kind }) => kind === 'removed');
  return sets.some((each) => hasValue(each, node, facts));
}

function hasValue(set: BadSet, { value }: ValueNode, facts: HarmFacts): boolean {
  switch (set.kind) {
    case 'is':
      return isOneOf(value, set.values);
    case 'is-not':
      return !isOneOf(value, set.values);
    case 'matches': {
      const members = facts.set(set.set) ?? new Set<string>();
      return isJsonArray(value)
        ? value.some((one) => isOneOf(one, members))
        : isOneOf(value, members);
    }
    case 'removed':
      return false;
  }
}
