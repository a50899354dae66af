import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireLease } from '../../../src/app/lease/lease.ts';
import { lastFailure } from '../../../src/app/reconcile/failure.ts';
import { lastLosses, setAsideIn } from '../../../src/app/reconcile/set-aside.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { fail, type Problem } from '../../../src/model/result.ts';
import type { RunStack } from '../../../src/ports/stack-run.ts';
import { leaseKeys } from '../../../src/ports/store/state/keys.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { collected, createScanBench, type ScanBench } from '../demo-stack.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';

const tooLong: Problem = { code: 'run-timeout', message: 'It took too long.', hint: 'Look.' };
const tooLarge: Problem = { code: 'run-memory', message: 'It was too large.', hint: 'Look.' };
const unreadable: Problem = { code: 'syntax-error', message: 'It is broken.', hint: 'Mend it.' };

let store: TestServiceStore;
let bench: ScanBench;
let key = { tenant: 't0', stack: 'shop' };
let tests = 0;
let runs = 0;

beforeAll(async () => {
  store = await openTestServiceStore();
});

afterAll(() => store.stop());

beforeEach(() => {
  key = { tenant: `t${++tests}`, stack: 'shop' };
  runs = 0;
  bench = createScanBench({
    store: store.store,
    stack: ({ path }) =>
      Stack.parse({
        ...{ name: 'shop', tenant: key.tenant, repository: path, root: 'prod' },
        ...{ sources: ['trail'], notify: ['ops'] },
      }),
  });
  bench.repository.commit(stackFiles('prod', 'shop', 1));
});

afterEach(async () => {
  await bench.jobs();
  await bench.close();
});

/** A scan whose run fails with this problem. */
const ending =
  (problem: Problem): ((job?: object) => ReturnType<ScanBench['scan']>) =>
  (job = {}) => {
    const run: RunStack = async () => {
      runs += 1;
      return fail(problem);
    };
    return bench.scan(job, { run });
  };
const lost = ending(tooLong);

const setAside = () => setAsideIn(store.store.lastSeen, key.tenant);
const kinds = () => bench.news.map(({ kind }) => kind);

async function record(id: string, source = 'trail'): Promise<void> {
  const time = Date.parse('2026-03-14T03:00:00Z');
  const change = { id, stack: 'shop', queue: 0, timeout: 45, time, user: 'maria' };
  await bench.addRecords(collected([changeRecord(change)]), source);
}

describe('a stack whose run is lost', () => {
  it('is retried by the queue, then set aside with the reason, and people are notified', async () => {
    expect(await lost()).toEqual(fail(tooLong));
    expect([await setAside(), await lastFailure(store.store.lastSeen, key)]).toEqual([
      [],
      undefined,
    ]);

    expect(await ending(tooLarge)()).toEqual({ ok: true, value: undefined });

    expect(await setAside()).toEqual(['shop']);
    expect(await lastFailure(store.store.lastSeen, key)).toMatchObject({
      code: 'stack-set-aside',
      message: expect.stringContaining('2 runs of it were lost. It was too large.'),
      hint: expect.stringContaining('when somebody asks'),
    });
    expect((await bench.jobs()).map(({ queue }) => queue)).toEqual(['notify']);
    expect(kinds()).toEqual(['lost', 'lost', 'set-aside']);
  });

  it.each(['schedule', 'events', 'push', 'confirm'])('is not run for %s', async (cause) => {
    await lost();
    await lost();

    expect(await lost({ cause })).toEqual({ ok: true, value: undefined });

    expect(runs).toBe(2);
    expect(bench.news.at(-1)).toMatchObject({ kind: 'set-aside', isNew: false });
  });

  it.each([
    ['its code has another head', async () => void bench.repository.commit({ 'a.md': 'x\n' }), 3],
    ['it has new records', () => record('e1'), 3],
    ['another source has new records', () => record('e2', 'other'), 2],
  ])('runs again only for news of its own: %s', async (_, change, expected) => {
    await lost();
    await lost();
    await change();

    await lost();

    expect(runs).toBe(expected);
  });

  it('comes back when a person asks, and is cleared once that run succeeds', async () => {
    await lost();
    await lost();

    expect(await bench.scan({ cause: 'person' })).toEqual({ ok: true, value: undefined });

    expect(await setAside()).toEqual([]);
    expect(await lastLosses(store.store.lastSeen, key)).toBeUndefined();
    expect(await lastFailure(store.store.lastSeen, key)).toBeUndefined();
    expect(kinds().at(-1)).toBe('recorded');
  });

  it('is set aside at once when it is lost again, and for longer each time', async () => {
    await lost();
    await lost();
    bench.repository.commit({ 'a.md': 'a\n' });
    expect((await lost()).ok).toBe(true);
    bench.repository.commit({ 'a.md': 'b\n' });

    await lost();
    expect(runs).toBe(3);
    bench.setNow('2026-03-14T04:16:00.000Z');
    await lost();
    expect(runs).toBe(4);

    bench.repository.commit({ 'a.md': 'c\n' });
    bench.setNow('2026-03-14T04:32:00.000Z');
    await lost();
    expect(runs).toBe(4);
    await lost({ cause: 'person' });
    expect(runs).toBe(5);
  });

  it('is not counted twice if it failed in another way in between', async () => {
    await lost();
    await ending(unreadable)();

    expect(await lost()).toEqual(fail(tooLong));
    expect(await setAside()).toEqual([]);
  });

  it('counts as lost if its worker died with it', async () => {
    const turn = () =>
      acquireLease(
        { store: store.store, now: () => '2026-03-14T03:00:00.000Z' },
        { tenant: key.tenant, key: leaseKeys.run('shop'), job: 'of-the-dead' },
      );
    await turn();
    expect(await lost({ cause: 'person' })).toEqual({ ok: true, value: undefined });

    expect(runs).toBe(1);
    expect(await setAside()).toEqual(['shop']);

    // The request was made before the run was lost once more.
    await turn();
    await lost({ cause: 'person' });
    expect(runs).toBe(1);
    expect(bench.news.at(-1)).toMatchObject({
      kind: 'set-aside',
      problem: { message: expect.stringContaining('was killed, or stopped responding') },
    });
  });
});
