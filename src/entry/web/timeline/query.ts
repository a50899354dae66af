import { z } from 'zod';
import { day, minute } from '../../../model/instant.ts';

/** Days. */
const ranges = { day: 1, week: 7, month: 31 } as const;

export const rangeNames = ['day', 'week', 'month'] as const;

export const TimelineQuery = z.object({
  range: z.enum(rangeNames).catch('week'),
  until: z.iso.date().or(z.literal('')).catch(''),
  stack: z.string().max(200).catch(''),
  /** A range that was selected in the chart, ISO 8601 UTC; both or none. */
  from: z.iso.datetime().or(z.literal('')).catch(''),
  to: z.iso.datetime().or(z.literal('')).catch(''),
});

export type TimelineQuery = z.output<typeof TimelineQuery>;

/** Milliseconds since 1970. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** The time to show: the selected range, else a number of days up to the end of a day. */
export function queryRange({ range, until, from, to }: TimelineQuery, now: string): TimeRange {
  if (from !== '' && to !== '') {
    const start = Date.parse(from);
    return { start, end: Math.max(Date.parse(to), start + minute) };
  }
  const last = until === '' ? now.slice(0, 10) : until;
  const end = Date.parse(`${last}T00:00:00Z`) + day;
  return { start: end - ranges[range] * day, end };
}

/** A link to another time range of the same stack. */
export function stretchPath({ stack }: TimelineQuery, { start, end }: TimeRange): string {
  const iso = (time: number): string => new Date(time).toISOString();
  const set = { ...(stack === '' ? {} : { stack }), from: iso(start), to: iso(end) };
  return `/ui/timeline?${new URLSearchParams(set).toString()}`;
}

/** One step back and forward, and half and twice the range around the same middle. */
export function stretchesAround({ start, end }: TimeRange) {
  const length = end - start;
  const inner = Math.max(length / 4, minute);
  const middle = start + length / 2;
  return {
    earlier: { start: start - length, end: start },
    later: { start: end, end: end + length },
    closer: { start: middle - inner, end: middle + inner },
    wider: { start: start - length / 2, end: end + length / 2 },
  };
}
