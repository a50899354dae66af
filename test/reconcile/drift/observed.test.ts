import { afterAll, describe, expect, it } from 'vitest';
import type { LiveReading, LiveResource } from '../../../src/code/terraform/run/live.ts';
import { ok } from '../../../src/model/result.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import type { FlatInput } from '../flat-input.ts';
import {
  type Act,
  code,
  createWorld,
  recordOf,
  stateText,
  timeOf,
} from '../memory/memory-world.ts';

afterAll(removeFolders);

const address = 'aws_sqs_queue.orders';
const timeout = { address, path: ['visibility_timeout_seconds'] };
const delay = { address, path: ['delay_seconds'] };
const raised: Act = { minute: 10, who: 'maria', what: { kind: 'timeout', value: 90 } };
const again: Act = { minute: 40, who: 'jonas', what: { kind: 'timeout', value: 90 } };
const merged = code.replace('= 30', '= 90');

function reading(live: LiveResource[], unread: LiveReading['unread'] = []): Partial<FlatInput> {
  const changed = new Map(live.map((each) => [each.address, each]));
  return {
    readBack: { everything: true, confirms: true, read: async () => ok({ changed, unread }) },
  };
}

const gone: LiveResource = { kind: 'gone', address, type: 'aws_sqs_queue', secrets: [] };
const slow: LiveResource = {
  kind: 'changed',
  address,
  type: 'aws_sqs_queue',
  attributes: { delay_seconds: 7 },
  secrets: [],
};

describe('a run that follows a merge has seen of a field', () => {
  it.each<readonly [string, readonly Act[], Partial<FlatInput>, boolean, boolean]>([
    ['nothing, where nothing happened', [], {}, false, false],
    ['nothing, where it reads the old log again', [raised], {}, false, false],
    ['what somebody wrote since', [raised, again], {}, true, false],
    ['what the provider reads', [], reading([]), true, true],
    [
      'nothing, where the provider could not read it',
      [],
      reading([], [problemAt(address)]),
      false,
      false,
    ],
    ['nothing, where the provider finds it gone', [], reading([gone]), false, false],
    ['nothing certain, where nobody explained the difference', [], reading([slow]), true, false],
  ])('%s', async (_, acts, more, sawTimeout, sawDelay) => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.code = merged;

    const { observed } = await world.scan(
      acts.map((act) => recordOf(act, act === raised ? 1 : 2)),
      timeOf(60),
      more,
    );

    expect(observed(timeout, timeOf(15))).toBe(sawTimeout);
    expect(observed(delay, timeOf(15))).toBe(sawDelay);
  });

  it('what a newer state says', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.state = stateText(8, { visibility_timeout_seconds: 90 });
    world.code = merged;

    const { observed } = await world.scan([], timeOf(60));

    expect(observed(timeout, timeOf(15))).toBe(true);
    expect(observed(delay, timeOf(15))).toBe(false);
  });
});

function problemAt(address: string): LiveReading['unread'][number] {
  return { address, problem: { code: 'read-back-failed', message: 'Denied.' } };
}
