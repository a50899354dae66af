import { afterAll, describe, expect, it } from 'vitest';
import type { LiveReading, LiveResource } from '../../src/code/terraform/run/live.ts';
import { formatPath } from '../../src/model/path.ts';
import { ok, type Result } from '../../src/model/result.ts';
import type { ReadBackRequest } from '../../src/reconcile/drift/read-back.ts';
import type { RunResult } from '../../src/reconcile/run-types.ts';
import { acceptAllPolicy } from '../../src/stages/arbitration/policies/accept-all.ts';
import { removeFolders } from '../entry/cli/parley.ts';
import type { FlatInput } from './flat-input.ts';
import { type Act, code, createWorld, recordOf, stateText, timeOf } from './memory/memory-world.ts';

afterAll(removeFolders);

const queue = 'aws_sqs_queue.orders';
const raised: Act = { minute: 10, who: 'maria', what: { kind: 'timeout', value: 90 } };
const noon = timeOf(12 * 60);

/** A provider that reads the queue with another timeout; undefined for the timeout of the state. */
function provider(
  timeout: number | undefined,
  unread: LiveReading['unread'] = [],
): { readonly input: Partial<FlatInput>; readonly asked: ReadBackRequest['addresses'][] } {
  const asked: ReadBackRequest['addresses'][] = [];
  const changed: [string, LiveResource][] = [];
  if (timeout !== undefined) {
    const [{ instances }] = JSON.parse(stateText()).resources;
    const attributes = { ...instances[0].attributes, visibility_timeout_seconds: timeout };
    const resource = { kind: 'changed', address: queue, type: 'aws_sqs_queue' } as const;
    changed.push([queue, { ...resource, attributes, secrets: [] }]);
  }
  return {
    asked,
    input: {
      pending: { windowMs: 30 * 60_000, seen: [] },
      readBack: {
        everything: true,
        confirms: true,
        read: async ({ addresses }): Promise<Result<LiveReading>> => {
          asked.push(addresses);
          return ok({ changed: new Map(changed), unread });
        },
      },
    },
  };
}

const baselineOf = (timeout: number | undefined, unread?: LiveReading['unread']) => ({
  ...provider(timeout, unread).input,
  isBaseline: true,
});

function openIn({ report }: RunResult): readonly string[] {
  return (report.openDrifts ?? []).map(
    ({ address, path, state }) => `${address} ${formatPath(path)} ${state}`,
  );
}

