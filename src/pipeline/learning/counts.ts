import { contentId } from '../../model/id.ts';
import { lowerBound } from './beta.ts';
import { agreement, type Feedback } from './feedback.ts';

/** Where reviews are counted: who and what for, and as much of where and when as a level has. */
export interface Situation {
  readonly class: Feedback['class'];
  readonly purpose: string;
  readonly environment?: string;
  readonly incident?: Feedback['incident'];
  readonly night?: boolean;
}

export interface Counted {
  readonly situation: Situation;
  /** Reviews for and against, each once an intent. */
  readonly yes: number;
  readonly no: number;
  /** The share to expect: the counts, with older ones weighing less, and those of the wider situation behind. */
  readonly estimate: number;
  /** 5 % bounds of the share for and of that against, from the counts. */
  readonly bound: number;
  readonly boundAgainst: number;
  /** Intents that speak for and against, sorted. */
  readonly intents: { readonly yes: readonly string[]; readonly no: readonly string[] };
}

export interface LearnedCounts {
  /** Of the counts: equal logs give equal digests. */
  readonly digest: string;
  /** Reviews that count. */
  readonly entries: number;
  /** From wide to narrow, then by name. */
  readonly counted: readonly Counted[];
}

export interface CountOptions {
  /** ISO 8601 UTC: later reviews are not looked at. */
  readonly cutoff: string;
  /** Days after which a review weighs half, counted from the latest review, not from today. */
  readonly halfLifeDays?: number;
}

/** How many reviews the wider situation is worth. */
const kappa = 4;
const day = 86_400_000;

/**
 * Counts reviews by situation: a pure fold over the log, the same for every order of it. Of an
 * intent the latest review counts, so that a merge that was reverted later is no agreement.
 */
export function countFeedback(
  log: readonly Feedback[],
  { cutoff, halfLifeDays = 180 }: CountOptions,
): LearnedCounts {
  const latest = new Map<string, Feedback>();
  const seen = log.filter(({ time }) => time <= cutoff).sort(byTime);
  for (const one of seen) latest.set(one.intent, one);
  const reviews = [...latest.values()].sort((a, b) => compare(a.intent, b.intent));
  const newest = seen.at(-1)?.time ?? cutoff;
  const weigh = ({ time }: Feedback): number =>
    0.5 ** ((Date.parse(newest) - Date.parse(time)) / day / halfLifeDays);
  const counted = new Map<string, Counted>();
  for (const depth of [0, 1, 2, 3]) {
    const groups = new Map<string, Feedback[]>();
    for (const review of reviews) {
      const key = keyOf(situationOf(review, depth));
      groups.set(key, [...(groups.get(key) ?? []), review]);
    }
    for (const [key, group] of [...groups].sort(([a], [b]) => compare(a, b))) {
      const [first] = group;
      if (first === undefined) continue;
      const wider = counted.get(keyOf(situationOf(first, depth - 1)))?.estimate ?? 0.5;
      counted.set(key, countOf(situationOf(first, depth), group, weigh, wider));
    }
  }
  const all = [...counted.values()];
  const facts = all.map(({ situation, yes, no, estimate }) => ({
    situation: { ...situation },
    yes,
    no,
    estimate,
  }));
  return { digest: contentId('l', facts), entries: reviews.length, counted: all };
}

function countOf(
  situation: Situation,
  group: readonly Feedback[],
  weigh: (review: Feedback) => number,
  wider: number,
): Counted {
  const yes = group.reduce((sum, review) => sum + agreement(review), 0);
  const no = group.length - yes;
  const weighed = group.reduce((sum, review) => sum + weigh(review) * agreement(review), 0);
  const total = group.reduce((sum, review) => sum + weigh(review), 0);
  const ids = (is: (share: number) => boolean) =>
    group.filter((review) => is(agreement(review))).map(({ intent }) => intent);
  return {
    situation,
    yes,
    no,
    estimate: rounded((weighed + kappa * wider) / (total + kappa)),
    bound: rounded(lowerBound(yes, no)),
    boundAgainst: rounded(lowerBound(no, yes)),
    intents: { yes: ids((share) => share === 1), no: ids((share) => share < 1) },
  };
}

function situationOf(review: Feedback, depth: number): Situation {
  const { purpose, environment, incident, night } = review;
  return {
    class: review.class,
    purpose,
    ...(depth >= 1 ? { environment } : {}),
    ...(depth >= 2 ? { incident } : {}),
    ...(depth >= 3 ? { night } : {}),
  };
}

function keyOf(situation: Situation): string {
  const { purpose, environment, incident, night } = situation;
  return JSON.stringify([situation.class, purpose, environment, incident, night]);
}

/** Sums of the same numbers may differ in their last digits. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function byTime(a: Feedback, b: Feedback): number {
  const key = ({ time, intent, review, run, note = '' }: Feedback) =>
    [time, intent, review, run, note].join('\0');
  return compare(key(a), key(b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
