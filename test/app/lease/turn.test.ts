import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireLease } from '../../../src/app/lease/lease.ts';
import type { MarkLog } from '../../../src/ports/store/service-store.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';

const soon = '2026-03-14T04:00:10.000Z';
const beyondLease = '2026-03-14T04:03:00.000Z';

let opened: TestServiceStore;
let now = '';
let tests = 0;
let tenant = '';

beforeAll(async () => {
  opened = await openTestServiceStore();
});

afterAll(() => opened.stop());

beforeEach(() => {
  tenant = `t${++tests}`;
  now = '2026-03-14T04:00:00.000Z';
});

function take(job: string, marks: MarkLog = opened.store.marks) {
  return acquireLease({ store: { marks }, now: () => now }, { tenant, key: 'work', job });
}

describe('a turn', () => {
  it.each([
    ['another job, while it lasts', 'b', soon, false],
    ['another job, without a sign of life', 'b', beyondLease, true],
    ['the same job, whose worker was lost', 'a', soon, true],
  ])('goes to %s', async (_, job, later, isTaken) => {
    await take('a');
    now = later;
    expect((await take(job)) !== undefined).toBe(isTaken);
  });

  it('is free for the next when it is given back', async () => {
    const first = await take('a');
    await first?.release();
    expect(await take('b')).toBeDefined();
  });

  it('that was lost takes nothing from who has it now', async () => {
    const first = await take('a');
    now = beyondLease;
    await take('b');
    await first?.release();
    expect(await take('c')).toBeUndefined();
  });

  it('goes to one of many that find it abandoned at once', async () => {
    await take('a');
    now = beyondLease;
    const { marks } = opened.store;
    let waiting = 3;
    let go = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      go = resolve;
    });
    // Everybody has seen the old mark before anybody takes it away.
    const together: MarkLog = {
      ...marks,
      async get(...args) {
        const found = await marks.get(...args);
        waiting -= 1;
        if (waiting === 0) go();
        await all;
        return found;
      },
    };
    const turns = await Promise.all(['b', 'c', 'd'].map((job) => take(job, together)));
    expect(turns.filter((turn) => turn !== undefined)).toHaveLength(1);
  });
});
