import { afterAll, describe, expect, it } from 'vitest';
import { formatPath } from '../../../src/model/path.ts';
import { ok } from '../../../src/model/result.ts';
import { secondText } from '../../../src/model/time-text.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import {
  type Act,
  code,
  createWorld,
  reads,
  recordOf,
  replacedText,
  stateText,
  timeOf,
  type World,
} from './memory-world.ts';

afterAll(removeFolders);

const timeout = 'aws_sqs_queue.orders visibility_timeout_seconds';
const whole = 'aws_sqs_queue.orders ';
const raised: Act = { minute: 10, who: 'jonas', what: { kind: 'timeout', value: 90 } };
const removed: Act = { minute: 30, who: 'jonas', what: { kind: 'delete' } };
const created: Act = { minute: 40, who: 'maria', what: { kind: 'create', value: 60 } };

function openIn({ report }: RunResult): readonly string[] {
  return (report.openDrifts ?? []).map(
    ({ address, path, state }) => `${address} ${formatPath(path)} ${state}`,
  );
}

function closedIn({ report }: RunResult): readonly (readonly unknown[])[] {
  return (report.closedDrifts ?? []).map(({ address, path, reason, because, event }) => [
    `${address} ${formatPath(path)}`,
    reason,
    because,
    event,
  ]);
}

function idOf(index: number): unknown {
  return recordOf(raised, index)['eventID'];
}

async function scanned(...acts: readonly Act[]): Promise<World> {
  const world = await createWorld();
  await world.scan(
    acts.map((act, index) => recordOf(act, index + 1)),
    timeOf(15),
  );
  return world;
}

describe('the drift of a field whose resource is deleted', () => {
  it('is closed by the deletion, and that by whoever creates the resource again', async () => {
    const world = await scanned(raised);

    const deleted = await world.scan([recordOf(removed, 2)], timeOf(35));
    const again = await world.scan([recordOf(created, 3)], timeOf(45));
    const later = await world.scan([], timeOf(60));

    expect(openIn(deleted)).toEqual([`${whole} new`]);
    expect(closedIn(deleted)).toEqual([
      [
        timeout,
        'gone',
        `jonas@example.com deleted the resource (DeleteQueue of sqs.amazonaws.com, ${secondText(timeOf(30))}).`,
        idOf(2),
      ],
    ]);
    expect(openIn(again)).toContain(`${timeout} new`);
    expect(openIn(again)).not.toContain(`${whole} open`);
    expect(closedIn(again)).toEqual([
      [
        whole,
        'went-back',
        `maria@example.com created the resource again (CreateQueue of sqs.amazonaws.com, ${secondText(timeOf(40))}).`,
        idOf(3),
      ],
    ]);
    for (const { trace } of [deleted, again]) {
      expect(trace.filter(({ disposition }) => disposition === 'closed')).toHaveLength(1);
    }
    expect(openIn(later)).toEqual(openIn(again).map((one) => one.replace(/new$/, 'open')));
    expect(closedIn(later)).toEqual([]);
  });

  it('is closed where nobody knows whether the resource exists again', async () => {
    const world = await scanned(raised);
    const tied = { ...created, minute: removed.minute };

    const both = await world.scan([recordOf(removed, 2), recordOf(tied, 3)], timeOf(35));
    const known = await world.scan([], timeOf(60), reads(60));

    expect(openIn(both)).toEqual([`${whole} new`]);
    expect(closedIn(both)).toMatchObject([
      [timeout, 'gone', expect.stringContaining('deleted the resource'), idOf(2)],
    ]);
    expect(closedIn(known)).toEqual([
      [whole, 'went-back', 'The resource exists again.', undefined],
    ]);
  });
});

