import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSource } from '../../../src/adapters/collect/sources.ts';
import { type CollectEvent, createCollectHandler } from '../../../src/app/collect/handler.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { SourceSettings } from '../../../src/config/sources.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { history } from '../../adapters/collect/records.ts';
import { type History, startHistory } from '../../adapters/collect/servers/cloudtrail.ts';
import { fakePace } from '../../adapters/collect/timer.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';

const start = Date.UTC(2026, 2, 14);
const now = new Date(start + 20 * 3_600_000).toISOString();

let test: TestServiceStore;
let server: History;
let tenant = 't0';
let tests = 0;
let news: CollectEvent[];

beforeAll(async () => {
  test = await openTestServiceStore();
});

afterAll(() => test.stop());

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-real-secret');
  server = await startHistory(history(120, start));
  tenant = `t${++tests}`;
  news = [];
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

function stack(name: string, more: object = {}): Stack {
  return Stack.parse({ name, tenant, repository: '/srv/shop.git', ...more });
}

function collect(store: Pick<ServiceStore, 'collected' | 'claims' | 'outbox'> = test.store) {
  const settings = SourceSettings.parse({
    name: 'history',
    tenant,
    kind: 'cloudtrail-lookup',
    regions: ['us-east-1'],
    endpoint: server.url,
    since: '1d',
  });
  const handler = createCollectHandler({
    store,
    stacks: [
      stack('every'),
      stack('own', { sources: ['history', 'x'] }),
      stack('none', { sources: ['x'] }),
      stack('foreign', { tenant: 'elsewhere' }),
    ],
    source: (_, name) =>
      name === 'history'
        ? createSource(settings, { env: {}, timer: fakePace(), now: () => now })
        : undefined,
    now: () => now,
    onEvent: (one) => news.push(one),
  });
  return (source = 'history') => handler({ tenant, source }, new AbortController().signal, 'j');
}

async function jobs() {
  const pending = await test.store.outbox.pending(100);
  await test.store.outbox.done(pending.map(({ seq }) => seq));
  return pending.map(({ queue, job }) => ({ queue, job }));
}

async function recorded(): Promise<number> {
  const found = await test.store.collected(tenant).sources('2026-01-01T00:00:00.000Z');
  return found.reduce((sum, { records }) => sum + records, 0);
}

const followUps = () =>
  ['every', 'own'].map((name) => ({
    queue: 'reconcile',
    job: { tenant, stack: name, cause: 'events', until: now },
  }));

describe('a round of collecting', () => {
  it('triggers scans of the stacks of its source if there are new records', async () => {
    expect(await collect()()).toEqual({ ok: true, value: undefined });
    expect(await recorded()).toBe(120);
    expect(await jobs()).toEqual(followUps());

    expect(await collect()()).toEqual({ ok: true, value: undefined });
    expect(await jobs()).toEqual([]);
    expect(news.map((one) => one.kind)).toEqual(['collected', 'collected']);
  });

  it('makes up for one that was killed between storing records and queuing jobs', async () => {
    const { collected, claims } = test.store;
    const put = () => Promise.reject(new Error('killed'));
    const dying = collect({ collected, claims, outbox: { ...test.store.outbox, put } });
    await expect(dying()).rejects.toThrow('killed');
    expect(await recorded()).toBe(120);
    expect(await jobs()).toEqual([]);

    await collect()();
    expect(await jobs()).toEqual(followUps());
    await collect()();
    expect(await jobs()).toEqual([]);
  });

  it('fails together with its source, and succeeds when tried again', async () => {
    await server.stop();
    const failed = await collect()();
    expect(failed).toMatchObject({
      ok: false,
      error: { code: expect.stringContaining('collect') },
    });
    server = await startHistory(history(3, start));
    expect((await collect()()).ok).toBe(true);
    expect(await recorded()).toBe(3);
    expect(await jobs()).toEqual(followUps());
  });

  it('does nothing for a source that the settings no longer have', async () => {
    expect(await collect()('gone')).toEqual({ ok: true, value: undefined });
    expect(news).toEqual([{ tenant, source: 'gone', kind: 'unknown-source' }]);
  });
});
