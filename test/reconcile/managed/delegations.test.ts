import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { SourceTree } from '../../../src/model/source-tree.ts';
import { leftToOthers } from '../../../src/reconcile/managed/delegations.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { projectOf } from '../../stages/patch/harness.ts';
import { demoInput, demoRecords, resized, runOn } from '../demo.ts';
import type { FlatInput } from '../flat-input.ts';

const group = 'module.web.aws_autoscaling_group.this';
let input: FlatInput;
/** The project after a run that delegated the size of the group. */
let delegated: SourceTree;

beforeAll(async () => {
  input = await demoInput();
  delegated = (await runOn(input, demoRecords())).project.tree;
});

afterAll(removeFolders);

const owner = 'role/cluster-autoscaler';
const saver = 'role/cost-saver';

function runAfter(...records: readonly JsonObject[]): Promise<RunResult> {
  return runOn(input, records, { tree: delegated });
}

function verdicts({ report }: RunResult): readonly string[] {
  return report.decisions.map(({ verdict }) => `${verdict.outcome} by ${verdict.rule}`);
}

describe('a delegated field', () => {
  it('is no drift where its owner keeps within the bounds', async () => {
    const run = await runAfter(resized(owner, 4, 1));

    expect([...delegated.values()].join('')).toContain('owned by Cluster Autoscaler within 2..6');
    expect(run.report.drifts).toEqual([]);
    expect(run.trace).toMatchObject([
      {
        disposition: 'automation',
        because: 'The code delegates desired_capacity to its owner, who stayed within the bounds.',
      },
    ]);
  });

  it.each([
    ['its owner goes beyond', [resized(owner, 9, 1)], 9],
    ['another machine writes it', [resized(saver, 3, 1)], 3],
    ['another writes it after its owner', [resized(owner, 4, 1), resized(saver, 3, 2)], 3],
  ])('is drift again where %s, and the code stays', async (_, records, live) => {
    const run = await runAfter(...records);

    expect(run.report.drifts).toMatchObject([
      { address: group, path: ['desired_capacity'], live: { kind: 'value', value: live } },
    ]);
    expect(verdicts(run).join()).not.toMatch(/(accept|delegate|noop) by/);
    expect(run.patched).toEqual([]);
  });

  it('is no drift where the owner took it back', async () => {
    const run = await runAfter(resized(saver, 3, 1), resized(owner, 4, 2));

    expect(run.report.drifts).toEqual([]);
  });

  it('says whose it is', async () => {
    const run = await runAfter(resized(saver, 3, 1));

    expect(verdicts(run)).toEqual(['escalate by not-the-owner']);
    expect(run.report.decisions[0]?.grounds?.conflicts).toContainEqual({
      kind: 'ownership',
      because: 'The field is delegated to Cluster Autoscaler.',
    });
  });

  it('is left to others without a question if no note says to whom', async () => {
    const plain = new Map(
      [...delegated].map(([path, text]) => [path, text.replace(/# .*: owned by .*/, '# Scaled.')]),
    );
    const run = await runOn(input, [resized(saver, 9, 1)], { tree: plain });

    expect(run.report.drifts).toEqual([]);
  });
});

describe('a field that ignore_changes names', () => {
  const table = (ignored: string) =>
    projectOf({
      'main.tf': `resource "aws_dynamodb_table" "t" {
  billing_mode  = "PROVISIONED"
  read_capacity = 5
  lifecycle {
    ignore_changes = [${ignored}]
  }
}
`,
    }).project;

  it.each([
    ['a capacity that somebody else set', 'read_capacity', 20, true],
    ['a capacity that a table paid by request has no more', 'read_capacity', null, false],
    ['the same, where the way to pay is ignored', 'read_capacity, billing_mode', null, true],
  ])('is left to others: %s', (_, ignored, value, expected) => {
    const isLeft = leftToOthers(table(ignored), '2026-03-15T09:00:00Z', () => undefined);
    const change = { writes: [], live: { kind: 'value', value } } as const;

    expect(isLeft('aws_dynamodb_table.t', ['read_capacity'], change)).toBe(expected);
  });
});
