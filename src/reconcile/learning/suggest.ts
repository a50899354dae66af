import { contentId } from '../../model/id.ts';
import { lowerBound } from './beta.ts';
import { type Counted, countKey, type LearnedCounts, type Situation } from './counts.ts';

/** A rule that the reviews speak for, and the numbers. */
export interface Suggestion {
  readonly id: string;
  readonly situation: Situation;
  readonly verdict: 'accept' | 'reject';
  /** Intents whose review agrees, and those whose does not: each once, however often it was reviewed. */
  readonly agree: number;
  readonly disagree: number;
  readonly estimate: number;
  readonly bound: number;
  /** Intents whose review says otherwise. */
  readonly counterExamples: readonly string[];
  /** What was suggested, and on how much: another digest is another question. */
  readonly digest: string;
}

/** Below that it may be chance: without a single objection, 13 reviews reach it. */
const leastBound = 0.8;

/**
 * What the reviews suggest, in the narrowest situations whose own counts carry it; a wider one only
 * where what is left besides carries it, too. A situation that has a narrower one in which the
 * reviews say otherwise is too wide. At night is no fact of a policy, so no rule depends on it; that
 * a rule is wrong there keeps it from being suggested. To accept what did severe harm is never
 * suggested, whatever people merged.
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

/** Half as many again is new evidence: 13, 20, 29, 44, ... */
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
  // Who it is, and what was cut off, must not make two rules one.
  return `${id.slice(0, 55)}-${contentId('s', countKey(situation)).slice(2, 10)}`;
}

/** What says most comes first; of as much, what is said of the change before who and where. */
function narrowFirst(a: Counted, b: Counted): number {
  const said = ({ situation }: Counted) => Object.keys(situation).length;
  const what = ({ situation }: Counted) =>
    Number(situation.type !== undefined) + Number(situation.field !== undefined);
  if (said(a) !== said(b)) return said(b) - said(a);
  if (what(a) !== what(b)) return what(b) - what(a);
  return countKey(a.situation) < countKey(b.situation) ? -1 : 1;
}

/** True when the situation is the wider one, or that with more said. */
function isWithin(narrow: Situation, wide: Situation): boolean {
  const isSaid = (name: 'type' | 'field' | 'environment' | 'incident' | 'night') =>
    wide[name] === undefined || wide[name] === narrow[name];
  return (
    narrow.class === wide.class &&
    narrow.purpose === wide.purpose &&
    (wide.actor === undefined || wide.actor.principal === narrow.actor?.principal) &&
    isSaid('type') &&
    isSaid('field') &&
    isSaid('environment') &&
    isSaid('incident') &&
    isSaid('night')
  );
}
