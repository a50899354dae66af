import { afterAll, describe, expect, it } from 'vitest';
import { formatPath } from '../../../src/model/path.ts';
import { ok } from '../../../src/model/result.ts';
import { secondText } from '../../../src/model/time-text.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import type { FlatInput } from '../flat-input.ts';
import { type Act, code, createWorld, reads, recordOf, stateText, timeOf } from './memory-world.ts';

afterAll(removeFolders);

const queue = 'aws_sqs_queue.orders';
const strange: Act = {
  minute: 10,
  who: 'maria',
  what: { kind: 'strange', operation: 'Frobnicate' },
};
const cut: Act = { minute: 10, who: 'maria', what: { kind: 'cut' } };

function openIn({ report }: RunResult): readonly string[] {
  return (report.openQuestions ?? []).map(
    ({ address, operation, state, calls }) => `${address} ${operation} ${state} ${calls.length}`,
  );
}

function closedIn({ report }: RunResult): readonly string[] {
  return (report.closedQuestions ?? []).map(
    ({ address, operation, reason }) => `${address} ${operation} ${reason}`,
  );
}

function driftsIn({ report }: RunResult): readonly string[] {
  return (report.openDrifts ?? []).map(({ address, path }) => `${address} ${formatPath(path)}`);
}

function codesIn({ report }: RunResult): readonly string[] {
  return report.unresolved.map(({ code: each }) => each);
}

describe('a call that nobody can translate', () => {
  it.each([
    ['unknown to the catalog', strange, `${queue} Frobnicate`, 'unknown-operation'],
    ['whose request was left out', cut, `${queue} SetQueueAttributes`, 'request-omitted'],
  ])('%s, stays a question when its record is gone', async (_, act, question, reported) => {
    const world = await createWorld();
    const first = await world.scan([recordOf(act, 1)], timeOf(15));
    expect(openIn(first)).toEqual([`${question} new 1`]);

    const second = await world.scan([], timeOf(200 * 24 * 60));

    expect(openIn(second)).toEqual([`${question} open 1`]);
    expect(codesIn(second)).toContain(reported);
    expect(second.report.openQuestions).toMatchObject([
      { cause: reported, firstSeen: timeOf(15), calls: [{ actor: 'maria@example.com' }] },
    ]);
    expect(second.report.unknownOperations).toBeUndefined();
    expect(closedIn(second)).toEqual([]);
  });

  it('says since when, who called what, and what to do', async () => {
    const world = await createWorld();
    await world.scan([recordOf(strange, 1)], timeOf(15));

    const { report } = await world.scan([], timeOf(60));

    const [reported] = report.unresolved.filter((each) => each.code === 'unknown-operation');
    expect(reported?.address).toBe(queue);
    expect(reported?.reason).toBe(
      `Open question since ${secondText(timeOf(15))}: maria@example.com called Frobnicate (novel.amazonaws.com) on it; what it changed is not known.`,
    );
    expect(reported?.suggestion).toContain('terraform plan -refresh-only');
    expect(reported?.suggestion).toContain(report.openQuestions?.[0]?.id);
  });

  it('leaves nothing of its record in the memory', async () => {
    const world = await createWorld();
    const record = recordOf(strange, 1);
    const requestParameters = { ...Object(record['requestParameters']), note: 'hush-hush' };
    await world.scan([{ ...record, requestParameters }], timeOf(15));

    expect(world.memory.questions).toHaveLength(1);
    expect(JSON.stringify(world.memory)).not.toContain('hush-hush');
  });

  it.each([
    ['the log has it', [recordOf(strange, 1)]],
    ['it is remembered', []],
  ])('is answered by a read-back that shows no difference, where %s', async (_, records) => {
    const world = await createWorld();
    await world.scan([recordOf(strange, 1)], timeOf(15));

    const read = await world.scan(records, timeOf(60), reads(30));
    const later = await world.scan([recordOf(strange, 1)], timeOf(90));

    expect(closedIn(read)).toEqual([`${queue} Frobnicate read-back`]);
    expect([openIn(read), openIn(later)]).toEqual([[], []]);
    expect([driftsIn(read), driftsIn(later)]).toEqual([[], []]);
    expect(codesIn(later)).toEqual([]);
  });

  it.each([
    ['unknown to the catalog', strange],
    ['whose request was left out', cut],
  ])('%s, explains what a read-back shows, in later runs, too', async (_, act) => {
    const world = await createWorld();
    await world.scan([recordOf(act, 1)], timeOf(15));

    const read = await world.scan([], timeOf(60), reads(90));
    const later = await world.scan([], timeOf(120));

    expect(closedIn(read)).toEqual([`${queue} ${openName(act)} read-back`]);
    for (const run of [read, later]) {
      expect(openIn(run)).toEqual([]);
      expect(driftsIn(run)).toEqual([`${queue} visibility_timeout_seconds`]);
      expect(run.report.intents).toMatchObject([{ actor: { class: 'human' } }]);
      expect(run.report.drifts[0]?.evidence[0]).toBe(recordOf(act, 1)['eventID']);
    }
    expect(later.report.intents).toEqual(read.report.intents);
  });

  it('is not blamed for what changed after a read-back showed no difference', async () => {
    const world = await createWorld();
    await world.scan([recordOf(strange, 1)], timeOf(15));
    await world.scan([], timeOf(60), reads(30));

    const { report } = await world.scan([], timeOf(600), {
      ...reads(90, true),
      isBaseline: true,
    });

    expect(report.openDrifts).toMatchObject([{ evidence: [{ actor: 'unknown' }] }]);
  });

  it('asks again when it is called again after a read-back', async () => {
    const world = await createWorld();
    await world.scan([recordOf(strange, 1)], timeOf(15));
    await world.scan([], timeOf(60), reads(30));

    const again = await world.scan([recordOf({ ...strange, minute: 70 }, 2)], timeOf(90));

    expect(openIn(again)).toEqual([`${queue} Frobnicate new 1`]);
  });

  it('is closed by a line of the ignore file, and asked again when that is removed', async () => {
    const world = await createWorld();
    await world.scan([recordOf(strange, 1)], timeOf(15));
    const line = 'operation=novel.amazonaws.com:Frobnicate\n';
    const tree = new Map([
      ['main.tf', code],
      ['.parleyignore', line],
    ]);

    expect(closedIn(await world.scan([], timeOf(60), { tree }))).toEqual([
      `${queue} Frobnicate dismissed`,
    ]);
    expect(openIn(await world.scan([], timeOf(90)))).toEqual([`${queue} Frobnicate new 1`]);
  });

  it('is closed when the resource is gone, and not when it left the code or the state only', async () => {
    const world = await createWorld();
    await world.scan([recordOf(strange, 1)], timeOf(15));
    const { resources, ...state } = JSON.parse(stateText(8));
    const without = JSON.stringify({ ...state, resources: resources.slice(1) });
    world.state = without;
    expect(openIn(await world.scan([], timeOf(60)))).toHaveLength(1);
    world.code = code.slice(code.indexOf('resource "aws_security_group"'));
    world.state = stateText(9);
    expect(openIn(await world.scan([], timeOf(70)))).toHaveLength(1);
    world.state = without;

    const gone = await world.scan([], timeOf(90));

    expect(closedIn(gone)).toEqual([`${queue} Frobnicate gone`]);
    expect(openIn(gone)).toEqual([]);
  });

  it('follows a resource that is moved', async () => {
    const world = await createWorld();
    await world.scan([recordOf(strange, 1)], timeOf(15));
    world.code = code.replace('"orders" {', '"jobs" {');
    world.state = stateText(8).replace('"name":"orders","provider"', '"name":"jobs","provider"');

    const moved = await world.scan([], timeOf(60));

    expect(openIn(moved)).toEqual(['aws_sqs_queue.jobs Frobnicate new 1']);
    expect(closedIn(moved)).toEqual([]);
  });

  it('is closed once it is known what the call means', async () => {
    const world = await createWorld();
    await world.scan([recordOf(strange, 1)], timeOf(15));
    const operations: NonNullable<FlatInput['operations']> = [
      {
        service: 'novel.amazonaws.com',
        operation: 'Frobnicate',
        type: 'aws_sqs_queue',
        key: { attribute: 'arn', member: 'target' },
        changes: [],
        origin: 'a person',
      },
    ];

    const reported = await world.scan([], timeOf(60), { operations });
    const again = await world.scan([recordOf(strange, 1)], timeOf(90), { operations });

    expect(openIn(reported)).toHaveLength(1);
    expect(closedIn(again)).toEqual([`${queue} Frobnicate translated`]);
  });
});