describe('the reason why a drift is closed', () => {
  it('is the provider, at the time of the run that reads the earlier value', async () => {
    const world = await scanned(raised);

    const read = await world.scan([], timeOf(60), reads(30));

    const because = `The provider read it: the live value went back (${secondText(timeOf(60))}).`;
    expect(closedIn(read)).toEqual([[timeout, 'went-back', because, undefined]]);
  });

  it('is that too if an earlier reading showed the drift', async () => {
    const world = await createWorld();
    await world.scan([], timeOf(15), { ...reads(90, true), isBaseline: true });

    const read = await world.scan([], timeOf(60), reads(30));

    const because = `The provider read it: the live value went back (${secondText(timeOf(60))}).`;
    expect(closedIn(read)).toEqual([[timeout, 'went-back', because, undefined]]);
  });

  it('is the code if it got the value that somebody set meanwhile', async () => {
    const world = await scanned(raised);
    const more: Act = { minute: 50, who: 'maria', what: { kind: 'timeout', value: 240 } };
    world.code = code.replace('= 30', '= 240');

    const second = await world.scan([recordOf(more, 2)], timeOf(60));

    const because = 'The code has the live value.';
    expect(closedIn(second)).toEqual([[timeout, 'in-code', because, undefined]]);
  });

  it('is the event if the live value became what the code said all along', async () => {
    const world = await createWorld({ code: code.replace('= 30', '= 60') });
    await world.scan([recordOf(raised, 1)], timeOf(15));
    const more: Act = { minute: 50, who: 'maria', what: { kind: 'timeout', value: 60 } };

    const second = await world.scan([recordOf(more, 2)], timeOf(60));

    expect(closedIn(second)).toMatchObject([
      [timeout, 'went-back', expect.stringContaining('maria@example.com put it back'), idOf(2)],
    ]);
  });

  it('is a newer state, without the time of the state before it', async () => {
    const world = await scanned(raised);
    world.state = stateText(8, { visibility_timeout_seconds: 90 });
    await world.scan([], timeOf(60));
    world.state = stateText(9);

    const last = await world.scan([], timeOf(80));

    expect(closedIn(last)).toMatchObject([
      [
        timeout,
        'went-back',
        'A newer state says that the live value went back.',
        expect.any(String),
      ],
    ]);
  });
});

describe('the drift of a resource that is replaced', () => {
  const group = 'aws_security_group.web ingress[';
  const opened: Act = { minute: 10, who: 'jonas', what: { kind: 'open', port: 22 } };
  const because = 'The state has another resource at this address since serial 8.';

  it('is closed when the state has another resource, and stays so', async () => {
    const world = await scanned(opened);
    world.state = replacedText(8);

    const second = await world.scan([], timeOf(60));
    const third = await world.scan([recordOf(opened, 1)], timeOf(90));

    expect(openIn(second)).toEqual([]);
    expect(closedIn(second)).toMatchObject([
      [expect.stringContaining(group), 'gone', because, undefined],
    ]);
    expect([openIn(third), closedIn(third)]).toEqual([[], []]);
    expect(third.report.decisions).toEqual([]);
  });

  it('is closed, too, if only a reading showed it', async () => {
    const world = await createWorld();
    const { resources } = JSON.parse(stateText());
    const attributes = { ...resources[1].instances[0].attributes, description: 'other' };
    const address = 'aws_security_group.web';
    const changed = { kind: 'changed', address, type: 'aws_security_group', attributes } as const;
    await world.scan([], timeOf(15), {
      isBaseline: true,
      readBack: {
        everything: true,
        confirms: true,
        read: async () =>
          ok({ changed: new Map([[address, { ...changed, secrets: [] }]]), unread: [] }),
      },
    });
    expect(world.memory.open).toHaveLength(1);
    world.state = replacedText(8);

    const second = await world.scan([], timeOf(60));
    const third = await world.scan([], timeOf(90));

    expect(closedIn(second)).toEqual([[`${address} description`, 'gone', because, undefined]]);
    expect([openIn(second), openIn(third)]).toEqual([[], []]);
    expect(world.memory.events).toEqual([]);
  });

  it('is another one if the new resource drifts at the same place', async () => {
    const world = await scanned(opened);
    world.state = replacedText(8);
    const other = JSON.parse(
      JSON.stringify(recordOf({ ...opened, minute: 50 }, 2)).replaceAll(
        'sg-0123456789abcdef0',
        'sg-0fedcba9876543210',
      ),
    );

    const second = await world.scan([other], timeOf(60));

    expect(openIn(second)).toEqual([expect.stringMatching(/ new$/)]);
    expect(closedIn(second)).toHaveLength(1);
    expect(second.report.openDrifts?.[0]).toMatchObject({ firstSeen: timeOf(60) });
  });

  it('stays open as long as the state has the old resource', async () => {
    const world = await scanned(opened);
    world.state = stateText(8);
    expect(openIn(await world.scan([], timeOf(60)))).toHaveLength(1);
    const { resources, ...state } = JSON.parse(stateText(9));
    world.state = JSON.stringify({ ...state, resources: resources.slice(0, 1) });
    expect(openIn(await world.scan([], timeOf(70)))).toHaveLength(1);
    world.state = stateText(10);

    expect(openIn(await world.scan([], timeOf(80)))).toHaveLength(1);
  });

  it('stays open for a state that is older, or that a store did not compare before', async () => {
    const world = await scanned(opened);
    world.state = replacedText(6);
    expect(openIn(await world.scan([], timeOf(60)))).toHaveLength(1);
    const old = await scanned(opened);
    old.memory = { ...old.memory, events: old.memory.events.map(({ ids: _, ...one }) => one) };
    old.state = replacedText(8);

    expect(openIn(await old.scan([], timeOf(60)))).toHaveLength(1);
  });
});
