import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proposedIn } from '../../../src/app/reconcile/proposed.ts';
import type { Report } from '../../../src/model/report.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';
import { proposalOf } from '../../adapters/store/service-runs.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import {
  type Act,
  code,
  recordOf,
  stateText,
  timeOf,
} from '../../reconcile/memory/memory-world.ts';
import { MemoryStack } from './memory-stack.ts';

let opened: TestServiceStore;
let stack: MemoryStack;
let tests = 0;

beforeAll(async () => {
  opened = await openTestServiceStore();
});
afterAll(() => opened.stop());
beforeEach(() => {
  tests += 1;
  stack = new MemoryStack({ tenant: `t${tests}`, store: () => opened.store, forge: true });
});
afterEach(() => stack.remove());

const day = 24 * 60;
const raised: Act = { minute: 180, who: 'maria', what: { kind: 'timeout', value: 90 } };
const restored: Act = { minute: 20 * day, who: 'deploy', what: { kind: 'timeout', value: 30 } };

const openIn = ({ openDrifts = [] }: Report) => openDrifts.map(({ address }) => address);
const closedIn = ({ closedDrifts = [] }: Report) => closedDrifts.map(({ reason }) => reason);
const outcomesIn = ({ decisions }: Report) => decisions.map(({ verdict }) => verdict.outcome);

/** As if the forge had opened what is planned. */
async function propose(intent: string, digest: string, run: string): Promise<void> {
  const { tenant, stack: name } = stack.key;
  const more = { forge: 'hub', intent, digest, run, addresses: ['aws_sqs_queue.orders'] };
  await opened.store.proposals.put(proposalOf(tenant, name, 1, more));
}

describe('a drift whose event is older than what a scan reads', () => {
  beforeEach(async () => {
    await stack.collect([recordOf(raised, 1)], timeOf(200));
    const { id, planned } = await stack.scan(timeOf(200));
    const [plan] = planned;
    await propose(plan?.intent ?? '', plan?.digest ?? '', id);
  });

  it('stays open with its plan, whatever becomes of the log', async () => {
    const first = await opened.store.runs.latest(stack.key);
    const { planned } = await stack.scan(timeOf(210));
    stack.since = '1h';
    const aged = await stack.scan(timeOf(30 * day));
    // The records are deleted, and all runs but the last.
    const late = timeOf(60 * day);
    await opened.store.collected(stack.key.tenant).prune('trail', late);
    await opened.store.prune({ runs: late, unusedRecords: late, deliveries: late, ended: late });
    const pruned = await stack.scan(timeOf(61 * day));

    for (const { report, planned: now, jobs } of [aged, pruned]) {
      expect(report.drifts).toEqual(first?.report.drifts);
      expect(openIn(report)).toEqual(['aws_sqs_queue.orders']);
      expect(closedIn(report)).toEqual([]);
      expect(now).toEqual(planned);
      // The forge may be looked at once a day, but people are not notified.
      expect(jobs.filter((queue) => queue === 'notify')).toEqual([]);
    }
  });

  it('says where it is proposed', async () => {
    const { report } = await stack.scan(timeOf(30 * day));
    const { open: remembered } = await opened.store.project(stack.key).memory();
    const proposal = { branch: 'parley/1', location: 'https://forge.example/pulls/1' };

    expect(report.openDrifts).toMatchObject([{ proposal }]);
    expect(remembered).toMatchObject([{ proposal }]);
  });

  it.each<readonly [string, () => Promise<void> | void, readonly string[]]>([
    [
      'what was merged',
      () => {
        stack.code = code.replace('= 30', '= 90');
      },
      ['in-code'],
    ],
    [
      'the same in other words',
      () => {
        stack.code = `locals {
  minute = 60
}
${code.replace('= 30', '= local.minute + 30')}`;
      },
      ['in-code'],
    ],
    [
      'an apply of the pipeline in the log',
      () => stack.collect([recordOf(restored, 2)], timeOf(20 * day)),
      ['went-back'],
    ],
    [
      'an ignore rule',
      () => {
        stack.ignore = 'aws_sqs_queue\n';
      },
      ['dismissed'],
    ],
    [
      'its end in code and state',
      () => {
        stack.code = code.slice(code.indexOf('resource "aws_security_group"'));
        const state = JSON.parse(stateText(8));
        state.resources = state.resources.slice(1);
        stack.state = JSON.stringify(state);
      },
      ['gone'],
    ],
  ])('is closed by %s, and the forge is notified', async (_, act, reasons) => {
    await stack.scan(timeOf(19 * day));
    await act();
    const { report, planned, jobs } = await stack.scan(timeOf(20 * day + 1));
    const again = await stack.scan(timeOf(21 * day));

    expect(openIn(report)).toEqual([]);
    expect(closedIn(report)).toEqual(reasons);
    expect(planned).toEqual([]);
    expect([...jobs].sort()).toEqual(['propose']);
    expect(closedIn(again.report)).toEqual([]);
    const { items } = await opened.store.drifts.closed(stack.key, { limit: 5 });
    expect(items.map(({ drift }) => drift.reason)).toEqual(reasons);
  });

  it('is closed by a newer state without it, but not by one that still has it', async () => {
    stack.state = stateText(8, { visibility_timeout_seconds: 90 });
    const drifted = await stack.scan(timeOf(10 * day));
    stack.state = stateText(9, { visibility_timeout_seconds: 90, delay_seconds: 0 });
    const same = await stack.scan(timeOf(11 * day));
    stack.state = stateText(10, { visibility_timeout_seconds: 30 });
    const refreshed = await stack.scan(timeOf(12 * day));

    expect([drifted, same].map(({ report }) => openIn(report).length)).toEqual([1, 1]);
    expect(closedIn(refreshed.report)).toEqual(['went-back']);
    expect(refreshed.jobs).toContain('propose');
  });
});

