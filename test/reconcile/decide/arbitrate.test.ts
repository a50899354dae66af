import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Declaration } from '../../../src/model/declaration.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { actor } from '../../stages/intent/make.ts';
import { contentionRecords, demoInput, demoRecords, runOn } from '../demo.ts';
import type { FlatInput } from '../flat-input.ts';

let input: FlatInput;

beforeAll(async () => {
  input = await demoInput();
});

afterAll(removeFolders);

const path = ['desired_capacity'];
const group = 'module.web.aws_autoscaling_group.this';

function verdicts({ report }: RunResult): readonly string[] {
  return report.decisions
    .filter((one) => one.address === group && one.path[0] === path[0])
    .map(({ verdict }) => `${verdict.outcome} ${verdict.rule} ${verdict.value ?? ''}`.trim())
    .sort();
}

describe('contention in the logs', () => {
  it('is one finding and one question, and nothing is written', async () => {
    const result = await runOn(input, [...demoRecords(), ...contentionRecords([10, 4, 10, 4])]);

    expect(verdicts(result)).toEqual(['defer open-question', 'escalate contention']);
    expect(result.report.contentions).toMatchObject([
      {
        address: group,
        paths: [path],
        parties: [{ name: 'Cluster Autoscaler' }, { name: 'Cost Saver' }],
        alternations: 3,
        drifts: [expect.stringMatching(/^d-/)],
      },
    ]);
    expect(
      result.patched.flatMap(({ decisions }) => decisions.map((one) => one.path)),
    ).not.toContain(path);
    expect(ReportV1.parse(result.report)).toEqual(result.report);
  });

  it('is found even if it cancelled out', async () => {
    const records = contentionRecords([10, 4, 10, 2]);

    const { report } = await runOn(input, records);

    expect(report.drifts).toEqual([]);
    expect(report.contentions).toMatchObject([{ address: group, drifts: [] }]);
    expect(report.unresolved).toContainEqual({
      code: 'contention',
      address: group,
      reason:
        'Cluster Autoscaler and Cost Saver keep undoing each other on desired_capacity (3 turns from 2026-03-14T03:00:00Z to 2026-03-14T06:00:00Z).',
      suggestion: 'Decide who owns it, and stop the other.',
    });
  });
});

describe('a declaration', () => {
  const declaration: Declaration = {
    actor: actor('platform', 'human'),
    address: group,
    path,
    want: { kind: 'eq', value: 4 },
    purpose: 'scaling',
    summary: 'Keep four instances for the sale',
    from: '2026-03-14T00:00:00Z',
    ticket: 'OPS-7',
  };

  it('is an intent of the report, and competes with what was inferred', async () => {
    const { report } = await runOn(input, demoRecords(), { declarations: [declaration] });

    const declared = report.intents.find((intent) => intent.declared === true);
    expect(declared).toMatchObject({ summary: declaration.summary, ticket: 'OPS-7' });
    const own = report.decisions.find(({ intent }) => intent === declared?.id);
    expect(own?.verdict).toMatchObject({ outcome: 'reject', rule: 'outranked' });
    expect(own?.grounds?.contests[0]?.decidedBy).toBe('tier');
    expect(ReportV1.parse(report)).toEqual(report);
  });

  it('is written where it wins', async () => {
    const policy = { ...input.policy, tiers: ['record', 'people', 'automation', 'code', 'rest'] };

    const result = await runOn(input, demoRecords(), { declarations: [declaration], policy });

    expect(verdicts(result)).toEqual(['accept person 4', 'reject outranked']);
    const files = result.patched.find(({ intent }) => intent.declared === true)?.files ?? [];
    expect(files.map(({ before = '', after }) => addedIn(before, after)).join('\n')).toMatch(/4/);
  });

  it('says nothing about fields that nobody changed', async () => {
    const other = { ...declaration, path: ['max_size'] };

    const { report } = await runOn(input, demoRecords(), { declarations: [other] });

    expect(report.intents.filter((intent) => intent.declared === true)).toEqual([]);
  });
});

function addedIn(before: string, after: string): string {
  const old = new Set(before.split('\n'));
  return after
    .split('\n')
    .filter((line) => !old.has(line))
    .join('\n');
}
