import { afterAll, describe, expect, it } from 'vitest';
import { formatPath } from '../../../src/model/path.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import {
  type Act,
  code,
  createWorld,
  reads,
  recordOf,
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
        `jonas@example.com deleted the resource (DeleteQueue of sqs.amazonaws.com, ${timeOf(30)}).`,
        idOf(2),
      ],
    ]);
    expect(openIn(again)).toContain(`${timeout} new`);
    expect(openIn(again)).not.toContain(`${whole} open`);
    expect(closedIn(again)).toEqual([
      [
        whole,
        'went-back',
        `maria@example.com created the resource again (CreateQueue of sqs.amazonaws.com, ${timeOf(40)}).`,
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

    const because = `The provider read it: the live value went back (${timeOf(60)}).`;
    expect(closedIn(read)).toEqual([[timeout, 'went-back', because, undefined]]);
  });

  it('is that too if an earlier reading showed the drift', async () => {
    const world = await createWorld();
    await world.scan([], timeOf(15), { ...reads(90, true), isBaseline: true });

    const read = await world.scan([], timeOf(60), reads(30));

    const because = `The provider read it: the live value went back (${timeOf(60)}).`;
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
