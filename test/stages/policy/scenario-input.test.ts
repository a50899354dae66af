import { describe, expect, it } from 'vitest';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import { readScenarios } from '../../../src/stages/policy/scenario/file.ts';
import { scenarioInput } from '../../../src/stages/policy/scenario/input.ts';

const facts = loadHarmFacts();
const found = builtInPolicy('observe');
if (!found.ok) throw new Error(found.error.message);
const policy = found.value;

function inputOf(about: string) {
  const text = `
tests:
  - name: a
    actors: { maria: { class: human }, sam: { class: human } }
    expect: { verdict: escalate }
${about}`;
  const read = readScenarios(text, 'a.yaml');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const [scenario] = read.value;
  if (scenario === undefined) throw new Error('no scenario');
  return scenarioInput(scenario, policy, facts);
}

function harmOf(about: string) {
  const { drifts, harmOf: read } = inputOf(about);
  return drifts.flatMap((drift) => read?.(drift)?.harms ?? []);
}

describe('a scenario', () => {
  it('derives harm from old and new value', () => {
    const at = 'at: aws_db_instance.main, set: backup_retention_period';

    expect(harmOf(`    changes: [{ by: maria, ${at}, from: 14, to: 3 }]`)).toMatchObject([
      { dimension: 'durability', severity: 4, direction: 'weakens' },
      { dimension: 'cost', severity: 1, direction: 'strengthens' },
    ]);
    expect(harmOf(`    changes: [{ by: maria, ${at}, from: 14, to: 14 }]`)).toEqual([]);
  });

  it('derives harm from what else the resource has', () => {
    const change =
      '{ by: maria, at: aws_cloudwatch_metric_alarm.cpu, set: threshold, from: 80, to: 95 }';
    const beside = (operator: string) => `
    changes: [${change}]
    attributes: { aws_cloudwatch_metric_alarm.cpu: { comparison_operator: ${operator} } }`;

    expect(harmOf(beside('GreaterThanThreshold'))).toMatchObject([{ direction: 'weakens' }]);
    expect(harmOf(beside('LessThanThreshold'))).toMatchObject([{ direction: 'strengthens' }]);
  });

  it('derives harm of a hand-made resource from its attributes', () => {
    const key = '{ user: maria, status: Active }';

    const [worst] = harmOf(
      `    changes: [{ by: maria, at: aws_iam_access_key.a, created: ${key} }]`,
    );

    expect(worst).toMatchObject({ dimension: 'security', severity: 4, direction: 'weakens' });
  });

  it.each(['{ %field: 20, %address %field: 30 }', '{ %address %field: 30, %field: 20 }'])(
    'prefers what the code says of the resource itself: %s',
    (code) => {
      const { declared } = inputOf(`
    code: ${code.replaceAll('%address', 'aws_lb.a').replaceAll('%field', 'idle_timeout')}
    changes: [{ by: maria, at: aws_lb.a, set: idle_timeout, from: 60, to: 10 }]`);

      expect(declared?.('aws_lb.a', ['idle_timeout'])).toBe(30);
      expect(declared?.('aws_lb.b', ['idle_timeout'])).toBe(20);
    },
  );

  it('has approvals, for whom and by whom', () => {
    const { approvals } = inputOf(`
    changes: [{ by: maria, at: aws_lb.a, set: idle_timeout, from: 60, to: 10 }]
    approvals:
      - { who: sam, role: lead, carries: 4, for: maria, at: aws_lb.a, field: idle_timeout, want: { min: 10 }, from: "2026-03-14T00:00:00Z", until: "2026-03-15T00:00:00Z", ticket: CHG-1 }
      - { who: kim, carries: 3, at: aws_lb.a, field: idle_timeout, want: { eq: 10 }, from: "2026-03-14T00:00:00Z", until: "2026-03-15T00:00:00Z", ticket: CHG-2, trusted: false }`);

    expect(approvals).toMatchObject([
      {
        approver: { name: 'sam', role: 'lead', carries: 4, evidence: 'trusted' },
        actor: 'arn:aws:iam::123456789012:role/maria',
        path: ['idle_timeout'],
        want: { kind: 'range', min: 10 },
        ticket: 'CHG-1',
      },
      { approver: { name: 'kim', carries: 3, evidence: 'claimed' }, want: { kind: 'eq' } },
    ]);
    expect(approvals?.[1]).not.toHaveProperty('actor');
  });
});

it('is refused with an expression that RE2 does not have', () => {
  const text = `
tests:
  - name: a
    actors: { maria: { class: human } }
    changes: [{ by: maria, at: aws_sqs_queue.q, set: delay_seconds, from: 1, to: 2 }]
    expect:
      verdict: escalate
      because: (?<!not )known
`;
  const read = readScenarios(text, 'a.yaml');

  expect(read).toMatchObject({ ok: false, error: { place: { file: 'a.yaml', line: 8 } } });
  expect(JSON.stringify(read)).toContain('RE2 cannot read the expression');
});
