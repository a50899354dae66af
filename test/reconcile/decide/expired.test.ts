import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveReading } from '../../../src/code/terraform/run/live.ts';
import type { Decision } from '../../../src/model/decision.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { ok } from '../../../src/model/result.ts';
import type { SourceTree } from '../../../src/model/source-tree.ts';
import type { KeptAnswer } from '../../../src/ports/store/kept-answer.ts';
import type { ReadBackPort } from '../../../src/reconcile/drift/read-back.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import type { GivenAnswer } from '../../../src/stages/arbitration/answer/types.ts';
import { lastDay } from '../../../src/stages/arbitration/time/term.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { demoInput, resized, runOn } from '../demo.ts';
import type { FlatInput } from '../flat-input.ts';

const group = 'module.web.aws_autoscaling_group.this';
const path = ['desired_capacity'];
const owner = 'role/cluster-autoscaler';
const saver = 'role/cost-saver';
const after = '2026-06-20T09:00:00Z';

let input: FlatInput;
/** The project after a run that delegated the size of the group, for which the code says 2. */
let delegated: SourceTree;
/** The last day of the delegation. */
let day: string;

beforeAll(async () => {
  input = await demoInput();
  const { project, report } = await runOn(input, [resized(owner, 5, 1)]);
  const [decision] = report.decisions.filter(({ verdict }) => verdict.outcome === 'delegate');
  delegated = project.tree;
  day = lastDay(decision?.verdict.expires ?? '');
});

afterAll(removeFolders);

function runAfter(
  records: readonly JsonObject[],
  more: Partial<FlatInput> = {},
): Promise<RunResult> {
  return runOn(input, records, { tree: delegated, startedAt: after, ...more });
}

function ended({ report }: RunResult): readonly Decision[] {
  return report.decisions.filter(({ verdict }) => verdict.rule === 'delegation-expired');
}

/** A provider that reads this size of the group, or the state's if undefined. */
function reading(size: number | undefined): ReadBackPort {
  const attributes = input.state.resources.find(({ address }) => address === group)?.attributes;
  const changed: LiveReading['changed'] = new Map(
    size === undefined
      ? []
      : [
          [
            group,
            {
              kind: 'changed',
              address: group,
              type: 'aws_autoscaling_group',
              attributes: { ...attributes, desired_capacity: size },
              secrets: [],
            },
          ],
        ],
  );
  return {
    everything: false,
    confirms: false,
    read: () => Promise.resolve(ok({ changed, unread: [] })),
  };
}

function codeOf({ project }: RunResult): string {
  return [...project.tree.values()].join('\n');
}

const capacity = /desired_capacity += (?<value>.*)|desired += (?<size>\d+)/g;

/** The sizes of all services in the code, and whether a delegation or an ignore rule is there. */
function saysOf(run: RunResult): readonly string[] {
  const code = codeOf(run);
  return [
    ...[...code.matchAll(capacity)].map(([line]) => line.replace(/ +/g, ' ')),
    ...(code.includes('owned by') ? ['owned'] : []),
    ...(code.includes('ignore_changes') ? ['ignored'] : []),
  ];
}

