import { describe, expect, it } from 'vitest';
import type { Decision, Outcome, Verdict } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { goalFor, type Wanted } from '../../../src/reconcile/patch/goals.ts';

const intent: Intent = {
  id: 'i-0123456789ab',
  actor: {
    class: 'controller',
    principal: 'arn:aws:iam::123456789012:role/scaler',
    name: 'Scaler',
    signature: 'scaler',
    evidence: 'trusted',
  },
  summary: 'Scaled web',
  purpose: 'scaling',
  confidence: 0.9,
  rule: 'scaling',
  drifts: ['d-0123456789ab'],
  wants: [],
  window: { from: '2026-03-14T03:00:00Z', to: '2026-03-14T03:00:00Z' },
};

function wanted(
  outcome: Outcome,
  drift: Partial<Drift> = {},
  verdict: Partial<Verdict> = {},
): Wanted {
  const whole: Drift = {
    id: 'd-0123456789ab',
    address: 'aws_x.y',
    type: 'aws_x',
    path: ['size'],
    declared: { kind: 'value', value: 2 },
    declaredFrom: 'code',
    live: { kind: 'value', value: 5 },
    evidence: ['e1'],
    basis: 'inferred',
    ...drift,
  };
  const decision: Decision = {
    intent: intent.id,
    drift: whole.id,
    address: whole.address,
    path: whole.path,
    verdict: { outcome, rule: 'r', because: 'b', ...verdict },
    explanation: [],
  };
  return goalFor(whole, decision, intent);
}

const base = { drift: 'd-0123456789ab', address: 'aws_x.y', type: 'aws_x' };
const creation = { attributes: { name: 'x' }, importId: 'x' };
const member = { port: 22 };

describe('what a verdict asks of the code', () => {
  it.each<readonly [string, Partial<Drift>, object]>([
    ['a value', {}, { kind: 'value', path: ['size'], value: 5 }],
    [
      'that a value is gone',
      { live: { kind: 'absent' } },
      { kind: 'value', path: ['size'], value: null },
    ],
    [
      'another member',
      { path: ['rule', { element: member }], live: { kind: 'value', value: { port: 22, to: 23 } } },
      { kind: 'element', path: ['rule'], action: 'add', element: { port: 22, to: 23 } },
    ],
    [
      'that a member is gone',
      { path: ['rule', { element: member }], live: { kind: 'absent' } },
      { kind: 'element', path: ['rule'], action: 'remove', element: member },
    ],
    [
      'a new resource',
      { path: [], live: { kind: 'value', value: {} }, creation },
      { kind: 'create', creation },
    ],
    ['that a resource is gone', { path: [], live: { kind: 'absent' } }, { kind: 'delete' }],
  ])('accepting %s', (_, drift, goal) => {
    expect(wanted('accept', drift)).toEqual({ kind: 'goal', goal: { ...base, ...goal } });
  });

  it.each<readonly [string, Drift['live'], string]>([
    [
      'masked',
      { kind: 'redacted' },
      'The log masks the new value of size. It cannot be compared: it stays open until a later commit sets it in the code, or a person dismisses it.',
    ],
    ['unknown', { kind: 'unknown', why: 'The log left it out.' }, 'The log left it out.'],
  ])('accepting a value that is %s needs a person', (_, live, reason) => {
    expect(wanted('accept', { live })).toMatchObject({
      kind: 'unresolved',
      unresolved: { code: 'value-not-in-log', reason, address: 'aws_x.y', intent: intent.id },
    });
  });

  it('a compromise writes the value in the middle', () => {
    expect(wanted('compromise', {}, { value: 4 })).toMatchObject({
      kind: 'goal',
      goal: { kind: 'value', value: 4 },
    });
    expect(wanted('compromise')).toEqual({ kind: 'none' });
  });

  it.each<readonly [Partial<Verdict>, string]>([
    [{}, 'owned by Scaler (i-0123456789ab)'],
    [{ bounds: { min: 2, max: 6 } }, 'owned by Scaler within 2..6 (i-0123456789ab)'],
    [{ bounds: { max: 6 } }, 'owned by Scaler within ..6 (i-0123456789ab)'],
    [{ expires: '2026-06-12T02:22:30Z' }, 'owned by Scaler until 2026-06-12 (i-0123456789ab)'],
  ])('a delegation with %j leaves a note', (verdict, note) => {
    expect(wanted('delegate', {}, verdict)).toEqual({
      kind: 'goal',
      goal: { ...base, kind: 'ignore', path: ['size'], note },
    });
  });

  it.each<Outcome>(['reject', 'defer', 'escalate', 'noop', 'expired'])(
    '%s leaves the code as it is',
    (outcome) => {
      expect(wanted(outcome)).toEqual({ kind: 'none' });
    },
  );
});
