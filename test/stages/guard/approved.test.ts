import { describe, expect, it } from 'vitest';
import type { Approval } from '../../../src/model/approval.ts';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import { judgeGuardedPlan } from '../../../src/stages/guard/judge.ts';
import { GuardV1 } from '../../../src/stages/guard/schema.ts';
import { changed, known, planOf } from './plans.ts';

const facts = loadHarmFacts();
const database = 'aws_db_instance.main';
const field = 'backup_retention_period';
const now = '2026-03-14T08:30:00Z';

const leave: Approval = {
  id: 'i-1',
  approver: { name: 'sam@example.com', role: 'owner', carries: 4, evidence: 'trusted' },
  address: database,
  path: [field],
  want: { kind: 'eq', value: 3 },
  from: '2026-03-14T00:00:00Z',
  until: '2026-03-15T00:00:00Z',
  ticket: 'CHG-1',
};

function judged(approvals: readonly Approval[], isProduction = true, to = 3) {
  const plan = planOf({ changes: [changed(database, { [field]: 14 }, { [field]: to })] });
  const options = { now, blockFrom: 4, isProduction: () => isProduction } as const;
  const { report } = judgeGuardedPlan({ plan, known: { ...known({}), approvals }, facts, options });
  GuardV1.parse(report);
  return report;
}

describe('planned harm that somebody approved', () => {
  it('passes, and says who and by which ticket', () => {
    const { outcome, changes } = judged([leave]);

    expect(outcome).toBe('pass');
    expect(changes[0]).toMatchObject({
      outcome: 'pass',
      approval: { by: 'sam@example.com', ticket: 'CHG-1' },
      because: expect.stringContaining('sam@example.com approved it in CHG-1.'),
      harm: [{ dimension: 'durability', severity: 4 }, {}],
    });
  });

  it.each<[string, Partial<Approval>]>([
    ['for somebody', { actor: 'maria' }],
    ['of another field', { path: ['multi_az'] }],
    ['of another resource', { address: 'aws_db_instance.other' }],
    ['of another value', { want: { kind: 'eq', value: 5 } }],
    ['that is over', { until: '2026-03-14T08:00:00Z' }],
    ['that has not begun', { from: '2026-03-14T09:00:00Z' }],
    ['that carries less', { approver: { ...leave.approver, carries: 3 } }],
    ['to make the resource', { path: [], want: { kind: 'present' } }],
  ])('blocks if the approval is %s', (_, part) => {
    expect(judged([{ ...leave, ...part }])).toMatchObject({ outcome: 'block' });
  });
});

describe('planned harm outside of production', () => {
  it('counts one less', () => {
    expect(judged([])).toMatchObject({
      outcome: 'block',
      changes: [{ harm: [{ severity: 4 }, {}] }],
    });
    expect(judged([], false)).toMatchObject({ outcome: 'warn' });
    expect(judged([], false).changes[0]?.harm[0]).toMatchObject({ severity: 3 });
  });

  it('is allowed by an approver who may carry that much', () => {
    const lesser = { ...leave, approver: { ...leave.approver, carries: 3 } } as const;

    expect(judged([lesser], false)).toMatchObject({ outcome: 'pass' });
  });
});
