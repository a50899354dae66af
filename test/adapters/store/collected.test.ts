import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCollectedRows } from '../../../src/adapters/store/collected-rows.ts';
import { migrateUp } from '../../../src/adapters/store/migrate.ts';
import { createDatabase } from '../../../src/adapters/store/pglite.ts';
import { createPglitePool } from '../../../src/adapters/store/pglite-pool.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import type { CollectedLog, CollectedPage } from '../../../src/ports/store/collected.ts';
import { describePlaces } from '../../places.ts';
import { freshHistories } from './histories.ts';
import { type Server, startServer } from './server.ts';

const server: Server | undefined = startServer();
afterAll(() => server?.stop());

const time = (minute: number) => new Date(Date.UTC(2026, 2, 14, 0, minute)).toISOString();

function page(ids: readonly string[], more: Partial<CollectedPage> = {}): CollectedPage {
  return {
    source: 'trail',
    cloud: 'aws',
    stream: 'own/us-east-1',
    at: time(100),
    records: ids.map((id, i) => ({
      id,
      eventTime: time(i),
      ingestedAt: time(i),
      digest: '0'.repeat(64),
      raw: JSON.stringify({ id }),
    })),
    ...more,
  };
}

async function rawOf(log: CollectedLog, source = 'trail', since = time(0)) {
  const all: string[] = [];
  for await (const some of log.read(source, since)) all.push(...some);
  return all.map((raw) => JSON.parse(raw).id);
}

/** Opens an empty log for each test. */
interface Backend {
  readonly fresh: () => Promise<CollectedLog>;
  readonly stop: () => Promise<void>;
}

async function openTables(pool: PostgresPool): Promise<Backend> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  expect(await migrateUp(db)).toMatchObject({ ok: true });
  let tenants = 0;
  const fresh = async (): Promise<CollectedLog> => {
    tenants += 1;
    return createCollectedRows(db, `tenant-${tenants}`);
  };
  return { fresh, stop: () => db.destroy() };
}

async function openFolders(): Promise<Backend> {
  const { fresh, stop } = freshHistories();
  return { fresh: async () => (await fresh()).store.collected, stop };
}

const backends: readonly [string, (() => Promise<Backend>) | undefined][] = [
  ['PGlite', async () => openTables(createPglitePool(await createDatabase()))],
  [
    'PostgreSQL',
    server && (async () => openTables(new pg.Pool({ connectionString: server.url, max: 4 }))),
  ],
  ['files', openFolders],
];

describePlaces('collected records', backends, (make) => {
  let backend: Backend;
  const fresh = (): Promise<CollectedLog> => backend.fresh();
  beforeAll(async () => {
    backend = await make();
  });
  afterAll(() => backend.stop());

  it('are stored once, keeping the first of several with the same id', async () => {
    const log = await fresh();
    expect(await log.add(page(['b', 'a', 'a'], { cursor: { done: 1 } }))).toBe(2);
    expect(await log.add(page(['c', 'a'], { cursor: { done: 2 } }))).toBe(1);

    expect(await rawOf(log)).toEqual(['b', 'c', 'a']);
    expect(await log.cursor('trail', 'own/us-east-1')).toEqual({ done: 2 });
    expect(await log.cursor('trail', 'own/eu-central-1')).toBeUndefined();
  });

  it('are stored together with their cursor, or not at all', async () => {
    const log = await fresh();
    const bad = page(['a', 'b'], { cursor: { done: 1 }, at: 'no time' });

    await expect(log.add(bad)).rejects.toThrow();
    expect(await rawOf(log)).toEqual([]);
    expect(await log.cursor('trail', 'own/us-east-1')).toBeUndefined();
  });

  it('from a queue leave the cursor alone', async () => {
    const log = await fresh();
    await log.add(page(['a']));

    expect(await log.cursor('trail', 'own/us-east-1')).toBeUndefined();
  });

  it('are read in order of time and id, beyond the size of one query', async () => {
    const log = await fresh();
    const ids = Array.from({ length: 450 }, (_, i) => `e${String(i).padStart(3, '0')}`);
    const same = page(ids).records.map((record, i) => ({ ...record, eventTime: time(i >> 7) }));
    await log.add(page([], { records: same.toReversed() }));

    expect(await rawOf(log)).toEqual(ids);
    expect(await rawOf(log, 'trail', time(1))).toEqual(ids.slice(128));
  });

  it('preserve every text that a log may contain', async () => {
    const log = await fresh();
    const raw = '{"id":"a","name":"\\u0000 \\ud800 \u2028 é"}';
    const [record] = page(['a']).records;
    if (record === undefined) throw new Error('no record');
    await log.add(page([], { records: [{ ...record, raw }] }));

    for await (const some of log.read('trail', time(0))) expect(some).toEqual([raw]);
  });

  it('belong to a source and a tenant', async () => {
    const log = await fresh();
    await log.add(page(['a']));
    await log.add(page(['a'], { source: 'other' }));

    expect(await log.sources(time(0))).toEqual([
      { source: 'other', cloud: 'aws', records: 1 },
      { source: 'trail', cloud: 'aws', records: 1 },
    ]);
    expect(await (await fresh()).sources(time(0))).toEqual([]);
  });

  it('are dropped by age, for one source only', async () => {
    const log = await fresh();
    await log.add(page(['a', 'b', 'c']));
    await log.add(page(['a'], { source: 'other' }));

    expect(await log.prune('trail', time(2))).toBe(2);
    expect(await log.prune('trail', time(2))).toBe(0);
    expect(await rawOf(log)).toEqual(['c']);
    expect(await rawOf(log, 'other')).toEqual(['a']);
  });

  it('can be added by two collectors at once', async () => {
    const log = await fresh();
    const ids = Array.from({ length: 300 }, (_, i) => `e${i}`);
    const added = await Promise.all([
      log.add(page(ids, { cursor: { done: 1 } })),
      log.add(page(ids.toReversed(), { cursor: { done: 1 } })),
    ]);

    expect(added.reduce((a, b) => a + b, 0)).toBe(300);
  });
});