describe('a delegation that a run wrote', () => {
  it('holds to the end of its last day', async () => {
    const before = await runAfter([], { startedAt: `${day}T23:59:59Z` });

    expect(day).toBe('2026-06-13');
    expect(before.patched).toEqual([]);
    expect(ended(before)).toEqual([]);
  });

  it('is a question if the live value is unknown, and stays in the code', async () => {
    const run = await runAfter([]);

    expect(ended(run)).toMatchObject([
      {
        address: group,
        path,
        verdict: {
          outcome: 'escalate',
          because:
            'Cluster Autoscaler owned desired_capacity of module.web.aws_autoscaling_group.this until 2026-06-13. It has not been checked since it was delegated. The code says 2 for module.web.aws_autoscaling_group.this: without the rule, an apply would set it to that.',
        },
      },
    ]);
    expect(run.patched).toEqual([]);
    expect(run.project.tree).toEqual(delegated);
  });

  it('brings the live value of its owner into the code when it ends', async () => {
    const run = await runAfter([resized(owner, 5, 1)]);

    expect(ended(run)).toMatchObject([
      {
        verdict: {
          outcome: 'accept',
          because:
            'Cluster Autoscaler owned desired_capacity of module.web.aws_autoscaling_group.this until 2026-06-13. module.web.aws_autoscaling_group.this has 5, and the code says 2: the live value is written into the code as the rule goes, so that an apply changes nothing.',
        },
      },
    ]);
    expect(run.patched.map(({ patch }) => patch)).toMatchObject([
      {
        verification: { passed: true },
        blastRadius: [{ address: group, path }],
      },
    ]);
    expect(run.patched[0]?.patch.blastRadius).toHaveLength(1);
    expect(run.report.drifts.map(({ live, declared }) => [declared, live])).toEqual([
      [
        { kind: 'value', value: 2 },
        { kind: 'value', value: 5 },
      ],
    ]);
    expect(saysOf(run)).not.toContain('ignored');

    const again = await runOn(input, [resized(owner, 5, 1)], {
      tree: run.project.tree,
      startedAt: after,
    });
    expect(again.patched).toEqual([]);
    expect(again.report.drifts).toEqual([]);
  });

  it('is just removed if cloud and code agree', async () => {
    const run = await runAfter([resized(owner, 5, 1), resized(owner, 2, 2)]);

    expect(ended(run)).toMatchObject([{ verdict: { outcome: 'expired' } }]);
    expect(run.patched.map(({ patch }) => patch.blastRadius)).toEqual([[]]);
    expect(saysOf(run)).not.toContain('owned');
  });

  it('is removed if a call set what the code already says', async () => {
    const run = await runAfter([resized(saver, 2, 1)]);

    expect(ended(run)).toMatchObject([{ verdict: { outcome: 'expired' } }]);
    expect(saysOf(run)).not.toContain('owned');
  });

  it.each([
    ['its owner went beyond the bounds', [resized(owner, 9, 1)], 'it is not within 2 to 6.'],
    [
      'somebody else set it last',
      [resized(owner, 4, 1), resized(saver, 3, 2)],
      'it is set by Cost Saver, who did not own it.',
    ],
    [
      'somebody else went beyond them',
      [resized(saver, 9, 2)],
      'it is set by Cost Saver, who did not own it, and not within 2 to 6.',
    ],
  ])('is a question where %s', async (_name, records, why) => {
    const run = await runAfter(records);

    expect(ended(run)).toMatchObject([
      { verdict: { outcome: 'escalate', because: expect.stringContaining(why) } },
    ]);
    expect(run.patched).toEqual([]);
  });

  it.each<[string, number, readonly JsonObject[], string, number]>([
    ['what the code says', 2, [], 'expired', 0],
    ['another value within the bounds', 4, [], 'accept', 1],
    ['one beyond them', 9, [], 'escalate', 0],
    ['not what the log says', 4, [resized(owner, 5, 1)], 'accept', 1],
  ])('counts what the provider reads: %s', async (_name, size, records, outcome, radius) => {
    const run = await runAfter(records, { readBack: reading(size) });

    expect(ended(run)).toMatchObject([{ verdict: { outcome } }]);
    expect(run.patched.flatMap(({ patch }) => patch.blastRadius)).toHaveLength(radius);
    if (outcome === 'accept') {
      expect(run.report.drifts[0]).toMatchObject({
        live: { kind: 'value', value: 4 },
        basis: 'confirmed',
      });
    }
  });

  it('asks the provider about its fields, though no event names them', async () => {
    const asked: unknown[] = [];
    const port: ReadBackPort = {
      everything: false,
      confirms: false,
      read: (request) => {
        asked.push(request.addresses);
        return Promise.resolve(
          ok({
            changed: new Map(),
            unread: [{ address: group, problem: { code: 'no', message: 'It could not be read.' } }],
          }),
        );
      },
    };
    const run = await runAfter([], { readBack: port });

    expect(asked.flat()).toContain(group);
    expect(ended(run)).toMatchObject([{ verdict: { outcome: 'escalate' } }]);
  });

  it('stays if the provider could not be asked, whatever the log says', async () => {
    const port: ReadBackPort = {
      everything: false,
      confirms: false,
      read: () =>
        Promise.resolve(
          ok({
            changed: new Map(),
            unread: [{ address: group, problem: { code: 'no', message: 'It could not be read.' } }],
          }),
        ),
    };
    const run = await runAfter([resized(owner, 5, 1)], { readBack: port });

    expect(ended(run)).toMatchObject([{ verdict: { outcome: 'escalate' } }]);
    expect(run.patched).toEqual([]);
  });
});

