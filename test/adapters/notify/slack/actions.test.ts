import { describe, expect, it } from 'vitest';
import { actionsFor } from '../../../../src/adapters/notify/slack/actions.ts';
import type { Outcome } from '../../../../src/model/decision.ts';
import type { Report } from '../../../../src/model/report.ts';
import type { ReviewAction } from '../../../../src/model/review.ts';
import { sampleDecision, sampleDrift, sampleIntent, samplePatch, sampleReport } from '../sample.ts';

describe('the actions offered for an intent', () => {
  it.each<[Outcome, readonly ReviewAction[]]>([
    ['accept', ['accept', 'revert', 'hold', 'dismiss', 'why']],
    ['compromise', ['accept', 'revert', 'hold', 'dismiss', 'why']],
    ['delegate', ['revert', 'delegate', 'hold', 'dismiss', 'why']],
    ['reject', ['accept', 'revert', 'hold', 'dismiss', 'why']],
    ['expired', ['accept', 'revert', 'hold', 'dismiss', 'why']],
    ['escalate', ['accept', 'revert', 'delegate', 'hold', 'dismiss', 'why']],
    ['defer', ['accept', 'revert', 'delegate', 'dismiss', 'why']],
    ['noop', ['why']],
  ])('are right after %s', (outcome, actions) => {
    const report = sampleReport({ decisions: [sampleDecision(outcome)] });

    expect(actionsFor(report, sampleIntent())).toEqual(actions);
  });

  const failed = { level: 'evaluate', passed: false, notes: [] } as const;
  const refused = { code: 'x', reason: 'y', intent: 'i-0123456789ab' };

  it.each<[string, Partial<Report>, boolean]>([
    ['a patch that passed', { patches: [samplePatch()] }, true],
    ['a patch that failed', { patches: [samplePatch({ verification: failed })] }, false],
    ['a patch that was refused', { unresolved: [refused] }, false],
    [
      'a patch of another intent that was refused',
      { unresolved: [{ ...refused, intent: 'i-2' }] },
      true,
    ],
    ['a value nobody may see', { drifts: [sampleDrift({ live: { kind: 'redacted' } })] }, false],
    [
      'a value nobody knows',
      { drifts: [sampleDrift({ live: { kind: 'unknown', why: 'x' } })] },
      false,
    ],
    ['a resource that is gone', { drifts: [sampleDrift({ live: { kind: 'absent' } })] }, true],
  ])('are right with %s', (_, change, mayAccept) => {
    const actions = actionsFor(sampleReport(change), sampleIntent());

    expect(actions.includes('accept')).toBe(mayAccept);
    expect(actions).toContain('revert');
  });

  it('are those that all its verdicts allow', () => {
    const decisions = [
      sampleDecision('escalate'),
      sampleDecision('accept'),
      sampleDecision('noop'),
    ];

    expect(actionsFor(sampleReport({ decisions }), sampleIntent())).toEqual([
      'accept',
      'revert',
      'hold',
      'dismiss',
      'why',
    ]);
    expect(actionsFor(sampleReport({ decisions: [] }), sampleIntent())).toEqual(['why']);
  });
});
