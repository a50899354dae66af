import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommands } from '../../../src/ports/command/parse.ts';
import { neededFor } from '../../../src/ports/command/types.ts';

const hour = 3_600_000;

describe('a command', () => {
  it.each([
    ['why', { kind: 'why' }],
    ['WHY', { kind: 'why' }],
    ['revert', { kind: 'revert' }],
    ['recheck', { kind: 'recheck' }],
    ['recheck force', { kind: 'recheck', force: true }],
    ['delegate', { kind: 'delegate' }],
    ['delegate 2..10', { kind: 'delegate', bounds: { min: 2, max: 10 } }],
    ['delegate 2 .. 10', { kind: 'delegate', bounds: { min: 2, max: 10 } }],
    ['delegate 2..', { kind: 'delegate', bounds: { min: 2 } }],
    ['delegate ..0.5', { kind: 'delegate', bounds: { max: 0.5 } }],
    ['delegate -3..3', { kind: 'delegate', bounds: { min: -3, max: 3 } }],
    ['hold 24h', { kind: 'hold', duration: 24 * hour }],
    ['hold 2W', { kind: 'hold', duration: 14 * 24 * hour }],
    ['wrong', { kind: 'wrong' }],
    ['reopen', { kind: 'reopen' }],
    ['dismiss the vendor needs it', { kind: 'dismiss', reason: 'the vendor needs it' }],
    ['wrong it was a load test', { kind: 'wrong', reason: 'it was a load test' }],
  ])('%s is understood', (line, command) => {
    expect(parseCommands(`/parley ${line}`)).toEqual([{ ok: true, value: command }]);
  });

  it.each([
    ['dismiss', 'Write `/parley dismiss the vendor needs it this way` on a line of its own.'],
    ['', 'Use one of why, revert, delegate, hold, wrong, dismiss, reopen, recheck.'],
    ['wy', 'Did you mean `/parley why`?'],
    ['rever', 'Did you mean `/parley revert`?'],
    ['re-check', 'Did you mean `/parley recheck`?'],
    ['holds 3h', 'Did you mean `/parley hold 24h`?'],
    ['destroy', 'Use one of why, revert, delegate, hold, wrong, dismiss, reopen, recheck.'],
    ['constructor', 'Use one of why, revert, delegate, hold, wrong, dismiss, reopen, recheck.'],
    ['why not', 'Write `/parley why` on a line of its own.'],
    ['revert everything', 'Write `/parley revert` on a line of its own.'],
    ['hold', 'Write `/parley hold 24h`.'],
    ['hold 24', 'Did you mean `/parley hold 24h`?'],
    ['hold 2 days', 'Did you mean `/parley hold 2d`?'],
    ['hold 3 hours', 'Did you mean `/parley hold 3h`?'],
    ['hold 2 months', 'Write it as 30m, 24h, 7d or 2w.'],
    ['hold forever', 'Write it as 30m, 24h, 7d or 2w.'],
    ['hold 1m', 'Use a time from 5m to 30d.'],
    ['hold 99999w', 'Use a time from 5m to 30d.'],
    ['delegate 2-10', 'Did you mean `/parley delegate 2..10`?'],
    ['delegate 2 to 10', 'Did you mean `/parley delegate 2..10`?'],
    ['delegate 2...10', 'Did you mean `/parley delegate 2..10`?'],
    ['delegate 10..2', 'Did you mean `/parley delegate 2..10`?'],
    ['delegate 5', 'Write `5..` for at least that, or `..5` for at most.'],
    ['delegate ..', 'Write the bounds as `2..10`, `2..` or `..10`.'],
    ['delegate NaN..Infinity', 'Write the bounds as `2..10`, `2..` or `..10`.'],
  ])('%j is answered with what was meant', (line, hint) => {
    expect(parseCommands(`/parley ${line}`)).toMatchObject([{ ok: false, error: { hint } }]);
  });
});

describe('a comment', () => {
  const kinds = (comment: string) =>
    parseCommands(comment).map((one) => (one.ok ? one.value.kind : one.error.code));

  it.each([
    ['Thanks.', []],
    ['/parley why', ['why']],
    ['Hm.\r\n/parley why\r\n/parley hold 24h', ['why', 'hold']],
    ['  /Parley why  ', ['why']],
    ['/parley', ['command-unknown']],
    ['/parleys why', []],
    ['say /parley why', []],
    ['> /parley revert', []],
    ['    /parley revert', []],
    ['```\n/parley revert\n```\n/parley why', ['why']],
    ['````\n```\n/parley revert\n````\n/parley why', ['why']],
    ['~~~ sh\n/parley revert', []],
    ['```code``` as such\n/parley why', ['why']],
    ['<!--\n/parley revert\n-->\n/parley why', ['why']],
    ['<!-- \n/parley revert', []],
    ['<pre>\n/parley revert\n</pre>\n/parley why', ['why']],
    ['<PRE class="x">\n\n/parley revert\n\n</PRE>', []],
    ['<pre>\n/parley revert', []],
    ['<blockquote>\n\n/parley revert\n\n</blockquote>', []],
    ['<details><code>\n/parley revert\n</code></details>', []],
    ['a `code\n/parley revert\nmore` b', []],
    ['a ``code ` \n/parley revert\nmore`` b', []],
    ['a ` b\n\n/parley why', ['why']],
    ['a `b` c\n/parley why', ['why']],
    ['- ```\n  /parley revert\n  ```\n/parley why', ['why']],
    ['1. ~~~\n   /parley revert\n   ~~~', []],
    ['- a\n\n  ```\n  /parley revert\n  ```', []],
    ['- a\n    ```\n    x\n/parley why', ['why']],
    ['- ```\n```\n/parley revert\n```', []],
    ['- - ```\n    /parley revert', []],
    ['> quote\n/parley revert', []],
    ['> quote\nlazy\n/parley revert', []],
    ['> quote\n\n/parley why', ['why']],
    ['>>>\n\n/parley revert\n\n>>>\n\n/parley why', ['why']],
    ['> ```\n\n/parley why', ['why']],
    ['`<!--`\n```\nx -->\n/parley revert\n```', []],
    ['a ` b\n```\nc ` d\n/parley revert\n```', []],
    ['`<pre>`\n```\n</pre>\n/parley revert\n```', []],
    ['/parley why\n'.repeat(9), ['why', 'why', 'why', 'why', 'why']],
  ])('%j has these commands', (comment, expected) => {
    expect(kinds(comment)).toEqual(expected);
  });

  it('never breaks, and never hides control characters in an answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const result of parseCommands(`/parley ${text}`)) {
          if (!result.ok) expect(result.error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
      }),
    );
  });

  it('needs the right to write', () => {
    expect(new Set(Object.values(neededFor))).toEqual(new Set(['write']));
  });
});
