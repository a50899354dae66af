import { day } from '../../../model/instant.ts';
import type { Lapse } from '../rules/types.ts';
import { type Clock, hasCome } from './clock.ts';
import { type Calendar, daysAfter, hoursAfter, iso } from './windows.ts';

/**
 * The first midnight (UTC) at or after a moment. Delegations end at midnight because the note in
 * the code gives only their last day.
 */
export function endOfDay(moment: string): string {
  return iso(Math.ceil(Date.parse(moment) / day) * day);
}

/** The last full day of something that ends at a moment: `2026-06-12`. */
export function lastDay(ends: string): string {
  return iso(Date.parse(ends) - 1).slice(0, 10);
}

/** The midnight (UTC) at which something ends whose last day is given. */
export function dayAfter(lastDay: string): string {
  return iso(Date.parse(`${lastDay}T00:00:00Z`) + day);
}

/** What the end of a rule's term is computed from. */
export interface TermRules {
  /** Length of `term`, in days. */
  readonly days: number;
  readonly calendar: Pick<Calendar, 'holdEnds' | 'freeze'>;
}

/** When a lapse that counts from `start` ends; undefined if it has no end. */
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

/**
 * True for a lapse with a duration, which counts from when it was granted, rather than a fixed end.
 */
export function isRelative(lapse: Lapse | undefined): boolean {
  return lapse === 'term' || (typeof lapse === 'object' && 'hours' in lapse);
}

/** When the delegation of a field begins and ends. */
export interface DelegationTerm {
  /** ISO 8601 UTC. */
  readonly granted: string;
  /** The midnight at which it ends; undefined for a permanent delegation. */
  readonly expires?: string;
}

/**
 * The term of a delegation, counted from when it was first granted. Deciding again does not extend
 * it. A grant that ended without being taken up is granted again from now.
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

/** True from the moment at which something ends; something without an end is never over. */
export function isOver(ends: string | undefined, clock: Clock): boolean {
  return ends !== undefined && hasCome(ends, clock);
}
