import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Report } from '../../../src/model/report.ts';
import { renderCards } from '../../../src/present/terminal/cards.ts';
import { fieldLines } from '../../../src/present/terminal/fields.ts';
import { terminalText } from '../../../src/present/terminal/safe.ts';
import { createStyle } from '../../../src/present/terminal/style.ts';
import { runDemo } from '../../app/plan/demo-plans.ts';

const { report: demo } = await runDemo();
const plain = createStyle(false);

/** The demo with its first intent changed. */
function withFirst(change: (intent: Report['intents'][number]) => Report['intents'][number]) {
  const [first, ...others] = demo.intents;
  if (first === undefined) throw new Error('The demo has intents.');
  return { ...demo, intents: [change(first), ...others] };
}

describe('cards of intents', () => {
  it.each([60, 80, 100, 200])(
    'are no wider than a terminal of %i cells, or than 100',
    (columns) => {
      const lines = renderCards(demo, plain, columns).split('\n');

      expect(lines.length).toBeGreaterThan(30);
      for (const line of lines)
        expect(stringWidth(line)).toBeLessThanOrEqual(Math.min(columns, 100));
    },
  );

  it('stay within it if names are wide, long or hostile', () => {
    const odd = withFirst((intent) => ({
      ...intent,
      actor: { ...intent.actor, name: `漢字${'x'.repeat(300)}\u001b[31m\u202e` },
    }));
    const text = terminalText(renderCards(odd, plain, 80), false);

    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\u202e');
  });

  it.each([
    ['accept', '✓ accept'],
    ['reject', '✗ reject'],
    ['escalate', '? escalate'],
    ['compromise', '✓ compromise'],
    ['noop', '· noop'],
  ] satisfies readonly (readonly [Outcome, string])[])(
    'mark %s without colors',
    (outcome, mark) => {
      const decisions = demo.decisions.map((one) => ({
        ...one,
        verdict: { ...one.verdict, outcome },
      }));

      expect(renderCards({ ...demo, decisions }, plain, 80)).toMatch(
        new RegExp(`^${mark.replace('?', '\\?')} +\\S`, 'm'),
      );
    },
  );

  it('show a reason once, and how many others are like it', () => {
    const text = renderCards(demo, plain, 100);

    expect(text.match(/\[its-task\]/g)).toHaveLength(1);
    expect(text).toContain('(and 3 similar changes)');
  });

  it('have a card for each verdict on an intent', () => {
    const [intent] = demo.intents.filter(({ drifts }) => drifts.length > 2);
    let isFirst = true;
    const decisions = demo.decisions.map((one) => {
      if (one.intent !== intent?.id || !isFirst) return one;
      isFirst = false;
      return { ...one, verdict: { ...one.verdict, outcome: 'escalate' as const } };
    });
    const text = renderCards({ ...demo, decisions }, plain, 100);

    expect(text.split(intent?.id ?? '').length).toBeGreaterThan(2);
    expect(text).toContain(`parley answer ${intent?.id} ANSWER`);
  });

  it.each([
    ['delegation-expired', /next +patch of /],
    ['fallback', /next +the code stays, and applying it puts the cloud back/],
  ])('say what becomes of a claim that expired by rule %s', (rule, next) => {
    const [patch] = demo.patches;
    const decisions = demo.decisions
      .filter(({ intent }) => intent === patch?.intent)
      .map((one) => ({ ...one, verdict: { ...one.verdict, outcome: 'expired' as const, rule } }));

    expect(renderCards({ ...demo, decisions }, plain, 100)).toMatch(next);
  });
});

describe('what changed', () => {
  const drift = (more: Partial<Drift>): Drift => ({
    ...{ id: 'd', address: 'aws_x.a', type: 'aws_x', path: ['size'] },
    declared: { kind: 'value', value: 1 },
    live: { kind: 'value', value: 2 },
    ...{ declaredFrom: 'code', writes: [], evidence: [], basis: 'inferred' },
    ...more,
  });

  it.each([
    ['a value', drift({}), 'size  1 -> 2'],
    ['nothing before', drift({ declared: { kind: 'absent' } }), 'size  not set -> 2'],
    ['a hidden side', drift({ live: { kind: 'redacted' } }), 'size  1 -> a hidden value'],
    [
      'the value of a secret',
      drift({ path: ['master_password'] }),
      'master_password  a hidden value -> a hidden value',
    ],
    [
      'a member of a set',
      drift({ path: ['cidrs', { element: '10.0.0.0/8' }], declared: { kind: 'absent' } }),
      'cidrs[10.0.0.0/8]  added',
    ],
    ['a whole resource', drift({ path: [], live: { kind: 'absent' } }), 'deleted'],
  ])('of %s is reported on a line', (_, one, line) => {
    expect(fieldLines([one], 80)).toEqual(['aws_x.a', `  ${line}`]);
  });

  it('is aligned, and counted after a limit', () => {
    const many = Array.from({ length: 12 }, (_, n) => drift({ path: [`f${'x'.repeat(n)}`] }));
    const resources = Array.from({ length: 9 }, (_, n) => drift({ address: `aws_x.n${n}` }));

    expect(
      new Set(
        fieldLines(many, 80)
          .slice(1, 9)
          .map((line) => line.indexOf('1 -> 2')),
      ),
    ).toEqual(new Set([12]));
    expect(fieldLines(many, 80).at(-1)).toBe('  and 4 more fields');
    expect(fieldLines(resources, 80).at(-1)).toBe('and 3 more resources');
  });

  it('is shown below its name if a line has no room for both', () => {
    const long = drift({ live: { kind: 'value', value: 'y'.repeat(70) } });

    expect(fieldLines([long], 60).map((line) => stringWidth(line) <= 60)).not.toContain(false);
    expect(fieldLines([long], 60)[1]).toBe('  size');
  });
});
