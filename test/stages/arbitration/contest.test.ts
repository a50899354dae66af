import { describe, expect, it } from 'vitest';
import type { Intent, Want } from '../../../src/model/intent.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import { makeDrift } from '../intent/make.ts';
import { by, contextOf, policyNamed } from './scene.ts';

const drift = makeDrift('aws_autoscaling_group.web', ['desired_capacity'], 3, 6);

function intent(id: string, who: Intent['actor'], want: Want, more: Partial<Intent> = {}): Intent {
  return {
    id,
    actor: who,
    summary: id,
    purpose: 'scaling',
    confidence: 0.9,
    rule: 'test',
    drifts: [drift.id],
    wants: [{ drift: drift.id, want }],
    window: { from: '2026-03-14T00:00:00Z', to: '2026-03-14T00:00:00Z' },
    ...more,
  };
}

const deployer = by('pipeline', 'deploy');
const context = contextOf({ deployers: [deployer.principal], environmentOf: () => 'staging' });

function verdicts(...intents: readonly Intent[]): Readonly<Record<string, string>> {
  const decisions = decide({
    intents,
    drifts: [drift],
    policy: policyNamed('default'),
    context,
    declared: () => undefined,
  });
  return Object.fromEntries(
    decisions.map(({ intent: id, verdict }) => [id, `${verdict.outcome} ${verdict.rule}`]),
  );
}

const six: Want = { kind: 'eq', value: 6 };

describe('several intents on one field', () => {
  it('accepts all that agree', () => {
    expect(
      verdicts(intent('i-a', by('human'), six), intent('i-b', deployer, { kind: 'range', min: 4 })),
    ).toEqual({ 'i-a': 'accept person', 'i-b': 'accept its-task' });
  });

  it('lets the stronger tier win', () => {
    expect(
      verdicts(intent('i-a', by('human'), six), intent('i-b', deployer, { kind: 'eq', value: 4 })),
    ).toEqual({ 'i-a': 'reject outranked', 'i-b': 'accept its-task' });
  });

  it('waits for a question that outranks the answers', () => {
    expect(verdicts(intent('i-a', by('human'), six), intent('i-b', by('unknown'), six))).toEqual({
      'i-a': 'escalate open-question',
      'i-b': 'escalate unknown-actor',
    });
  });

  it('does not count what has expired', () => {
    expect(
      verdicts(
        intent('i-a', by('human'), six),
        intent('i-b', deployer, { kind: 'eq', value: 4 }, { expires: '2026-03-14T01:00:00Z' }),
      ),
    ).toEqual({ 'i-a': 'accept person', 'i-b': 'expired window-over' });
  });

  it('refuses one without refusing the other', () => {
    const weak = intent('i-b', by('cost'), { kind: 'eq', value: 4 }, { purpose: 'weakening' });

    expect(verdicts(intent('i-a', by('human'), six), weak)).toEqual({
      'i-a': 'accept person',
      'i-b': 'reject severe-exposure',
    });
  });

  it('asks about a drift that nobody claims', () => {
    expect(verdicts()).toEqual({ '': 'escalate no-intent' });
  });
});
