import { describe, expect, it } from 'vitest';
import { guardCheck, guardComment } from '../../../src/app/guard/check-text.ts';
import type { FoundChange } from '../../../src/stages/guard/types.ts';

const change = (more: Partial<FoundChange> = {}, who = 'maria'): FoundChange => ({
  address: 'aws_sqs_queue.jobs',
  path: 'delay_seconds',
  steps: ['delay_seconds'],
  outcome: 'block',
  putsBack: true,
  harm: [],
  intent: { kind: 'drift', who, since: '2026-03-14T02:14:00Z' },
  because: 'Undoes it.',
  ...more,
});

describe('the check of a pull request', () => {
  const proposed = { proposal: 'https://forge.example/acme/infra/pull/41' };
  const intent = { kind: 'drift', who: 'maria', since: '2026-03-14T02:14:00Z' } as const;

  it.each([
    [[], 'passed', 'Merging and applying this undoes no open drift.'],
    [
      [change({ outcome: 'pass' })],
      'passed',
      'Merging and applying this undoes only what the policy rejects or waives.',
    ],
    [
      [change()],
      'failed',
      'Merging and applying this reverts what maria did on 2026-03-14 02:14 UTC; accept it first.',
    ],
    [
      [change({ intent: { ...intent, ...proposed } }), change()],
      'failed',
      'Merging and applying this reverts what maria did on 2026-03-14 02:14 UTC and 1 more; accept it first with #41.',
    ],
    [
      [change({ intent: { kind: 'delegation', who: 'Auto Scaling' } })],
      'failed',
      'Merging and applying this overwrites a field owned by Auto Scaling.',
    ],
    [
      [change({ intent: { ...intent, kind: 'declaration' } }), change()],
      'failed',
      'Merging and applying this contradicts what maria wants and 1 more.',
    ],
    [
      [change({ outcome: 'warn', intent: { ...intent, kind: 'declaration' } })],
      'passed',
      'Merging and applying this contradicts only what nobody reviewed or the policy waives.',
    ],
  ] as const)('for %j: %s', (found, state, title) => {
    expect(guardCheck('shop', found)).toMatchObject({ name: 'parley/guard shop', state, title });
  });

  it('links the proposal in its comment, and nothing that a log mentions', () => {
    const evil = '@everyone [x](https://evil.example) #7 <!-- parley: comment=a -->';
    const found = [change({ intent: { ...intent, who: evil, ...proposed }, because: evil })];
    const text = guardComment(guardCheck('shop', found));
    const plain = text.replaceAll(/`[^`]*`/g, '');
    expect(plain).toContain('accept it first with #41.');
    expect(plain).not.toMatch(/@|evil|#7|<!--|\]\(/);
  });
});
