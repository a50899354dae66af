import { contentId } from '../../model/id.ts';
import { compareText } from '../../model/text.ts';
import { lowerBound } from './beta.ts';
import { type Counted, countKey, type LearnedCounts, type Situation } from './counts.ts';

/** A rule that the reviews support, with the numbers. */
export interface Suggestion {
  readonly id: string;
  readonly situation: Situation;
  readonly verdict: 'accept' | 'reject';
  /**
   * Number of intents whose review agrees, and of those whose does not. Each counts once, however
   * often it was reviewed.
   */
  readonly agree: number;
  readonly disagree: number;
  readonly estimate: number;
  readonly bound: number;
  /** Intents whose review disagrees. */
  readonly counterExamples: readonly string[];
  /**
   * Identifies the suggestion and the amount of evidence; another digest makes it a new question.
   */
  readonly digest: string;
}

/** With a lower bound, the result may be chance. Without any objection, 13 reviews reach it. */
const leastBound = 0.8;

/**
 * The rules that reviews suggest, for the narrowest situations whose own counts support them; for a
 * wider one only if the remaining reviews support it, too. A situation is too wide if the reviews
 * of a narrower one say the opposite. Policies do not know whether it is night, so no rule depends
 * on it, but a rule that is wrong at night is not suggested. Accepting changes that did severe harm
 * is never suggested, whatever was merged.
 */
export function suggestRules({ counted }: LearnedCounts): readonly Suggestion[] {
  const found: Suggestion[] = [];
  const settled = { accept: new Set<string>(), reject: new Set<string>() };
  for (const one of counted.toSorted(narrowFirst)) {
    if (one.situation.night !== undefined) continue;
    const suggestion = suggestionOf(one, counted);
    if (suggestion === undefined) continue;
    const own = one.intents[suggestion.verdict === 'accept' ? 'yes' : 'no'];
    const against = one.intents[suggestion.verdict === 'accept' ? 'no' : 'yes'];
    const done = settled[suggestion.verdict];
    const left = own.filter((intent) => !done.has(intent));
    if (lowerBound(left.length, against.length) < leastBound) continue;
    for (const intent of own) done.add(intent);
    found.push(suggestion);
  }
  return found;
}

function suggestionOf(one: Counted, all: readonly Counted[]): Suggestion | undefined {
  const { situation, yes, no, estimate, bound, boundAgainst, intents } = one;
  const isFor = bound >= leastBound && estimate >= leastBound;
  const isAgainst = boundAgainst >= leastBound && 1 - estimate >= leastBound;
  if (!isFor && !isAgainst) return undefined;
  if (isFor && intents.yes.some((intent) => intents.severe.includes(intent))) return undefined;
  const narrower = all.filter((other) => other !== one && isWithin(other.situation, situation));
  if (narrower.some((other) => (isFor ? other.yes < other.no : other.no < other.yes))) {
    return undefined;
  }
  const verdict = isFor ? 'accept' : 'reject';
  const agree = isFor ? yes : no;
  return {
    id: idOf(situation),
    situation,
    verdict,
    agree,
    disagree: isFor ? no : yes,
    estimate: isFor ? estimate : 1 - estimate,
    bound: isFor ? bound : boundAgainst,
    counterExamples: isFor ? intents.no : intents.yes,
    digest: contentId('s', { situation: countKey(situation), verdict, evidence: stepOf(agree) }),
  };
}

/** Each step is 1.5 times the previous amount of evidence: 13, 20, 29, 44, ... */
function stepOf(agree: number): number {
  return Math.floor(Math.log(agree / 13 + 1e-9) / Math.log(1.5));
}

function idOf(situation: Situation): string {
  const { purpose, type, field, environment, incident, actor } = situation;
  const names = ['learned', situation.class, purpose, type, field, environment, incident];
  const id = names
    .filter((name) => name !== undefined && name !== '')
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  if (actor === undefined && id.length <= 64) return id;
  // Makes ids unique, since they omit the actor and are truncated.
  return `${id.slice(0, 55)}-${contentId('s', countKey(situation)).slice(2, 10)}`;
}

/**
 * Situations with the most conditions come first; among equals, conditions on the change count
 * before those on actor and place.
 */
function narrowFirst(a: Counted, b: Counted): number {
  const conditionCount = ({ situation }: Counted) => Object.keys(situation).length;
  const what = ({ situation }: Counted) =>
    Number(situation.type !== undefined) + Number(situation.field !== undefined);
  if (conditionCount(a) !== conditionCount(b)) return conditionCount(b) - conditionCount(a);
  if (what(a) !== what(b)) return what(b) - what(a);
  return compareText(countKey(a.situation), countKey(b.situation));
}

/** True if `narrow` equals `wide` or has additional conditions. */
function isWithin(narrow: Situation, wide: Situation): boolean {
  const agreesOn = (name: 'type' | 'field' | 'environment' | 'incident' | 'night') =>
    wide[name] === undefined || wide[name] === narrow[name];
  return (
    narrow.class === wide.class &&
    narrow.purpose === wide.purpose &&
    (wide.actor === undefined || wide.actor.principal === narrow.actor?.principal) &&
    agreesOn('type') &&
    agreesOn('field') &&
    agreesOn('environment') &&
    agreesOn('incident') &&
    agreesOn('night')
  );
}
