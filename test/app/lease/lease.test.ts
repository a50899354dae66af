import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireLease } from '../../../src/app/lease/lease.ts';
import { leaseKeys } from '../../../src/ports/store/state/keys.ts';
import type { LeaseLog } from '../../../src/ports/store/state/types.ts';
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

function take(job: string, leases: LeaseLog = opened.store.leases) {
  return acquireLease(
    { store: { leases }, now: () => now },
    { tenant, key: leaseKeys.run('work'), job },
  );
}

describe('a lease', () => {
  it.each([
    ['another job, while it lasts', 'b', soon, false],
    ['another job, without a sign of life', 'b', beyondLease, true],
    ['the same job, whose worker was lost', 'a', soon, true],
  ])('is granted only once it is free or lost: %s', async (_, job, later, isTaken) => {
    await take('a');
    now = later;
    expect((await take(job)) !== undefined).toBe(isTaken);
  });

  it('is free once it is released', async () => {
    const first = await take('a');
    await first?.release();
    expect(await take('b')).toBeDefined();
  });

  it('is not taken from its new holder when the one that lost it releases it', async () => {
    const first = await take('a');
    now = beyondLease;
    await take('b');
    await first?.release();
    expect(await take('c')).toBeUndefined();
  });

  it('goes to only one of several jobs that find it abandoned at once', async () => {
    await take('a');
    now = beyondLease;
    const { leases } = opened.store;
    let waiting = 3;
    let go = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      go = resolve;
    });
    // All jobs have seen the old lease before any of them takes it.
    const together: LeaseLog = {
      ...leases,
      async get(...args) {
        const found = await leases.get(...args);
        waiting -= 1;
        if (waiting === 0) go();
        await all;
        return found;
      },
    };
    const held = await Promise.all(['b', 'c', 'd'].map((job) => take(job, together)));
    expect(held.filter((lease) => lease !== undefined)).toHaveLength(1);
  });
});