describe('the answer of a person about a delegation that ended', () => {
  const records = () => [resized(owner, 5, 1)];

  async function answered(
    action: GivenAnswer['action'],
    more: Partial<KeptAnswer> = {},
    log: readonly JsonObject[] = records(),
  ): Promise<RunResult> {
    const [decision] = ended(await runAfter(log));
    const answer: KeptAnswer = {
      id: 'a-1',
      intent: decision?.intent ?? '',
      digest: driftDigest([decision?.drift ?? '']),
      action,
      by: 'github:ben',
      at: '2026-06-20T08:00:00Z',
      ...more,
    };
    return runAfter(log, { answers: [answer] });
  }

  it('leaves the code as it is, if that is what they want', async () => {
    const run = await answered('revert');

    expect(ended(run)).toMatchObject([{ verdict: { outcome: 'expired' } }]);
    expect(run.patched.map(({ patch }) => patch.blastRadius)).toEqual([[]]);
    expect(saysOf(run)).not.toContain('ignored');
    expect(run.report.answers).toMatchObject([{ action: 'revert' }]);
  });

  it('gives the owner another term in place of the first', async () => {
    const run = await answered('delegate', { bounds: { min: 2, max: 10 } });

    expect(ended(run)).toMatchObject([
      {
        verdict: {
          outcome: 'delegate',
          bounds: { min: 2, max: 10 },
          expires: '2026-09-19T00:00:00Z',
        },
      },
    ]);
    expect(run.report.intents[0]?.actor.name).toBe('Cluster Autoscaler');
    const notes = codeOf(run).match(/# .*owned by.*/g);
    expect(notes).toEqual([
      expect.stringContaining('owned by Cluster Autoscaler within 2..10 until 2026-09-18 ('),
    ]);

    const again = await runAfter(records(), { tree: run.project.tree });
    expect(again.patched).toEqual([]);
    expect(again.report.drifts).toEqual([]);
  });

  it('defers it, but no longer than they said', async () => {
    const until = '2026-06-25T00:00:00Z';
    const held = await answered('hold', { until });

    expect(ended(held)).toMatchObject([{ verdict: { outcome: 'defer', expires: until } }]);
    expect(held.patched).toEqual([]);

    const over = await answered('hold', { until: after });
    expect(ended(over)).toMatchObject([{ verdict: { outcome: 'accept' } }]);
  });

  it('writes what somebody else set, but cannot write what nobody knows', async () => {
    const other = await answered('accept', {}, [resized(saver, 3, 2)]);
    expect(ended(other)).toMatchObject([{ verdict: { outcome: 'accept' } }]);

    const unknown = await answered('accept', {}, []);
    expect(ended(unknown)).toMatchObject([{ verdict: { outcome: 'escalate' } }]);

    const nobody = await answered('delegate', {}, []);
    expect(ended(nobody)).toMatchObject([
      {
        verdict: {
          outcome: 'escalate',
          because: expect.stringContaining('set another date in the note'),
        },
      },
    ]);
  });
});
