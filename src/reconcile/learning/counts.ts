import { contentId } from '../../model/id.ts';
import { day } from '../../model/instant.ts';
import { compareKeys, compareText } from '../../model/text.ts';
import { lowerBound } from './beta.ts';
import { agreement, type Feedback } from './feedback.ts';

/**
 * What reviews are counted by: actor and purpose, and the conditions of a level on what, where and
 * when.
 */
export interface Situation {
  readonly class: Feedback['class'];
  readonly purpose: string;
  /** A single actor of the class. */
  readonly actor?: { readonly principal: string; readonly name: string };
  /** Terraform type, and one of its fields. */
  readonly type?: string;
  readonly field?: string;
  readonly environment?: string;
  readonly incident?: Feedback['incident'];
  readonly night?: boolean;
}

export interface Counted {
  readonly situation: Situation;
  /** Reviews for and against, one for each intent. */
  readonly yes: number;
  readonly no: number;
  /**
   * The expected share: the counts, with less weight for older ones, combined with the estimate of
   * the wider situation.
   */
  readonly estimate: number;
  /** 5 % bounds of the share for and of the share against, computed from the counts. */
  readonly bound: number;
  readonly boundAgainst: number;
  /** Intents that count for and against, sorted, and those among them that did severe harm. */
  readonly intents: {
    readonly yes: readonly string[];
    readonly no: readonly string[];
    readonly severe: readonly string[];
  };
}

export interface LearnedCounts {
  /** Digest of the counts; equal logs have equal digests. */
  readonly digest: string;
  /** Number of reviews that were counted. */
  readonly entries: number;
  /** From wide to narrow, then by name. */
  readonly counted: readonly Counted[];
}

export interface CountOptions {
  /** ISO 8601 UTC; later reviews are ignored. */
  readonly cutoff: string;
  /**
   * Days after which a review has half the weight, counted from the latest review, not from today.
   */
  readonly halfLifeDays?: number;
}

/** The number of reviews that the wider situation counts as. */
const kappa = 4;

/**
 * Counts reviews by situation. This is a pure function of the log that does not depend on its
 * order. The latest review of an intent counts, so that a merge that was later reverted is not
 * agreement.
 */
export function countFeedback(
  log: readonly Feedback[],
  { cutoff, halfLifeDays = 180 }: CountOptions,
): LearnedCounts {
  const latest = new Map<string, Feedback>();
  const seen = log.filter(({ time }) => time <= cutoff).sort(byTime);
  for (const one of seen) latest.set(one.intent, one);
  const reviews = [...latest.values()].sort((a, b) => compareText(a.intent, b.intent));
  const newest = seen.at(-1)?.time ?? cutoff;
  const weigh = ({ time }: Feedback): number =>
    0.5 ** ((Date.parse(newest) - Date.parse(time)) / day / halfLifeDays);
  const counted = new Map<string, Counted>();
  for (const level of levels) {
    for (const [key, { situation, group }] of grouped(reviews, level)) {
      const wider = counted.get(countKey(widened(situation)))?.estimate ?? 0.5;
      counted.set(key, countOf(situation, group, weigh, wider));
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
  const ids = (is: (share: number) => boolean) => idsOf(group, (one) => is(agreement(one)));
  return {
    situation,
    yes,
    no,
    estimate: rounded((weighed + kappa * wider) / (total + kappa)),
    bound: rounded(lowerBound(yes, no)),
    boundAgainst: rounded(lowerBound(no, yes)),
    intents: {
      yes: ids((share) => share === 1),
      no: ids((share) => share < 1),
      severe: idsOf(group, ({ harm = 0 }) => harm >= severe),
    },
  };
}

/** No rule is suggested that accepts harm of at least this severity. */
const severe = 3;

function idsOf(group: readonly Feedback[], is: (one: Feedback) => boolean): readonly string[] {
  return group.filter(is).map(({ intent }) => intent);
}

/**
 * How detailed a situation is about the actor, about what was changed, and about where and when.
 */
interface Level {
  readonly who: 0 | 1;
  readonly what: 0 | 1 | 2;
  readonly where: 0 | 1 | 2 | 3;
}

/** From wide to narrow, so that each level finds the one that it falls back on. */
const levels: readonly Level[] = ([0, 1] as const).flatMap((who) =>
  ([0, 1, 2] as const).flatMap((what) =>
    ([0, 1, 2, 3] as const).map((where): Level => ({ who, what, where })),
  ),
);

interface Group {
  readonly situation: Situation;
  readonly group: readonly Feedback[];
}

/** An intent is in the group of each of its types and fields once. */
function grouped(reviews: readonly Feedback[], level: Level): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const review of reviews) {
    const own = situationsOf(review, level).map((one) => [countKey(one), one] as const);
    for (const [key, situation] of new Map(own)) {
      const group = [...(groups.get(key)?.group ?? []), review];
      groups.set(key, { situation, group });
    }
  }
  return new Map([...groups].sort(compareKeys));
}

function situationsOf(review: Feedback, { who, what, where }: Level): readonly Situation[] {
  const { purpose, environment, incident, night, actor, parts = [] } = review;
  if (who === 1 && actor === undefined) return [];
  const around = {
    class: review.class,
    purpose,
    ...(who === 1 && actor !== undefined ? { actor } : {}),
    ...(where >= 1 ? { environment } : {}),
    ...(where >= 2 ? { incident } : {}),
    ...(where >= 3 ? { night } : {}),
  };
  if (what === 0) return [around];
  return parts.map(({ type, field }) => ({ ...around, type, ...(what === 2 ? { field } : {}) }));
}

/** The situation without its most specific condition. */
function widened({
  night,
  incident,
  environment,
  field,
  type,
  actor,
  ...rest
}: Situation): Situation {
  const all = { actor, type, field, environment, incident, night };
  const names = ['night', 'incident', 'environment', 'field', 'type', 'actor'] as const;
  const last = names.find((name) => all[name] !== undefined);
  const kept = Object.entries(all).filter(([name, value]) => value !== undefined && name !== last);
  return { ...rest, ...Object.fromEntries(kept) };
}

/** Actors are identified by their principal, since names may change. */
export function countKey(situation: Situation): string {
  const { purpose, actor, type, field, environment, incident, night } = situation;
  const who = [situation.class, actor?.principal ?? null];
  return JSON.stringify([...who, purpose, type, field, environment, incident, night]);
}

/** Rounded, since sums of the same numbers may differ in their last digits. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function byTime(a: Feedback, b: Feedback): number {
  const key = ({ time, intent, review, run, note = '' }: Feedback) =>
    [time, intent, review, run, note].join('\0');
  return compareText(key(a), key(b));
}