describe('a baseline', () => {
  it('finds differences by nobody known, without waiting for an event', async () => {
    const world = await createWorld();

    const { report } = await world.scan([], noon, baselineOf(90));

    expect(report.pending).toBeUndefined();
    expect(report.inputs.baseline).toBe(noon);
    expect(report.openDrifts).toMatchObject([
      {
        address: queue,
        path: ['visibility_timeout_seconds'],
        lastConfirmed: { at: noon, how: 'read-back' },
        evidence: [{ operation: 'Baseline', actor: 'unknown' }],
      },
    ]);
    expect(report.intents).toMatchObject([{ actor: { class: 'unknown' } }]);
    expect(report.intents[0]?.summary).toMatch(/\(it differs since before the log begins\)$/);
    expect(report.decisions).toMatchObject([{ verdict: { outcome: 'escalate' } }]);
  });

  it('says the same when it is taken again, and in runs that read nothing', async () => {
    const world = await createWorld();
    const first = await world.scan([], noon, baselineOf(90));
    const { memory } = world;

    const again = await world.scan([], noon, baselineOf(90));
    const later = await world.scan([], timeOf(12 * 60 + 1));

    expect(openIn(again)).toEqual([`${queue} visibility_timeout_seconds open`]);
    expect(openIn(later)).toEqual(openIn(again));
    expect(again.report.intents).toEqual(first.report.intents);
    expect(later.report.intents).toEqual(first.report.intents);
    expect(later.report.pending).toBeUndefined();
    expect(later.report.inputs.baseline).toBe(noon);
    expect(world.memory.events).toEqual(memory.events);
  });

  it('says who it was when older records come, and keeps the time it was first seen', async () => {
    const world = await createWorld();
    await world.scan([], noon, baselineOf(90));

    const { report } = await world.scan([recordOf(raised, 1)], timeOf(13 * 60));

    expect(report.openDrifts).toMatchObject([
      { state: 'open', firstSeen: noon, evidence: [{ operation: 'SetQueueAttributes' }] },
    ]);
    expect(report.intents).toMatchObject([{ actor: { class: 'human' } }]);
    expect(report.intents[0]?.summary).not.toContain('before the log');
  });

  it('ends the wait of what an earlier reading found', async () => {
    const world = await createWorld();
    const scan = await world.scan([], timeOf(12 * 60 - 5), provider(90).input);
    expect(scan.report.pending).toHaveLength(1);

    await world.scan([], noon, baselineOf(90));
    const later = await world.scan([], timeOf(12 * 60 + 1));

    expect(openIn(later)).toEqual([`${queue} visibility_timeout_seconds open`]);
    expect(later.report.pending).toBeUndefined();
  });

  it('names what could not be read, and covers the rest', async () => {
    const world = await createWorld();
    const address = 'aws_security_group.web';
    const problem = { code: 'read-back-failed', message: 'The provider could not read it: denied' };

    const { report, unexplained } = await world.scan(
      [],
      noon,
      baselineOf(90, [{ address, problem }]),
    );

    expect(report.openDrifts).toHaveLength(1);
    expect(report.unresolved).toContainEqual(
      expect.objectContaining({ code: 'read-back-failed', address }),
    );
    expect(unexplained?.read).toEqual([queue]);
  });

  it('counts only for its own state, and only if the read-back succeeded', async () => {
    const world = await createWorld();
    const failed = await world.scan([], noon, {
      ...baselineOf(undefined),
      readBack: {
        everything: true,
        confirms: true,
        read: async () => ({ ok: false, error: { code: 'read-back-failed', message: 'No.' } }),
      },
    });
    expect(failed.report.inputs.baseline).toBeUndefined();
    await world.scan([], noon, baselineOf(undefined));

    world.state = world.state.replace('3f1c7a52', '4f1c7a52');
    const other = await world.scan([], timeOf(13 * 60));

    expect(other.report.inputs.baseline).toBeUndefined();
  });
});

describe('a read-back', () => {
  it.each([
    [true, [queue]],
    [false, []],
  ])('that confirms (%s) asks about what is open', async (confirms, addresses) => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    const { input, asked } = provider(90);
    const readBack = input.readBack && { ...input.readBack, everything: false, confirms };

    const result = await world.scan([], noon, { ...input, ...(readBack && { readBack }) });

    expect(asked).toEqual(addresses.length === 0 ? [] : [addresses]);
    expect(openIn(result)).toEqual([`${queue} visibility_timeout_seconds open`]);
  });

  it('of an earlier run suffices for writing, until something changes the field', async () => {
    const world = await createWorld();
    const silent = (): Partial<FlatInput> => {
      const { input } = provider(90);
      const { readBack } = input;
      const only = readBack && { ...readBack, everything: false, confirms: false };
      return { ...input, policy: acceptAllPolicy, ...(only && { readBack: only }) };
    };
    await world.scan([recordOf(raised, 1)], timeOf(15));
    const unread = await world.scan([], timeOf(20), silent());
    expect(unread.patched).toEqual([]);
    expect(unread.report.unresolved.map((each) => each.code)).toContain('not-confirmed');

    await world.scan([], timeOf(30), provider(90).input);
    const read = await world.scan([], timeOf(40), silent());
    expect(read.patched).toHaveLength(1);
  });

  it('closes what was put back without an event', async () => {
    const world = await createWorld();
    await world.scan([], noon, baselineOf(90));

    const back = await world.scan([], timeOf(13 * 60), provider(undefined).input);

    expect(back.report.closedDrifts).toMatchObject([{ address: queue, reason: 'went-back' }]);
    expect(code).toContain('= 30');
  });
});
