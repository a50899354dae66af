import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { ok } from '../../src/model/result.ts';
import type { SourceTree } from '../../src/model/source-tree.ts';
import type { ReadBackPort } from '../../src/reconcile/drift/read-back.ts';
import type { RunResult } from '../../src/reconcile/run-types.ts';
import type { Policy } from '../../src/stages/arbitration/types.ts';
import { builtInPolicy } from '../../src/stages/policy/built-in/policies.ts';
import { cases } from '../cases.ts';
import { removeFolders } from '../entry/cli/parley.ts';
import { demoInput, demoRecords, runOn } from './demo.ts';
import type { FlatInput } from './flat-input.ts';

const group = 'module.web.aws_autoscaling_group.this';
const start = Date.parse('2026-03-15T00:00:00Z');
const day = 86_400_000;

const runs = cases(2_000);

let input: FlatInput;
let records: readonly JsonObject[];

beforeAll(async () => {
  input = await demoInput();
  records = demoRecords();
});

afterAll(removeFolders);

/** Who may resize the group; each is looked up among the identities in the demo's records. */
const callers = [
  'role/cluster-autoscaler',
  'role/cluster-autoscaler',
  'role/cost-saver',
  'maria@example.com',
  'user/ben',
  'role/batch-runner',
];

interface Situation {
  readonly policy: 'default' | 'accept-all' | 'observe';
  /** Resizes of the group; `day` counts from the start. */
  readonly calls: readonly { who: number; size: number; day: number }[];
  /** Which of the demo's other records are in the log. */
  readonly others: readonly number[];
  /** Time of the run, in days after the start. */
  readonly now: number;
  /** A delegation noted in the code; `ends` is days relative to the run, negative for the past. */
  readonly note: { ends: number; bounds: boolean } | undefined;
  /** The size of the group that the provider reads, if it is asked. */
  readonly reads: number | undefined;
  readonly freeze: { from: number; days: number } | undefined;
}

const situations: fc.Arbitrary<Situation> = fc.record({
  policy: fc.constantFrom('default', 'default', 'accept-all', 'observe'),
  calls: fc.array(
    fc.record({
      who: fc.nat({ max: callers.length - 1 }),
      size: fc.integer({ min: 1, max: 8 }),
      day: fc.integer({ min: 0, max: 200 }),
    }),
    { maxLength: 4 },
  ),
  others: fc.uniqueArray(fc.nat({ max: 736 }), { maxLength: 30 }),
  now: fc.constantFrom(1, 20, 40, 90, 91, 150, 400),
  note: fc.option(fc.record({ ends: fc.constantFrom(-100, -1, 0, 1, 30), bounds: fc.boolean() }), {
    nil: undefined,
    freq: 3,
  }),
  reads: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 2 }),
  freeze: fc.constantFrom(undefined, undefined, { from: 0, days: 30 }, { from: 100, days: 60 }),
});

function timeAt(days: number): string {
  return new Date(start + days * day).toISOString().replace('.000Z', 'Z');
}

function logOf({ calls, others }: Situation): readonly JsonObject[] {
  const call = records.find(({ eventName }) => eventName === 'SetDesiredCapacity') ?? {};
  const resized = calls.map(({ who, size, day: at }, index): JsonObject => {
    const other = records.find(({ userIdentity }) =>
      JSON.stringify(userIdentity).includes(callers[who] ?? ''),
    );
    return {
      ...call,
      eventID: `5f0e6a1c-7d33-4c1e-9a40-00000000ee0${index}`,
      eventTime: timeAt(at),
      userIdentity: other?.['userIdentity'] ?? null,
      requestParameters: { ...(call['requestParameters'] as JsonObject), desiredCapacity: size },
    };
  });
  return [...resized, ...others.flatMap((index) => records.slice(index, index + 1))];
}

/** The demo's code; the group's size is delegated if the situation has a note. */
function codeOf({ note, now }: Situation): SourceTree {
  if (note === undefined) return input.tree;
  const until = timeAt(now + note.ends).slice(0, 10);
  const bounds = note.bounds ? ' within 2..6' : '';
  const rule = [
    '  lifecycle {',
    `    # desired_capacity: owned by Cluster Autoscaler${bounds} until ${until} (i-0123456789ab)`,
    '    ignore_changes = [desired_capacity]',
    '  }',
    '}',
    '',
  ].join('\n');
  return new Map(
    [...input.tree].map(([path, text]) =>
      path === 'modules/service/main.tf'
        ? [
            path,
            text.replace(
              /(resource "aws_autoscaling_group" "this" \{[\s\S]*?\n)\}\n/,
              `$1\n${rule}`,
            ),
          ]
        : [path, text],
    ),
  );
}

function readerOf({ reads }: Situation): Pick<FlatInput, 'readBack'> {
  if (reads === undefined) return {};
  const attributes = input.state.resources.find(({ address }) => address === group)?.attributes;
  const live = {
    kind: 'changed',
    address: group,
    type: 'aws_autoscaling_group',
    attributes: { ...attributes, desired_capacity: reads },
    secrets: [],
  } as const;
  const readBack: ReadBackPort = {
    everything: false,
    confirms: false,
    read: ({ addresses }) =>
      Promise.resolve(
        ok({
          changed: new Map(addresses.includes(group) ? [[group, live]] : []),
          unread: [],
        }),
      ),
  };
  return { readBack };
}

const policies = new Map<string, Policy>();

/** Cached, since parsing the default policy for each run would take longer than the run. */
function policyNamed(name: string): Policy {
  const known = policies.get(name);
  if (known !== undefined) return known;
  const policy = builtInPolicy(name);
  if (!policy.ok) throw new Error(policy.error.message);
  policies.set(name, policy.value);
  return policy.value;
}

async function runIn(situation: Situation, tree: SourceTree): Promise<RunResult> {
  const { policy: name, now, freeze } = situation;
  const startedAt = timeAt(now);
  const freezes =
    freeze === undefined
      ? []
      : [{ id: 'f', from: timeAt(freeze.from), to: timeAt(freeze.from + freeze.days) }];
  return runOn(input, logOf(situation), {
    tree,
    startedAt,
    policy: policyNamed(name),
    patches: 'stacked',
    context: (tagsOf) => ({ ...input.context(tagsOf), now: startedAt, freezes }),
    ...readerOf(situation),
  });
}

describe('a second run at the same moment', () => {
  it('changes nothing, whatever the first one wrote', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        const first = await runIn(situation, codeOf(situation));
        const again = await runIn(situation, first.project.tree);

        expect(again.patched.map(({ patch }) => patch.files)).toEqual([]);
        expect(again.project.tree).toEqual(first.project.tree);
        for (const { verdict } of first.report.decisions) {
          seen.add(`${verdict.outcome} ${verdict.rule}`);
        }
        if (first.patched.length > 0) seen.add(`patched by ${situation.policy}`);
      }),
      { numRuns: runs },
    );

    // Otherwise the property would be vacuous: rules that come, stay and go, and mere waiting.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'delegate controller-scales',
        'accept delegation-expired',
        'escalate delegation-expired',
        'expired delegation-expired',
        'defer change-freeze',
        'patched by default',
        'patched by accept-all',
      ]),
    );
  });
});