describe('a call that only touched a resource', () => {
  const fleet = 'aws_appstream_fleet.desk';
  const attributes = { id: 'desk', name: 'desk', instance_type: 'stream.standard.small' };
  const resources = [
    {
      mode: 'managed',
      type: 'aws_appstream_fleet',
      name: 'desk',
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
    },
  ];
  const given = {
    code: `resource "aws_appstream_fleet" "desk" {
  name          = "desk"
  instance_type = "stream.standard.small"
}
`,
    state: JSON.stringify({ ...JSON.parse(stateText()), resources }),
  };
  const start = {
    ...recordOf(strange, 1),
    eventSource: 'appstream.amazonaws.com',
    eventName: 'StopFleet',
    requestParameters: { name: 'desk' },
  };

  it('is an open drift until the provider reads the resource', async () => {
    const world = await createWorld(given);
    const first = await world.scan([start], timeOf(15));
    const second = await world.scan([], timeOf(60));
    expect([driftsIn(first), driftsIn(second)]).toEqual([[`${fleet} `], [`${fleet} `]]);

    const read = await world.scan([], timeOf(90), {
      readBack: {
        everything: false,
        confirms: true,
        read: async () => ok({ changed: new Map(), unread: [] }),
      },
    });
    const later = await world.scan([start], timeOf(120));

    expect(read.report.closedDrifts).toMatchObject([{ address: fleet, reason: 'went-back' }]);
    expect([driftsIn(read), driftsIn(later)]).toEqual([[], []]);
    expect(read.report.closedDrifts?.[0]?.because).toBe(
      'The provider read all of it: what differs is an open drift of its own.',
    );
    expect([codesIn(read), codesIn(later)]).toEqual([['no-records'], []]);
  });

  it('is open again if it comes after the read-back', async () => {
    const world = await createWorld(given);
    await world.scan([start], timeOf(15));
    const read = async () => ok({ changed: new Map(), unread: [] });
    await world.scan([], timeOf(60), { readBack: { everything: false, confirms: true, read } });

    const again = { ...start, eventID: 'e-again', eventTime: timeOf(70) };
    const last = await world.scan([again], timeOf(90));

    expect(driftsIn(last)).toEqual([`${fleet} `]);
    expect(last.report.drifts[0]?.evidence).toEqual(['e-again']);
  });
});

function openName({ what }: Act): string {
  return what.kind === 'strange' ? what.operation : 'SetQueueAttributes';
}
