import { afterAll, describe, expect, it } from 'vitest';
import { runOptions } from '../../../src/app/run/options.ts';
import { filesAhead } from '../../../src/app/verify/ahead.ts';
import type { LiveReading } from '../../../src/code/terraform/run/live.ts';
import { parseState } from '../../../src/code/terraform/state/parse.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { ok } from '../../../src/model/result.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { acceptAllPolicy } from '../../../src/stages/arbitration/policies/accept-all.ts';
import { observePolicy } from '../../../src/stages/arbitration/policies/observe.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import type { FlatInput } from '../../reconcile/flat-input.ts';
import {
  type Act,
  code,
  createWorld,
  recordOf,
  stateText,
  timeOf,
} from '../../reconcile/memory/memory-world.ts';

afterAll(removeFolders);

const act = (minute: number, what: Act['what'], who: Act['who'] = 'maria'): Act => ({
  ...{ minute, who, what },
});
const timeout = act(1, { kind: 'timeout', value: 90 });

interface Foresight {
  /** Texts that the second parser is asked about in the meantime. */
  readonly asked: readonly string[];
  /** Texts of the patches in the plan that reads, by path. */
  readonly files: ReadonlyMap<string, string> | undefined;
  readonly result: RunResult;
}

interface Reported {
  readonly write?: boolean;
  /** Whether anything asks for the patches in advance. */
  readonly looks?: boolean;
  readonly reading?: LiveReading;
}

/** A run whose provider reports everything as the state has it, except for the given reading. */
async function foreseen(
  acts: readonly Act[],
  more: Partial<FlatInput> = {},
  text = code,
  { write = true, looks = true, reading = { changed: new Map(), unread: [] } }: Reported = {},
): Promise<Foresight> {
  const world = await createWorld({ code: text });
  const state = parseState(stateText(), 'x');
  if (!state.ok) throw new Error(state.error.message);
  const options = runOptions({ dir: '.' }, { proof: { verify: 'plan' }, delivery: { write } });
  let files: Foresight['files'];
  const asked: string[] = [];
  const readBack: FlatInput['readBack'] = {
    everything: false,
    confirms: false,
    async read({ addresses, foresee }) {
      if (!looks) return ok(reading);
      const run = await foresee?.();
      asked.push(...Array.from(run?.meanwhile() ?? [], String));
      files =
        run && addresses !== 'all' ? filesAhead(options, state.value, run, addresses) : undefined;
      return ok(reading);
    },
  };
  const patches = write ? 'stacked' : 'apart';
  const result = await world.scan(
    acts.map((each, index) => recordOf(each, index)),
    timeOf(30),
    { policy: acceptAllPolicy, readBack, patches, ...more },
  );
  return { asked, files, result };
}

/** A reading in which the queue has these values live. */
function readingOf(values: JsonObject): LiveReading {
  const url = 'https://sqs.eu-central-1.amazonaws.com/111122223333/orders';
  const attributes = {
    ...{ id: url, url, name: 'orders', tags: { Team: 'shop' }, tags_all: { Team: 'shop' } },
    ...{ visibility_timeout_seconds: 30, delay_seconds: 0, ...values },
  };
  const address = 'aws_sqs_queue.orders';
  const queue = { address, type: 'aws_sqs_queue', attributes, secrets: [] };
  return { changed: new Map([[address, { kind: 'changed', ...queue }]]), unread: [] };
}

const edited = code.replace('= 30', '= 90');

