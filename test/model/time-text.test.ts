import { describe, expect, it } from 'vitest';
import { minuteText, secondText, spanText } from '../../src/model/time-text.ts';

describe('a time for people', () => {
  it.each([
    ['2026-03-14T02:22:30Z', '2026-03-14 02:22:30 UTC'],
    ['2026-03-14T02:22:30.999Z', '2026-03-14 02:22:30 UTC'],
    ['2026-03-14T02:22:30.123456789Z', '2026-03-14 02:22:30 UTC'],
    ['2026-03-14T02:22:30+02:00', '2026-03-14 00:22:30 UTC'],
    ['some day', 'some day'],
    ['', ''],
    ['2026-03-14T99:00:00+01:00', '2026-03-14T99:00:00+01:00'],
    ['\u001b[31mred', '\\u{1b}[31mred'],
  ])('%j reads %j', (time, text) => {
    expect(secondText(time)).toBe(text);
  });

  it('has its minute, and shows what is no time as it is told', () => {
    expect(minuteText('2026-03-14T02:22:30Z')).toBe('2026-03-14 02:22 UTC');
    expect(minuteText('*bold*', (text) => `\`${text}\``)).toBe('`*bold*`');
  });

  it.each([
    ['2026-03-14T02:11:00Z', '2026-03-14T02:22:30Z', '2026-03-14 02:11:00 to 02:22:30 UTC'],
    [
      '2026-03-14T02:11:00Z',
      '2026-03-15T02:22:30Z',
      '2026-03-14 02:11:00 to 2026-03-15 02:22:30 UTC',
    ],
    ['2026-03-14T02:11:00.1Z', '2026-03-14T02:11:00.9Z', '2026-03-14 02:11:00 UTC'],
    ['2026-03-14T02:11:00Z', 'later', '2026-03-14 02:11:00 UTC to later'],
  ])('%s to %s is a span', (from, to, text) => {
    expect(spanText({ from, to })).toBe(text);
  });

  it('is a span of minutes, too', () => {
    const [from, to] = ['2026-03-14T02:11:05Z', '2026-03-14T02:11:59Z'];

    expect(spanText({ from, to }, 'minute')).toBe('2026-03-14 02:11 UTC');
    expect(spanText({ from, to: '2026-03-14T03:00:00Z' }, 'minute')).toBe(
      '2026-03-14 02:11 to 03:00 UTC',
    );
  });
});
