import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  link,
  markup,
  mention,
  plain,
  slackCode,
  slackProse,
  slackSentence,
  slackTime,
} from '../../../../src/adapters/notify/slack/markup.ts';
import { cases } from '../../../cases.ts';
import { hostileText } from '../arbitraries.ts';
import { outsideControls } from './checks.ts';

describe('prose', () => {
  it.each([
    ['a mention of everybody', '<!channel>', '&lt;!channel&gt;'],
    ['a mention', '<@U0123>', '&lt;@U0123&gt;'],
    ['a link', '<https://a.example|b>', '&lt;https://a.example|b&gt;'],
    ['what is escaped already', '&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
    ['bold', '*x*', '\u2217x\u2217'],
    ['italics', '_x_', '\u02cdx\u02cd'],
    ['an underscore within a word', 'web_capacity', 'web_capacity'],
    ['code', '`x`', '\u02cbx\u02cb'],
    ['an emoji', ':white_check_mark:', '\u2236white_check_mark:'],
    ['a time', '2026-03-14T03:00:00Z', '2026-03-14T03:00:00Z'],
    ['a new line', 'a\n*Who* b', 'a\\u{a}\u2217Who\u2217 b'],
    ['a turn of direction', 'a\u202eb', 'a\\u{202e}b'],
    ['a credential', 'key AKIAIOSFODNN7EXAMPLE', 'key [secret]'],
  ])('shows %s as text', (_, text, shown) => {
    expect(slackProse(text)).toBe(shown);
  });

  it('is cut between characters, with an ellipsis', () => {
    expect(slackProse('&'.repeat(10), 20)).toBe('&amp;&amp;&amp;…');
    expect(slackProse('&'.repeat(4), 20)).toBe('&amp;&amp;&amp;&amp;');
    expect(slackProse('😀'.repeat(10), 10)).toBe('😀😀😀😀…');
  });
});

describe('a sentence with backticks', () => {
  it.each([
    ['Name another in `branch`.', 'Name another in `branch`.'],
    ['`a` and `b`', '`a` and `b`'],
    ['one ` alone', 'one \u02cb alone'],
    ['<@U0123> `<!here>`', '&lt;@U0123&gt; `&lt;!here&gt;`'],
    ['no `` code', 'no \u02cb\u02cb code'],
    ['key=`AKIAIOSFODNN7EXAMPLE`', 'key=`[secret]`'],
    ['', ''],
  ])('has code between pairs of them: %j', (text, shown) => {
    expect(slackSentence(text)).toBe(shown);
  });
});

describe('a time', () => {
  it.each([
    ['2026-03-14T03:00:00.000Z', '2026-03-14 03:00:00 UTC'],
    ['2026-03-14T03:00:00Z', '2026-03-14 03:00:00 UTC'],
    ['2026-03-14 at three', '2026-03-14 at three'],
    ['<!here>', '&lt;!here&gt;'],
  ])('of %s', (time, shown) => {
    expect(slackTime(time)).toBe(shown);
  });
});

describe('code', () => {
  it.each([
    ['an address', 'aws_instance.web["a*b"]', '`aws_instance.web["a*b"]`'],
    ['an end of code', 'a`*b*', '`a\u02cb*b*`'],
    ['a mention', '<!here>', '`&lt;!here&gt;`'],
    ['nothing', '', ''],
  ])('shows %s', (_, text, shown) => {
    expect(slackCode(text)).toBe(shown);
  });
});

describe('any text', () => {
  it('contains no control sequences and keeps to its limit', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 20, max: 400 }), (text, max) => {
        const parts = [
          slackProse(text, max),
          slackCode(text, max),
          slackSentence(`${text} \`${text}\` ${text}`, max),
        ];
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(max);
        const said = slackSentence(`${text} \`${text}\` ${text}`, max);
        const together = markup`${slackProse(text, max)}, ${slackCode(text, max)}: ${slackProse(text, max)} ${said}`;
        expect(outsideControls({ text: together, blocks: [] })).toEqual([]);
        expect(plain(text, max)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('a link', () => {
  it.each([
    [
      'https://forge.example/a?b=1&c=<d>|e',
      'x>y',
      '<https://forge.example/a?b=1&amp;c=%3Cd%3E%7Ce|x&gt;y>',
    ],
    ['https://forge.example/', '', '<https://forge.example/|link>'],
    ['http://forge.example/', 'x', undefined],
    ['javascript:alert(1)', 'x', undefined],
    ['https://user:pass@forge.example/', 'x', undefined],
    ['/srv/project', 'x', undefined],
    [`https://forge.example/${'a'.repeat(2000)}`, 'x', undefined],
  ])('to %s', (address, label, shown) => {
    expect(link(address, label)).toBe(shown);
  });

  it('never says more than its link', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), hostileText, (address, label) => {
        const text = link(address, label) ?? slackProse('none');
        expect(outsideControls({ text, blocks: [] })).toEqual([]);
      }),
    );
  });
});

describe('a mention', () => {
  it.each([
    ['U0123ABC', '<@U0123ABC>'],
    ['!channel', '`!channel`'],
    ['U1><!here', '`U1&gt;&lt;!here`'],
  ])('of %s', (user, shown) => {
    expect(mention(user)).toBe(shown);
  });
});