describe('patches that are planned while the provider reads', () => {
  it.each<readonly [string, readonly Act[], string, boolean]>([
    ['one', [timeout], edited, true],
    ['one on a branch', [timeout], edited, false],
    [
      'those of two people in place',
      [timeout, act(9, { kind: 'delay', value: 5 }, 'jonas')],
      edited.replace('delay_seconds              = 0', 'delay_seconds              = 5'),
      true,
    ],
  ])('are %s', async (_, acts, text, write) => {
    const { files } = await foreseen(acts, {}, code, { write });

    expect([...(files ?? [])]).toEqual([['main.tf', text]]);
  });

  it.each<[string, readonly Act[], Partial<FlatInput>?, string?]>([
    ['the policy writes none', [timeout], { policy: observePolicy }],
    ['the log does not tell the value', [act(1, { kind: 'cut' })]],
    ['a drift whose value is unknown has no patch', [timeout, act(2, { kind: 'cut' })]],
    [
      'a provider is set up with what they change',
      [act(1, { kind: 'tag', value: 'web' })],
      {},
      `${code.replace('= "shop"', '= local.team')}locals {
  team = "shop"
}
provider "aws" {
  assume_role {
    session_name = local.team
  }
}
`,
    ],
    [
      'nobody knows what a provider is set up with',
      [timeout],
      {},
      `${code}provider "aws" {
  region = data.aws_region.here.name
}
`,
    ],
    [
      'another policy has to be asked',
      [timeout],
      { external: { decide: () => Promise.resolve(ok(new Map())) } as never },
    ],
  ])('are none if %s', async (_, acts, more, text) => {
    const { files } = await foreseen(acts, more, text);

    expect(files).toBeUndefined();
  });

  it('are the same if a known drift of another resource has no patch', async () => {
    const acts = [timeout, act(2, { kind: 'open', port: 8443 })];
    const open = code.replace('["10.0.0.0/8"]', '[data.aws_vpc.v.cidr_block]');

    const { files } = await foreseen(acts, {}, open);

    expect([...(files ?? [])]).toEqual([['main.tf', open.replace('= 30', '= 90')]]);
  });

  it('are the same if the policy leaves other drift alone', async () => {
    const acts = [timeout, act(2, { kind: 'open', port: 22 })];

    const policy = readPolicyFile(
      [
        'apiVersion: parley/v1',
        'name: careful',
        'extends: accept-all',
        'rules:',
        '  - id: rules-by-hand',
        '    description: A person decides about open ports.',
        '    tier: record',
        '    priority: 90',
        '    when: change.type == "aws_security_group"',
        '    verdict: escalate',
        '    because: A person decides about open ports.',
        '',
      ].join('\n'),
      'careful.yaml',
    );
    if (!policy.ok) throw new Error(policy.error.message);
    const { files } = await foreseen(acts, { policy: policy.value.policy });
    const all = await foreseen(acts);

    expect([...(files ?? [])]).toEqual([['main.tf', code.replace('= 30', '= 90')]]);
    expect(all.files?.get('main.tf')).toContain('from_port   = 22');
  });

  it('are those of who was first on branches of two people for one resource', async () => {
    const acts = [timeout, act(9, { kind: 'delay', value: 5 }, 'jonas')];

    const { files } = await foreseen(acts, {}, code, { write: false });

    expect(files?.get('main.tf')).toBe(code.replace('= 30', '= 90'));
  });

  it('do not wait for the second parser, which still has its say at the end', async () => {
    const secondOpinion = (text: string) => !text.includes('= 90');
    const reading = readingOf({ visibility_timeout_seconds: 90 });

    const { asked, files, result } = await foreseen([timeout], { secondOpinion }, code, {
      reading,
    });

    expect([...(files ?? [])]).toEqual([['main.tf', edited]]);
    expect(asked).toEqual(['false']);
    const [only] = result.patched;
    expect(only?.patch.verification).toMatchObject({ passed: false });
    expect(only?.patch.verification.notes.join()).toContain('hcl2-parser');
    expect(result.project.tree.get('main.tf')).toBe(code);
  });

  it.each([true, false])('do not change the run, in place: %s', async (write) => {
    const acts = [timeout, act(9, { kind: 'delay', value: 5 }, 'jonas')];
    const reading = readingOf({ visibility_timeout_seconds: 90, delay_seconds: 5 });

    const [blind, seeing] = [
      await foreseen(acts, {}, code, { write, reading, looks: false }),
      await foreseen(acts, {}, code, { write, reading }),
    ];

    expect(seeing.result.patched.length).toBe(2);
    expect(seeing.result.patched).toEqual(blind.result.patched);
    expect({ ...seeing.result.report, timings: {} }).toEqual({
      ...blind.result.report,
      timings: {},
    });
  });

  it('are dropped if the provider reads something else', async () => {
    const { files, result } = await foreseen([timeout]);

    expect(files).toBeDefined();
    // The provider reports everything as the state has it.
    expect(result.report.drifts).toEqual([]);
    expect(result.patched).toEqual([]);
  });
});
