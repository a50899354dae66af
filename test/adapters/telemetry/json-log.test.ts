import { describe, expect, it } from 'vitest';
import { createJsonLog } from '../../../src/adapters/telemetry/json-log.ts';
import type { LogLevel } from '../../../src/adapters/telemetry/log.ts';
import { createScrubber } from '../../../src/adapters/telemetry/scrubber.ts';

const secret = 'correct horse/battery';

function openLog(level: LogLevel = 'info') {
  const lines: string[] = [];
  const log = createJsonLog({
    write: (line) => void lines.push(line),
    now: () => '2026-03-15T09:00:00.000Z',
    scrub: createScrubber([secret]),
    level,
  });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line)) };
}

describe('a log of JSON lines', () => {
  it('has level, time, fields and message in each line', () => {
    const { log, lines, parsed } = openLog();

    log.with({ queue: 'collect', absent: undefined }).info('Job done', { seconds: 1.5 });

    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    expect(parsed()).toEqual([
      {
        level: 'info',
        time: '2026-03-15T09:00:00.000Z',
        queue: 'collect',
        seconds: 1.5,
        message: 'Job done',
      },
    ]);
  });

  it('leaves out what is below its level', () => {
    const { log, parsed } = openLog('warn');

    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');

    expect(parsed().map(({ message }) => message)).toEqual(['c', 'd']);
  });

  it('does not let a field pose as the level, the time or the message', () => {
    const { log, parsed } = openLog();

    log.info('said', { level: 'error', time: 'never', message: 'unsaid' });

    expect(parsed()).toMatchObject([
      { level: 'info', time: '2026-03-15T09:00:00.000Z', message: 'said', _level: 'error' },
    ]);
  });

  it.each([
    ['as it is', secret],
    ['in a URL', `https://host/?key=${encodeURIComponent(secret)}`],
    ['in basic authentication', Buffer.from(secret).toString('base64')],
    ['within a word', `x${secret}x`],
  ])('contains no secret %s', (_, text) => {
    const { log, lines } = openLog();

    log.error(`It failed: ${text}`, { reason: text });
    log.with({ reason: text }).info('again');

    expect(lines.join('')).not.toContain(secret);
    expect(lines.join('')).not.toContain(text);
    expect(lines.join('')).toContain('[secret]');
  });

  it.each([
    ['a credential by its form', { detail: 'used AKIAABCDEFGHIJKLMNOP' }, 'AKIA'],
    ['a field named like one', { password: 'plain words' }, 'plain words'],
    ['a URL with a password', { url: 'postgres://u:hunter22@host/db' }, 'hunter22'],
  ])('contains no secret that nobody named: %s', (_, fields, hidden) => {
    const { log, lines } = openLog();

    log.info('line', fields);

    expect(lines.join('')).not.toContain(hidden);
  });

  it('shortens long texts, and writes each entry on one line', () => {
    const { log, lines, parsed } = openLog();

    log.info('two\nlines', { text: 'x'.repeat(10_000) });

    expect(lines.join('').match(/\n/g)).toHaveLength(1);
    expect(parsed()[0].text).toHaveLength(2000);
  });
});

describe('a scrubber', () => {
  it('removes a key even if its lines are written one by one', () => {
    const key = 'line-one-of-the-key-is-long\nline-two-of-the-key-is-long';
    const scrub = createScrubber([key]);

    expect(scrub(`a ${key.split('\n')[1]} b`)).toBe('a [secret] b');
  });

  it('removes the longer of two secrets as a whole', () => {
    expect(createScrubber(['part-of', 'part-of-more'])('x part-of-more x')).toBe('x [secret] x');
  });

  it('leaves words alone that contain a very short secret', () => {
    expect(createScrubber(['a', 'the'])('the cat sat')).toBe('the cat sat');
  });
});
