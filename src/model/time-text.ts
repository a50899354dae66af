import { displayText } from './text.ts';

/** What a person reads of a time: its day, and its time of day to the unit. */
type TimeUnit = 'minute' | 'second';

const iso = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)(?:\.\d+)?Z$/;

interface Moment {
  readonly day: string;
  readonly minute: string;
  readonly second: string;
}

/** Undefined for a text that is not a time in ISO 8601; other zones are converted to UTC. */
function momentOf(time: string): Moment | undefined {
  const [, day, minute, seconds] = iso.exec(time) ?? iso.exec(inUtc(time)) ?? [];
  if (day === undefined || minute === undefined) return undefined;
  return { day, minute, second: `${minute}${seconds}` };
}

function inUtc(time: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(time)) return '';
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function shownTime(time: string): string {
  return displayText(time, 40);
}

function momentText(time: string, unit: TimeUnit, otherwise: (time: string) => string): string {
  const moment = momentOf(time);
  return moment === undefined ? otherwise(time) : `${moment.day} ${moment[unit]} UTC`;
}

/**
 * A time in ISO 8601 for people, to the minute: `2026-03-14 02:22 UTC`. `otherwise` shows a text
 * that is not a time; by default it is shown as it is, safe for a terminal.
 */
export function minuteText(time: string, otherwise = shownTime): string {
  return momentText(time, 'minute', otherwise);
}

/** The same to the second: `2026-03-14 02:22:30 UTC`. Fractions are cut off. */
export function secondText(time: string, otherwise = shownTime): string {
  return momentText(time, 'second', otherwise);
}

/**
 * A span of time for people: `2026-03-14 02:11:00 to 02:22:30 UTC`, with the second day if it is
 * another one, or a single time where both ends read the same.
 */
export function spanText(
  { from, to }: { readonly from: string; readonly to: string },
  unit: TimeUnit = 'second',
  otherwise = shownTime,
): string {
  const [first, last] = [momentOf(from), momentOf(to)];
  const [begin, end] = [from, to].map((time) => momentText(time, unit, otherwise));
  if (begin === end) return `${begin}`;
  if (first === undefined || last === undefined) return `${begin} to ${end}`;
  const day = first.day === last.day ? '' : `${last.day} `;
  return `${first.day} ${first[unit]} to ${day}${last[unit]} UTC`;
}
