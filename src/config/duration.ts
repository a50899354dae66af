import { z } from 'zod';
import { minute } from '../model/instant.ts';

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: minute,
  h: 60 * minute,
  d: 24 * 60 * minute,
  w: 7 * 24 * 60 * minute,
};

/** Milliseconds of `90s`, `15m`, `12h`, `7d` or `2w`; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,5})([smhdw])$/.exec(text) ?? [];
  const length = units[unit];
  return amount === undefined || length === undefined ? undefined : Number(amount) * length;
}

/** Milliseconds of a duration that was validated before. */
export function milliseconds(text: string): number {
  return parseDuration(text) ?? 0;
}

/** A duration in settings, within bounds. */
export function duration(shortest: string, longest: string) {
  const least = milliseconds(shortest);
  const max = milliseconds(longest);
  return z.string().refine((text) => {
    const length = parseDuration(text);
    return length !== undefined && length >= least && length <= max;
  }, `Use a time from ${shortest} to ${longest}, with s, m, h, d or w after the number`);
}
