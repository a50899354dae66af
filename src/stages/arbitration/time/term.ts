import type { Lapse } from '../rules/types.ts';
import { type Clock, hasCome } from './clock.ts';
import type { Calendar } from './windows.ts';
import { daysAfter, hoursAfter, iso } from './windows.ts';

const day = 86_400_000;

/**
 * The first midnight (UTC) at or after a moment: the note in the code says until which day a
 * delegation holds, so that it ends with a day.
 */
export function endOfDay(moment: string): string {
  return iso(Math.ceil(Date.parse(moment) / day) * day);
}

/** The last day, `2026-06-12`, of what ends at a moment. */
export function lastDay(ends: string): string {
  return iso(Date.parse(ends) - 1).slice(0, 10);
}

/** When something ends that holds to the end of a day. */
export function dayAfter(lastDay: string): string {
  return iso(Date.parse(`${lastDay}T00:00:00Z`) + day);
}

/** What the terms of rules are counted by. */
export interface TermRules {
  /** Days of `term`. */
  readonly days: number;
  readonly calendar: Pick<Calendar, 'holdEnds' | 'freeze'>;
}

/** When a lapse that counts from `start` is over; undefined for what has no end. */
export function lapseEnds(
  lapse: Lapse | undefined,
  start: string,
  { days, calendar }: TermRules,
): string | undefined {
  if (typeof lapse === 'object') return 'at' in lapse ? lapse.at : hoursAfter(start, lapse.hours);
  switch (lapse) {
    case 'hold':
      return calendar.holdEnds;
    case 'freeze':
      return calendar.freeze?.ends;
    case 'term':
      return daysAfter(start, days);
    default:
      return undefined;
  }
}

/** True for a lapse that counts from when it was said, and does not end at a time of its own. */
export function isRelative(lapse: Lapse | undefined): boolean {
  return lapse === 'term' || (typeof lapse === 'object' && 'hours' in lapse);
}

/** How long a field is given away: from when, and until when. */
export interface DelegationTerm {
  /** ISO 8601 UTC. */
  readonly granted: string;
  /** The midnight at its end; without it, for good. */
  readonly expires?: string;
}

/**
 * The term of a delegation, from when it was first granted. What was granted once keeps its term,
 * however often it is decided; one that nobody took up until it was over is granted again.
 */
export function delegationTerm(
  lapse: Lapse | undefined,
  { clock, granted, rules }: { clock: Clock; granted: string | undefined; rules: TermRules },
): DelegationTerm {
  const { now } = clock;
  const first = granted !== undefined && hasCome(granted, clock) ? granted : now;
  const term = termFrom(lapse, first, rules);
  return isRelative(lapse) && isOver(term.expires, clock) ? termFrom(lapse, now, rules) : term;
}

function termFrom(lapse: Lapse | undefined, granted: string, rules: TermRules): DelegationTerm {
  const ends = lapseEnds(lapse, granted, rules);
  return {
    granted: iso(Date.parse(granted)),
    ...(ends === undefined ? {} : { expires: endOfDay(ends) }),
  };
}

/** True from the moment on at which something ends; what has no end is never over. */
export function isOver(ends: string | undefined, clock: Clock): boolean {
  return ends !== undefined && hasCome(ends, clock);
}
