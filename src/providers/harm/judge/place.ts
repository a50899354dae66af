import { isJsonArray, isJsonObject } from '../../../model/json.ts';
import { scopeReach } from '../document/scope.ts';
import type { Alternative, HarmRule } from '../table/rule.ts';
import type { HarmFacts } from '../table/types.ts';
import {
  isAbsent,
  isEmptyNode,
  isHiddenWhole,
  isUnknownNode,
  type ValueNode,
} from '../value/node.ts';
import { type ChangedPlace, elementPlaces } from '../value/places.ts';
import { isSameNode } from '../value/same.ts';
import { isBad, isBadSet } from './bad.ts';
import { judgeOpenings, judgeProhibitions } from './documents.ts';
import { inSet, turnover } from './elements.ts';
import { type HarmOutcome, strengthens, weakens, worseOutcome } from './outcome.ts';
import { judgeStep } from './steps.ts';

type ElementChange = Extract<Alternative, { kind: 'element-added' | 'element-removed' }>;

/** The outcome of a rule at one place, without its guard, or undefined if there is none. */
export function judgePlace(
  rule: HarmRule,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  if (isUnknownNode(place.before) || isUnknownNode(place.after)) {
    return weakens({ kind: 'hidden' }, 'cannot-tell');
  }
  // Unchanged attributes are skipped before; values inside a changed one may still be unchanged.
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
      // If an entire element was added or removed, a default that it leaves out became neither
      // better nor worse.
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

/** The provider's default counts only in comparison with a value that someone set. */
function withFallback({ value }: ValueNode, rule: HarmRule) {
  return isEmptyNode(value) ? rule.fallback : value;
}

/** A change into the union of bad values is harm, a change out of it the reverse. */
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
 * If an element was added or removed while others exist, only its explicit values count, and only
 * if these open access: a small disk among others is no harm.
 */
function judgeAlone(
  rule: HarmRule,
  place: ChangedPlace,
  facts: HarmFacts,
): HarmOutcome | undefined {
  const badSets = rule.alternatives.filter(isBadSet).filter(({ kind }) => kind !== 'removed');
  const isSevere = rule.dimension === 'security' && rule.severity >= 4;
  if (!isSevere && !badSets.some(({ kind }) => kind === 'matches')) return undefined;
  const side = place.only === 'after' ? place.after : place.before;
  if (!isBad(badSets, side, facts)) return undefined;
  return place.only === 'after' ? weakens({ kind: 'value' }) : strengthens({ kind: 'value' });
}

/** True if the rule has both adding and removing, so that it is unclear which of them is bad. */
function hasBothEnds({ alternatives }: HarmRule): boolean {
  const kinds = new Set(alternatives.map(({ kind }) => kind));
  return kinds.has('removed') && kinds.has('added');
}

function judgeChange({ before, after }: ChangedPlace): HarmOutcome | undefined {
  if (isAbsent(before) || isAbsent(after)) return undefined;
  const reach = scopeReach(before.value, after.value);
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

/**
 * A rule with both adding and removing elements shows that something changed, but not whether it is
 * bad.
 */
export function twoWays({ alternatives }: HarmRule): 'either-way' | undefined {
  const kinds = new Set(alternatives.map(({ kind }) => kind));
  return kinds.has('element-added') && kinds.has('element-removed') ? 'either-way' : undefined;
}

/**
 * True if the reverse is an improvement: for elements in a set, and for elements that open
 * something.
 */
export function isReversible({ kind, set }: ElementChange, { dimension }: HarmRule): boolean {
  return set !== undefined || (kind === 'element-added' && dimension === 'security');
}

/** True for rules that concern elements of a repeated block as a whole. */
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
  return elementPlaces(place, block).filter(
    ({ before, after }) => isAbsent(before) !== isAbsent(after),
  );
}
