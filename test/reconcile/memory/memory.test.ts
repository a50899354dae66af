import { afterAll, describe, expect, it } from 'vitest';
import { formatPath } from '../../../src/model/path.ts';
import type { Blame } from '../../../src/reconcile/managed/code-history.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { type Act, code, createWorld, recordOf, stateText, timeOf } from './memory-world.ts';

afterAll(removeFolders);

const raised: Act = { minute: 10, who: 'maria', what: { kind: 'timeout', value: 90 } };
const unrelated: Act = { minute: 20, who: 'jonas', what: { kind: 'look' } };

function openIn({ report }: RunResult): readonly string[] {
  return (report.openDrifts ?? []).map(
    ({ address, path, state }) => `${address} ${formatPath(path)} ${state}`,
  );
}

function closedIn({ report }: RunResult): readonly string[] {
  return (report.closedDrifts ?? []).map(
    ({ address, path, reason }) => `${address} ${formatPath(path)} ${reason}`,
  );
}

describe('a drift', () => {
  it('stays open when its event is not in the log any more', async () => {
    const world = await createWorld();
    const first = await world.scan([recordOf(raised, 1)], timeOf(15));
    expect(openIn(first)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds new']);

    const second = await world.scan([recordOf(unrelated, 2)], timeOf(100 * 24 * 60));

    expect(openIn(second)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds open']);
    expect(second.report.drifts).toEqual(first.report.drifts);
    expect(second.report.intents).toEqual(first.report.intents);
    expect(second.patched.map(({ files }) => files)).toEqual(
      first.patched.map(({ files }) => files),
    );
    const [drift] = second.report.openDrifts ?? [];
    expect(drift).toMatchObject({
      firstSeen: timeOf(15),
      lastConfirmed: { at: timeOf(10), how: 'log' },
      before: { kind: 'value', value: 30 },
      evidence: [{ event: recordOf(raised, 1)['eventID'], operation: 'SetQueueAttributes' }],
    });
    expect(drift?.evidence[0]?.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is closed by code that says the same', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.code = code.replace('= 30', '= 90');

    const second = await world.scan([], timeOf(60));

    expect(closedIn(second)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds in-code']);
    expect(openIn(second)).toEqual([]);
  });

  it('is closed by the commit that brought it into the code', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.code = code.replace('= 30', '= 90');
    const commit = { commit: 'a'.repeat(40), author: 'ana@example.com', time: timeOf(50) };
    const blame: Blame = async (ranges) =>
      new Map([...ranges.keys()].map((file) => [file, new Map([[4, commit]])]));

    const second = await world.scan([], timeOf(60), { blame });

    expect(second.report.closedDrifts).toMatchObject([
      {
        reason: 'in-code',
        commit: commit.commit,
        because: 'The code has the live value since aaaaaaa (ana@example.com, 2026-03-14).',
      },
    ]);
  });

  it('is closed by a later event that puts it back, which is reported', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    const back: Act = { minute: 40, who: 'deploy', what: { kind: 'timeout', value: 30 } };

    const second = await world.scan([recordOf(back, 2)], timeOf(60));

    expect(closedIn(second)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds went-back']);
    expect(second.report.closedDrifts?.[0]).toMatchObject({ event: recordOf(back, 2)['eventID'] });
    expect(second.trace.filter(({ disposition }) => disposition === 'closed')).toHaveLength(1);
  });

  it('is not opened again by an old record once it is closed', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    const back: Act = { minute: 40, who: 'deploy', what: { kind: 'timeout', value: 30 } };
    await world.scan([recordOf(back, 2)], timeOf(60));

    const again = await world.scan([recordOf(raised, 1)], timeOf(90));

    expect(openIn(again)).toEqual([]);
  });

  it('is opened again when the code that said it is reverted', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.code = code.replace('= 30', '= 90');
    await world.scan([], timeOf(60));
    world.code = code;

    const again = await world.scan([], timeOf(90));

    expect(openIn(again)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds new']);
  });

  it('stays open when the state is refreshed and says what drifted', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.state = stateText(8, { visibility_timeout_seconds: 90 });

    const second = await world.scan([], timeOf(60));

    expect(openIn(second)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds open']);
    expect(second.report.openDrifts?.[0]?.lastConfirmed).toMatchObject({ how: 'state' });
    expect(openIn(await world.scan([], timeOf(90)))).toEqual(openIn(second));
  });

  it('is closed by a newer state that says what the code says, and not by the same state', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.state = stateText(8);
    expect(openIn(await world.scan([], timeOf(60)))).toHaveLength(1);
    world.state = stateText(9, { visibility_timeout_seconds: 90 });
    expect(openIn(await world.scan([], timeOf(70)))).toHaveLength(1);
    world.state = stateText(10);

    const last = await world.scan([], timeOf(80));

    expect(closedIn(last)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds went-back']);
  });

  it('is closed when neither code nor state have the resource', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.code = code.slice(code.indexOf('resource "aws_security_group"'));

    const inState = await world.scan([], timeOf(60));
    expect(openIn(inState)).toHaveLength(1);
    expect(inState.report.unresolved.map((each) => each.code)).toContain('open-drift-unseen');
    const { resources, ...state } = JSON.parse(world.state);
    world.state = JSON.stringify({ ...state, serial: 9, resources: resources.slice(1) });

    const gone = await world.scan([], timeOf(90));

    expect(closedIn(gone)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds gone']);
  });

  it('is closed by an ignore rule of the code, and by one of a person', async () => {
    const handed = await createWorld();
    await handed.scan([recordOf(raised, 1)], timeOf(15));
    handed.code = code.replace(
      '  delay_seconds',
      `  lifecycle {
    ignore_changes = [visibility_timeout_seconds]
  }
  delay_seconds`,
    );
    expect(closedIn(await handed.scan([], timeOf(60)))).toEqual([
      'aws_sqs_queue.orders visibility_timeout_seconds handed-over',
    ]);
    const dismissed = await createWorld();
    await dismissed.scan([recordOf(raised, 1)], timeOf(15));
    const tree = new Map([
      ['main.tf', code],
      ['.parleyignore', 'address=aws_sqs_queue.orders\n'],
    ]);
    expect(closedIn(await dismissed.scan([], timeOf(60), { tree }))).toEqual([
      'aws_sqs_queue.orders visibility_timeout_seconds dismissed',
    ]);
    expect(openIn(await dismissed.scan([], timeOf(90)))).toHaveLength(1);
  });

  it('is not closed because its resource left the state only', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    const { resources, ...state } = JSON.parse(world.state);
    world.state = JSON.stringify({ ...state, serial: 9, resources: resources.slice(1) });

    const second = await world.scan([], timeOf(60));

    expect(openIn(second)).toHaveLength(1);
  });
});
