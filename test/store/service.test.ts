import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServiceStore, type TestServiceStore } from './service-store.ts';

let opened: TestServiceStore;
beforeAll(async () => {
  opened = await openTestServiceStore();
});
afterAll(() => opened.stop());

it('has all tables and no rows', async () => {
  const { store } = opened;

  expect(await store.isReady()).toBe(true);
  expect(await store.runs.list({ tenant: 'acme' }, { limit: 3 })).toEqual({ items: [] });
  expect(await store.outbox.pending(10)).toEqual([]);
});
