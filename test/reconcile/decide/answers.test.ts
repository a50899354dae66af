import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/model/intent.ts';
import type { KeptAnswer } from '../../../src/ports/store/kept-answer.ts';
import { standingAnswers } from '../../../src/reconcile/decide/answers.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';
import { actor } from '../../stages/intent/make.ts';
import { demoInput, demoRecords, runOn } from '../demo.ts';

const now = '2026-03-15T09:00:00.000Z';
const intent: Intent = {
  id: 'i-one',
  actor: actor('ann'),
  summary: 'Raised it',
  purpose: 'change',
  confidence: 1,
  rule: 'generic',
  drifts: ['d-1', 'd-2'],
  wants: [],
  window: { from: now, to: now },
};
const digest = driftDigest(intent.drifts);

function said(at: string, more: Partial<KeptAnswer> = {}): KeptAnswer {
  return {
    id: `a-${at}`,
    intent: 'i-one',
    digest,
    action: 'accept',
    by: 'github:ben',
    at,
    ...more,
  };
}

const [early, late] = ['2026-03-15T07:00:00.000Z', '2026-03-15T08:00:00.000Z'];
const until = '2026-03-15T10:00:00.000Z';

describe('answers that stand', () => {
  it.each<[string, readonly KeptAnswer[], string | undefined]>([
    ['the only one', [said(early)], 'accept'],
    ['the newest', [said(late, { action: 'revert' }), said(early)], 'revert'],
    ['none about other drifts', [said(early, { digest: 'q-other' })], undefined],
    ['none about another intent', [said(early, { intent: 'i-two' })], undefined],
    [
      'a hold, whatever drifted since',
      [said(early, { action: 'hold', until, digest: 'q-other' })],
      'hold',
    ],
    ['no hold that is over', [said(early, { action: 'hold', until: now })], undefined],
    [
      'nothing from before a hold that is over',
      [said(early), said(late, { action: 'hold', until: now })],
      undefined,
    ],
  ])('%s', (_, answers, want) => {
    expect(standingAnswers(answers, [intent], [], { now })[0]?.action).toBe(want);
  });

  it('do not depend on the order in which they came', () => {
    const answer = fc.record({
      id: fc.constantFrom('a-1', 'a-2', 'a-3'),
      intent: fc.constantFrom('i-one', 'i-two'),
      digest: fc.constantFrom(digest, 'q-other'),
      action: fc.constantFrom('accept' as const, 'revert' as const),
      by: fc.constant('github:ben'),
      at: fc.constantFrom(early, late),
    });
    const answers = fc.uniqueArray(answer, { selector: ({ id }) => id });
    fc.assert(
      fc.property(answers, (all) => {
        const stand = standingAnswers(all, [intent], [], { now });
        expect(standingAnswers(all.toReversed(), [intent], [], { now })).toEqual(stand);
        expect(stand.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a run with answers', () => {
  it('writes what was accepted, leaves what was refused, and says so', async () => {
    const input = await demoInput();
    const first = await runOn(input, demoRecords(), { patches: 'apart' });
    const answerTo = (summary: string, action: KeptAnswer['action']): KeptAnswer => {
      const found = first.report.intents.find((one) => one.summary.startsWith(summary));
      return said(late, {
        id: `a-${summary}`,
        intent: found?.id ?? '',
        digest: driftDigest(found?.drifts ?? []),
        action,
      });
    };
    const answers = [
      answerTo('Turned point-in-time recovery', 'accept'),
      answerTo('Blocked public access', 'revert'),
    ];

    const { report, record } = await runOn(input, demoRecords(), { patches: 'apart', answers });

    const decided = (intent: string | undefined) =>
      new Set(
        report.decisions
          .filter((one) => one.intent === intent)
          .map(({ verdict }) => `${verdict.outcome} ${verdict.rule}`),
      );
    expect(decided(answers[0]?.intent)).toEqual(new Set(['accept answer']));
    expect(decided(answers[1]?.intent)).toEqual(new Set(['reject answer']));
    const patched = report.patches.map((patch) => patch.intent);
    expect(patched).toContain(answers[0]?.intent);
    expect(patched).not.toContain(answers[1]?.intent);
    expect(report.answers?.map(({ by, action }) => [by, action]).sort()).toEqual([
      ['github:ben', 'accept'],
      ['github:ben', 'revert'],
    ]);
    expect(record.answers).toEqual(report.answers);
  });
});
