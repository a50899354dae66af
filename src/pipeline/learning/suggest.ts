import type { Counted, LearnedCounts, Situation } from './counts.ts';

/** A rule that the reviews speak for, and the numbers. */
export interface Suggestion {
  readonly id: string;
  readonly situation: Situation;
  readonly verdict: 'accept' | 'reject';
  /** Reviews that agree and that do not. */
  readonly agree: number;
  readonly disagree: number;
  readonly estimate: number;
  readonly bound: number;
  /** Intents whose review says otherwise. */
  readonly counterExamples: readonly string[];
}

/** Below that it may be chance: without a single objection, 13 reviews reach it. */
const leastBound = 0.8;

/**
 * What the reviews suggest, in the widest situations that carry it. A situation that has a narrower
 * one in which the reviews say otherwise is too wide. At night is no fact of a policy, so no rule
 * depends on it; that a rule is wrong there keeps it from being suggested.
 */
export function suggestRules({ counted }: LearnedCounts): readonly Suggestion[] {
  const found: Suggestion[] = [];
  for (const one of counted) {
    if (one.situation.night !== undefined) continue;
    if (found.some(({ situation }) => isWithin(one.situation, situation))) continue;
    const suggestion = suggestionOf(one, counted);
    if (suggestion !== undefined) found.push(suggestion);
  }
  return found;
}

function suggestionOf(one: Counted, all: readonly Counted[]): Suggestion | undefined {
  const { situation, yes, no, estimate, bound, boundAgainst, intents } = one;
  const isFor = bound >= leastBound && estimate >= leastBound;
  const isAgainst = boundAgainst >= leastBound && 1 - estimate >= leastBound;
  if (!isFor && !isAgainst) return undefined;
  const narrower = all.filter((other) => other !== one && isWithin(other.situation, situation));
  if (narrower.some((other) => (isFor ? other.yes < other.no : other.no < other.yes))) {
    return undefined;
  }
  const { purpose, environment, incident } = situation;
  const names = ['learned', situation.class, purpose, environment, incident];
  return {
    id: names
      .filter((name) => name !== undefined && name !== '')
      .join('-')
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .slice(0, 64),
    situation,
    verdict: isFor ? 'accept' : 'reject',
    agree: isFor ? yes : no,
    disagree: isFor ? no : yes,
    estimate: isFor ? estimate : 1 - estimate,
    bound: isFor ? bound : boundAgainst,
    counterExamples: isFor ? intents.no : intents.yes,
  };
}

/** True when the situation is the wider one, or that with more said. */
function isWithin(narrow: Situation, wide: Situation): boolean {
  return (
    narrow.class === wide.class &&
    narrow.purpose === wide.purpose &&
    (wide.environment === undefined || wide.environment === narrow.environment) &&
    (wide.incident === undefined || wide.incident === narrow.incident) &&
    (wide.night === undefined || wide.night === narrow.night)
  );
}
