import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateUp } from '../../../src/adapters/store/migrate.ts';
import { createServiceStore } from '../../../src/adapters/store/service/service-store.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { describePlaces } from '../../places.ts';
import { live } from './growth.ts';
import { startBackends } from './service-backends.ts';
import { proposalOf, serviceRun } from './service-runs.ts';

const backends = startBackends();
afterAll(() => backends.stop());

const minutes = (count: number): string =>
  new Date(Date.UTC(2026, 4, 1) + count * 60_000).toISOString();

describePlaces('scans that find nothing new', backends.list, (connect) => {
  let db: Kysely<Tables>;
  let store: ServiceStore;
  beforeAll(async () => {
    db = await connect();
    expect(await migrateUp(db)).toMatchObject({ ok: true });
    store = createServiceStore(db, () => db.destroy());
  });
  afterAll(() => store.close());

  const keep = async (stack: string, count: number, names: readonly string[] = ['one']) => {
    const run = serviceRun({ startedAt: minutes(count), intents: names, time: minutes(0) });
    return (await store.runs.keep({ tenant: 'acme', stack }, run, () => [])).id;
  };
  const listed = async (stack: string) =>
    (await store.runs.list({ tenant: 'acme', stack }, { limit: 100 })).items;

  it('leave the first, which counts them, those of the last hour, and the latest', async () => {
    const ids: string[] = [];
    for (let scan = 0; scan < 12; scan += 1) ids.push(await keep('calm', scan * 15));

    const runs = await listed('calm');

    expect(runs.map(({ id }) => id)).toEqual([ids[0], ...ids.slice(7)].reverse());
    expect(runs.at(-1)).toMatchObject({ unchanged: { scans: 6, until: minutes(90) } });
    expect(runs.slice(0, -1).some(({ unchanged }) => unchanged !== undefined)).toBe(false);
    const key = { tenant: 'acme', stack: 'calm' };
    expect((await store.runs.latest(key))?.report.startedAt).toBe(minutes(165));
    const drifts = await sql<{ count: string }>`
      select count(*) from drifts where stack = 'calm'`.execute(db);
    expect(Number(drifts.rows[0]?.count)).toBe(runs.length);
  });

  it('end when something else is found, even if it was found before', async () => {
    const found = ['one', 'one', 'one', 'two', 'one', 'one', 'one'];
    const ids: string[] = [];
    for (const [at, name] of found.entries()) ids.push(await keep('restless', at * 120, [name]));

    const left = (await listed('restless')).map(({ id }) => id).reverse();

    expect(left).toEqual([ids[0], ids[2], ids[3], ids[4], ids[6]]);
  });

  it('leave the run for which an open proposal was last written', async () => {
    const key = { tenant: 'acme', stack: 'proposed' };
    const first = await keep('proposed', 0);
    const second = await keep('proposed', 120);
    await store.proposals.put(proposalOf(key.tenant, key.stack, 1, { run: second }));
    for (const at of [240, 360, 480]) await keep('proposed', at);

    const runs = await listed('proposed');

    expect(runs.map(({ startedAt }) => startedAt).reverse()).toEqual([0, 120, 480].map(minutes));
    expect(runs.at(-1)).toMatchObject({ id: first, unchanged: { scans: 2 } });
  });

  it('cost a few rows per change, and none per scan, over days', async () => {
    const rows: Record<string, number>[] = [];
    await live(store, { stacks: 2, days: 4, scans: 12, changes: 1, records: 4 }, async () => {
      const counts: Record<string, number> = {};
      for (const table of ['runs', 'drifts', 'decisions', 'intents', 'open_drifts'] as const) {
        const found = await sql<{ count: string }>`
          select count(*) from ${sql.table(table)} where stack like 'stack-%'`.execute(db);
        counts[table] = Number(found.rows[0]?.count);
      }
      rows.push(counts);
    });

    const [, second = {}, third = {}, fourth = {}] = rows;
    // The first and the last scan of each stack stay for each day, with three drifted resources
    // each.
    expect(grown(second, third)).toEqual({
      runs: 4,
      drifts: 12,
      decisions: 12,
      intents: 6,
      open_drifts: 0,
    });
    expect(grown(third, fourth)).toEqual(grown(second, third));
  });
});

function grown(before: Record<string, number>, after: Record<string, number>) {
  return Object.fromEntries(
    Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]),
  );
}
