import { isJsonArray, isJsonObject } from '../../../model/json.ts';
import { reachOf } from '../document/scope.ts';
import type { Alternative, HarmRule } from '../table/rule.ts';
import type { HarmFacts } from '../table/types.ts';
import {
  isAbsent,
  isEmptyNode,
  isHiddenWhole,
  isUnknownNode,
  type ValueNode,
} from '../value/node.ts';
import { type ChangedPlace, elementSpots } from '../value/places.ts';
import { isSameNode } from '../value/same.ts';
import { isBad, isBadSet } from './bad.ts';
import { judgeOpenings, judgeProhibitions } from './documents.ts';
import { inSet, turnover } from './elements.ts';
import { type HarmOutcome, strengthens, weakens, worseOutcome } from './outcome.ts';
import { judgeStep } from './steps.ts';

type ElementChange = Extract<Alternative, { kind: 'element-added' | 'element-removed' }>;

/** What a rule says of one place; undefined where it says nothing. The guard is not asked here. */
export function judgePlace(
  rule: HarmRule,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  if (isUnknownNode(place.before) || isUnknownNode(place.after)) {
    return weakens({ kind: 'hidden' }, 'cannot-tell');
  }
  // Attributes that are the same are never asked about; what is inside them may be.
  const isInside = place.scopes.length > 2;
  if (isInside && isSameNode(place.before.value, place.after.value)) return undefined;
  const found = rule.alternatives.map((each) => judgeAlternative(each, rule, place, facts));
  return [judgeBadSets(rule, place, facts), ...found].reduce(worseOutcome, undefined);
}

function judgeAlternative(
  alternative: Alternative,
  rule: HarmRule,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  const { before, after } = place;
  switch (alternative.kind) {
    case 'step':
    case 'order': {
      // A default that a whole element leaves out did not get better or worse when the element came or went.
      if (place.only !== undefined) return undefined;
      const from = withFallback(before, rule);
      return judgeStep(alternative, from, withFallback(after, rule), facts);
    }
    case 'changed':
      return judgeChange(place);
    case 'added':
      return judgeAddition(rule, place);
    case 'element-added':
    case 'element-removed':
      return judgeElements(alternative, rule, place, facts);
    case 'wildcard-in-document':
      return judgeOpenings(place);
    case 'deny-lost-in-document':
      return judgeProhibitions(place);
    default:
      return undefined;
  }
}

/** What the provider takes counts only beside a value that somebody chose. */
function withFallback({ value }: ValueNode, rule: HarmRule) {
  return isEmptyNode(value) ? rule.fallback : value;
}

/** The union of what is bad: into it is harm, out of it the reverse. */
function judgeBadSets(
  rule: HarmRule,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  const sets = rule.alternatives.filter(isBadSet);
  if (sets.length === 0) return undefined;
  if (place.only !== undefined && rule.when.length === 0) return judgeAlone(rule, place, facts);
  const wasBad = isBad(sets, place.before, facts);
  if (wasBad === isBad(sets, place.after, facts)) return undefined;
  const what = { kind: 'value' } as const;
  if (hasBothEnds(rule)) return weakens(what, 'either-way');
  return wasBad ? strengthens(what) : weakens(what);
}

/**
 * An element that came or went while there are others counts for what it says, not for what it
 * leaves out, and only where that lets somebody in: a small disk among others is no harm.
 */
function judgeAlone(
  rule: HarmRule,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  const said = rule.alternatives.filter(isBadSet).filter(({ kind }) => kind !== 'removed');
  const isSevere = rule.dimension === 'security' && rule.severity >= 4;
  if (!isSevere && !said.some(({ kind }) => kind === 'matches')) return undefined;
  const side = place.only === 'after' ? place.after : place.before;
  if (!isBad(said, side, facts)) return undefined;
  return place.only === 'after' ? weakens({ kind: 'value' }) : strengthens({ kind: 'value' });
}

/** Being set and being unset are both in the row: nobody can say which is the bad end. */
function hasBothEnds({ alternatives }: HarmRule): boolean {
  const kinds = new Set(alternatives.map(({ kind }) => kind));
  return kinds.has('removed') && kinds.has('added');
}

function judgeChange({ before, after }: ChangedPlace): HarmOutcome | undefined {
  if (isAbsent(before) || isAbsent(after)) return undefined;
  const reach = reachOf(before.value, after.value);
  if (reach === 'same') return undefined;
  if (reach === 'narrower') return strengthens({ kind: 'reach' });
  return reach === 'wider' ? weakens({ kind: 'reach' }) : weakens({ kind: 'value' }, 'either-way');
}

function judgeAddition(rule: HarmRule, { before, after }: ChangedPlace): HarmOutcome | undefined {
  if (isAbsent(before) === isAbsent(after)) return undefined;
  const doubt = hasBothEnds(rule) ? 'either-way' : undefined;
  if (isAbsent(before)) return weakens({ kind: 'value' }, doubt);
  return doubt === undefined ? strengthens({ kind: 'value' }) : undefined;
}

function judgeElements(
  alternative: ElementChange,
  rule: HarmRule,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  const { gained, lost } = turnover(place);
  const isMap = isJsonObject(place.before.value) || isJsonObject(place.after.value);
  const { set } = alternative;
  const among = (elements: typeof gained) =>
    set === undefined ? elements : inSet(elements, set, isMap, facts);
  const bad = among(alternative.kind === 'element-added' ? gained : lost);
  const gains = alternative.kind === 'element-added';
  if (bad.length > 0) {
    return weakens({ kind: gains ? 'gains' : 'loses', elements: bad }, twoWays(rule));
  }
  const good = among(gains ? lost : gained);
  if (good.length === 0 || twoWays(rule) !== undefined || !isReversible(alternative, rule)) {
    return undefined;
  }
  return strengthens({ kind: gains ? 'loses' : 'gains', elements: good });
}

/** Rows for both coming and going know that something changed, and not the side. */
export function twoWays({ alternatives }: HarmRule): 'either-way' | undefined {
  const kinds = new Set(alternatives.map(({ kind }) => kind));
  return kinds.has('element-added') && kinds.has('element-removed') ? 'either-way' : undefined;
}

/** True where the reverse is an improvement: what a set names, and what opens something. */
export function isReversible({ kind, set }: ElementChange, { dimension }: HarmRule): boolean {
  return set !== undefined || (kind === 'element-added' && dimension === 'security');
}

/** True for rows about the elements of a repeated block as wholes. */
export function isAboutBlocks(
  { alternatives }: HarmRule,
  { before, after }: ChangedPlace,
): boolean {
  if (!alternatives.some(({ kind }) => kind.startsWith('element-'))) return false;
  if (isHiddenWhole(before) || isHiddenWhole(after)) return false;
  return [before.value, after.value].some(
    (value) => isJsonArray(value) && value.some(isJsonObject),
  );
}

/** The elements that only one side has, each with its own scope for guards. */
export function blockTurnover(place: ChangedPlace, block: string): readonly ChangedPlace[] {
  return elementSpots(place, block).filter(
    ({ before, after }) => isAbsent(before) !== isAbsent(after),
  );
}
