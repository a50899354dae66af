import type { Alternative, HarmRule } from '../table/rule.ts';
import type { HarmFacts } from '../table/types.ts';
import { isAbsent, isUnknownNode } from '../value/node.ts';
import type { ChangedPlace } from '../value/places.ts';
import { isBad } from './bad.ts';
import { judgeOpenings } from './documents.ts';
import { inSet, turnover } from './elements.ts';
import { type HarmOutcome, weakens } from './outcome.ts';

/**
 * The outcome of a rule at a place in a created resource. Only explicit values that open access
 * count, not what is left out: members of sets, documents, and bad security values of severity 4
 * and 5.
 */
export function judgeCreation(
  rule: HarmRule,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  const counts = rule.alternatives.filter((each) => countsAtCreation(each, rule));
  if (counts.length === 0 || isAbsent(place.after)) return undefined;
  if (isUnknownNode(place.after)) return weakens({ kind: 'hidden' }, 'cannot-tell');
  for (const each of counts) {
    const outcome = judge(each, place, facts);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function countsAtCreation(alternative: Alternative, { dimension, severity }: HarmRule): boolean {
  switch (alternative.kind) {
    case 'is':
      return dimension === 'security' && severity >= 4;
    case 'element-added':
      return alternative.set !== undefined;
    default:
      return alternative.kind === 'matches' || alternative.kind === 'wildcard-in-document';
  }
}

function judge(
  alternative: Alternative,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  if (alternative.kind === 'is' || alternative.kind === 'matches') {
    return isBad([alternative], place.after, facts) ? weakens({ kind: 'value' }) : undefined;
  }
  if (alternative.kind === 'wildcard-in-document') return judgeOpenings(place);
  if (alternative.kind !== 'element-added') return undefined;
  const { gained } = turnover(place);
  const bad = inSet(gained, alternative.set ?? '', false, facts);
  return bad.length > 0 ? weakens({ kind: 'gains', elements: bad }) : undefined;
}