describe('a record that arrives late', () => {
  it('is read however old it is, and remembered', async () => {
    await stack.collect([recordOf(raised, 1)], timeOf(200));
    await stack.scan(timeOf(200));
    stack.since = '1h';
    const tagged: Act = { minute: 100, who: 'jonas', what: { kind: 'tag', value: 'ops' } };
    await stack.collect([recordOf(tagged, 2)], timeOf(20 * day));
    const late = await stack.scan(timeOf(20 * day + 1));
    const later = await stack.scan(timeOf(30 * day));

    expect(late.report.drifts).toHaveLength(2);
    expect(later.report.drifts).toEqual(late.report.drifts);
    // The overlap made the scan on day 30 read the record once more; this one reads none.
    const { report } = await stack.scan(timeOf(31 * day));
    expect(report.drifts).toEqual(late.report.drifts);
    expect(report.inputs.events.read).toBe(0);
  });
});

describe('an intent on hold', () => {
  it('is decided again when the hold ends, without its event', async () => {
    await stack.collect([recordOf(raised, 1)], timeOf(200));
    const { report } = await stack.scan(timeOf(200));
    const [intent] = report.intents;
    await opened.store.answers.keep(
      stack.key,
      {
        ...{ id: 'a-1', intent: intent?.id ?? '', digest: driftDigest(intent?.drifts ?? []) },
        ...{ action: 'hold', by: 'github:alice', at: timeOf(210), until: timeOf(40 * day) },
      },
      [],
    );
    stack.since = '1h';
    const held = await stack.scan(timeOf(39 * day));
    const after = await stack.scan(timeOf(41 * day));

    expect([outcomesIn(held.report), held.planned.length]).toEqual([['defer'], 0]);
    expect(openIn(held.report)).toEqual(['aws_sqs_queue.orders']);
    expect([outcomesIn(after.report), after.planned.length]).toEqual([['accept'], 1]);
    expect(after.jobs).toContain('propose');
    expect(after.report.openDrifts?.[0]?.verdicts.map(({ outcome }) => outcome)).toEqual([
      'accept',
      'defer',
      'accept',
    ]);
  });
});

describe('the open proposal', () => {
  const of = proposedIn([
    proposalOf('t', 's', 1, { intent: 'i-a', state: 'merged', branch: 'first' }),
    proposalOf('t', 's', 2, { intent: 'i-a', branch: 'second' }),
    proposalOf('t', 's', 3, { intent: 'i-b', state: 'withdrawn' }),
  ]);

  it.each([
    ['i-a', 'second'],
    ['i-b', undefined],
    ['i-c', undefined],
  ])('of %s is on the branch %s', (intent, branch) => {
    expect(of(intent)?.branch).toBe(branch);
  });
});
