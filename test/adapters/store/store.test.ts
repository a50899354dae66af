import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasStore, type StoreLocation } from '../../../src/adapters/store/location.ts';
import { migrateTo, migrateUp } from '../../../src/adapters/store/migrate.ts';
import { openStore } from '../../../src/adapters/store/open.ts';
import { createDatabase } from '../../../src/adapters/store/pglite.ts';
import { createPglitePool } from '../../../src/adapters/store/pglite-pool.ts';
import { createStore } from '../../../src/adapters/store/store.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import type { Intent } from '../../../src/model/intent.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { LifecycleStep } from '../../../src/model/lifecycle.ts';
import type { Report } from '../../../src/model/report.ts';
import type { RunRecord, Store } from '../../../src/ports/store/run-store.ts';
import { codeManager, type LedgerEntry, ledgerEntry } from '../../../src/stages/ledger/entry.ts';
import { describePlaces, type Places } from '../../places.ts';
import { freshHistories } from './histories.ts';
import { type Server, startServer } from './server.ts';

const server: Server | undefined = startServer();
afterAll(() => server?.stop());

const maria = { id: 'arn:user/maria', name: 'maria', class: 'human' } as const;
const type = 'aws_sqs_queue';

function wrote(address: string, minute: number, value: number): LedgerEntry {
  return ledgerEntry({
    kind: 'update',
    time: `2026-03-14T02:${String(minute).padStart(2, '0')}:00Z`,
    address,
    type,
    manager: maria,
    reason: 'Raised the timeout',
    evidence: [`e${minute}`],
    writes: [{ path: ['delay_seconds'], value: { kind: 'value', value } }],
  });
}

function declares(address: string, time: string, config: JsonObject) {
  const base = { time, address, type, manager: codeManager, reason: 'declared', evidence: [] };
  return {
    before: ledgerEntry({
      ...base,
      time: '2026-03-14T00:00:00Z',
      kind: 'apply',
      config,
      hidden: [],
      mode: 'free',
      before: true,
    } as const),
    now: ledgerEntry({ ...base, kind: 'apply', config, hidden: [], mode: 'free' } as const),
  };
}

const intent: Intent = {
  id: 'i-000000000001',
  actor: {
    class: 'human',
    principal: maria.id,
    name: maria.name,
    signature: 'sso',
    evidence: 'trusted',
  },
  summary: 'Raised the timeout',
  purpose: 'change',
  confidence: 1,
  rule: 'generic',
  drifts: [],
  wants: [],
  window: { from: '2026-03-14T02:00:00Z', to: '2026-03-14T02:00:00Z' },
};

function runAt(
  startedAt: string,
  intents: readonly Intent[] = [],
  steps: readonly LifecycleStep[] = [],
  more: Partial<RunRecord> = {},
): RunRecord {
  const report: Report = {
    schema: 'parley/report/v1',
    tool: { name: 'parley', version: '0' },
    startedAt,
    policy: 'default',
    inputs: { events: { read: 0, kept: 0, dropped: {} }, state: { serial: 1, resources: 0 } },
    drifts: [],
    intents,
    decisions: [],
    patches: [],
    proposals: [],
    unresolved: [],
    reverted: [],
    tokens: { prompt: 0, completion: 0 },
    timings: {},
  };
  return {
    command: 'scan',
    report,
    steps: new Map(intents.map(({ id }) => [id, steps])),
    ledger: { entries: [], declarations: [] },
    assess: () => undefined,
    ...more,
  };
}

const understood: LifecycleStep = { event: 'understood', because: 'known' };
const enforced: LifecycleStep = { event: 'enforced', because: 'written' };

const pools: Places<() => Promise<PostgresPool>> = [
  ['PGlite', async () => createPglitePool(await createDatabase())],
  ['PostgreSQL', server && (async () => new pg.Pool({ connectionString: server.url, max: 4 }))],
];

/** Opens a store for each test that does not see what other tests write. */
interface Backend {
  readonly fresh: () => Promise<Store>;
  readonly stop: () => Promise<void>;
}

async function openTables(pool: PostgresPool): Promise<Backend & { readonly db: Kysely<Tables> }> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // Up, down and up again: migrating down must leave nothing that breaks the way up.
  expect(await migrateUp(db)).toMatchObject({ ok: true });
  expect(await migrateTo(db)).toMatchObject({ ok: true });
  expect(await migrateUp(db)).toMatchObject({ ok: true });
  expect(await migrateUp(db)).toMatchObject({ ok: true });
  let tenants = 0;
  const fresh = async (): Promise<Store> => {
    tenants += 1;
    const key = { tenant: `tenant-${tenants}`, stack: 'default' };
    return createStore(db, key, async () => undefined);
  };
  return { db, fresh, stop: () => db.destroy() };
}

async function openFolders(): Promise<Backend> {
  const { fresh, stop } = freshHistories();
  return { fresh: async () => (await fresh()).store, stop };
}

const backends: Places<() => Promise<Backend>> = [
  ...pools.map(([name, make]) => [name, make && (async () => openTables(await make()))] as const),
  ['files', openFolders],
];

describePlaces('the store', backends, (make) => {
  let backend: Backend;
  const fresh = (): Promise<Store> => backend.fresh();
  beforeAll(async () => {
    backend = await make();
  });
  afterAll(() => backend.stop());

  it('keeps runs as they were reported', async () => {
    const store = await fresh();
    const first = await store.recordRun(runAt('2026-03-14T03:00:00.000Z'));
    const second = await store.recordRun(runAt('2026-03-15T03:00:00.000Z'));
    expect(await store.runs()).toEqual([first, second]);
    expect(await store.runs('2026-03-15T00:00:00Z')).toEqual([second]);
  });

  it('records an identical run once', async () => {
    const store = await fresh();
    const record = runAt('2026-03-14T03:00:00.000Z', [intent], [understood], {
      ledger: { entries: [wrote('q.a', 1, 5)], declarations: [] },
    });
    await store.recordRun(record);
    await store.recordRun(record);
    expect(await store.runs()).toHaveLength(1);
    expect(await store.transitions(intent.id)).toHaveLength(1);
    expect(await store.ledger('q.a')).toHaveLength(1);
  });

  it('moves intents on, and records every transition', async () => {
    const store = await fresh();
    await store.recordRun(runAt('2026-03-14T03:00:00.000Z', [intent], [understood]));
    await store.recordRun(runAt('2026-03-14T04:00:00.000Z', [intent], [understood, enforced]));
    const kept = runAt('2026-03-15T03:00:00.000Z', [], [], {
      assess: () => ({ event: 'kept', because: 'the code says so still' }),
    });
    await store.recordRun(kept);
    await store.recordRun({
      ...kept,
      report: { ...kept.report, startedAt: '2026-03-16T03:00:00.000Z' },
    });
    expect(await store.intents()).toMatchObject([
      { state: 'assured', firstSeen: '2026-03-14T03:00:00.000Z', intent },
    ]);
    const steps = await store.transitions(intent.id);
    expect(steps.map(({ from, to }) => `${from} -> ${to}`)).toEqual([
      'ingested -> translated',
      'translated -> in-force',
      'in-force -> assured',
    ]);
  });

  it('reads the ledger of a resource, of its instances and of a module', async () => {
    const store = await fresh();
    const addresses = ['module.a.q.b["x"]', 'module.a.q.b["y"]', 'module.a.q.bb', 'module.ab.q.b'];
    await store.appendLedger(addresses.map((address) => wrote(address, 1, 5)));
    const at = async (address: string) => (await store.ledger(address)).map((each) => each.address);
    expect(await at('module.a.q.b["x"]')).toEqual([addresses[0]]);
    expect((await at('module.a.q.b')).sort()).toEqual(addresses.slice(0, 2));
    expect((await at('module.a')).sort()).toEqual(addresses.slice(0, 3));
    expect(await store.addresses()).toEqual([...addresses].sort());
  });

  it('adds a declaration if it is new, or after another party wrote', async () => {
    const store = await fresh();
    const record = (day: number, config: JsonObject, entries: readonly LedgerEntry[] = []) =>
      store.recordRun(
        runAt(`2026-03-${day}T03:00:00.000Z`, [], [], {
          ledger: {
            entries,
            declarations: [declares('q.a', `2026-03-${day}T03:00:00.000Z`, config)],
          },
        }),
      );
    const kinds = async () =>
      (await store.ledger('q.a')).map(({ kind, time }) => `${kind} ${time.slice(8, 13)}`);
    await record(14, { delay_seconds: 1 }, [wrote('q.a', 1, 5)]);
    expect(await kinds()).toEqual(['apply 14T00', 'update 14T02', 'apply 14T03']);
    await record(15, { delay_seconds: 1 });
    expect(await kinds()).toHaveLength(3);
    await record(16, { delay_seconds: 5 });
    expect(await kinds()).toHaveLength(4);
  });

  it('accepts many entries and any text', async () => {
    const store = await fresh();
    const many = Array.from({ length: 2500 }, (_, i) => wrote(`q.a[${i}]`, i % 60, i));
    await store.appendLedger([...many, ...many.slice(0, 10)]);
    expect(await store.ledger('q.a')).toHaveLength(2500);
    const odd = 'a\0b\u{d800}c\u202e';
    const body = JSON.parse(JSON.stringify({ text: odd, ['__proto__']: { x: 1 } }));
    await store.declareIntent({ id: odd, time: '2026-03-14T02:00:00.000Z', body });
    const [found] = await store.declaredIntents();
    expect(found?.body).toEqual(body);
  });

  it('keeps feedback, replaces declarations and removes knowledge', async () => {
    const store = await fresh();
    const document = (id: string, n: number) => ({
      id,
      time: '2026-03-14T02:00:00.000Z',
      body: { n },
    });
    await store.appendFeedback([document('a', 1), document('b', 1)]);
    await store.appendFeedback([document('a', 2)]);
    expect(await store.feedback()).toEqual([document('a', 1), document('b', 1)]);
    await store.declareIntent(document('a', 1));
    await store.declareIntent(document('a', 2));
    expect(await store.declaredIntents()).toEqual([document('a', 2)]);
    await store.putKnowledge(document('a', 1));
    await store.putKnowledge(document('b', 1));
    await store.removeKnowledge('a');
    expect(await store.knowledge()).toEqual([document('b', 1)]);
  });

  it('shows a tenant nothing of other tenants', async () => {
    const [one, other] = [await fresh(), await fresh()];
    await one.recordRun(
      runAt('2026-03-14T03:00:00.000Z', [intent], [understood], {
        ledger: { entries: [wrote('q.a', 1, 5)], declarations: [] },
      }),
    );
    expect([
      await other.runs(),
      await other.intents(),
      await other.ledger('q.a'),
      await other.addresses(),
      await other.transitions(intent.id),
    ]).toEqual([[], [], [], [], []]);
  });

  it('keeps a whole run or nothing', async () => {
    const store = await fresh();
    const broken = runAt('2026-03-14T03:00:00.000Z', [intent], [understood], {
      ledger: { entries: [{ ...wrote('q.a', 1, 5), time: 'never' }], declarations: [] },
    });
    await expect(store.recordRun(broken)).rejects.toThrow();
    expect(await store.runs()).toEqual([]);
    expect(await store.intents()).toEqual([]);
  });

  it('loses nothing that is written concurrently', async () => {
    const store = await fresh();
    const writes = Array.from({ length: 20 }, (_, i) => store.appendLedger([wrote('q.a', i, i)]));
    await Promise.all(writes);
    expect(await store.ledger('q.a')).toHaveLength(20);
  });
});

describePlaces('the tables', pools, (make) => {
  let tables: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    tables = await openTables(await make());
  });
  afterAll(() => tables.stop());

  it.each(['ledger_entries', 'feedback', 'intent_transitions'] as const)(
    'never rewrites %s',
    async (table) => {
      const store = await tables.fresh();
      await store.recordRun(
        runAt('2026-03-14T03:00:00.000Z', [intent], [understood], {
          ledger: { entries: [wrote('q.a', 1, 5)], declarations: [] },
        }),
      );
      await store.appendFeedback([{ id: 'a', time: '2026-03-14T02:00:00.000Z', body: {} }]);
      const update = sql`update ${sql.table(table)} set tenant = 'other'`.execute(tables.db);
      await expect(update).rejects.toThrow('only ever added');
      await expect(sql`delete from ${sql.table(table)}`.execute(tables.db)).rejects.toThrow(
        'only ever',
      );
    },
  );
});

describe('opening a store', () => {
  const options = { tenant: 'default', timeout: 0 };
  let folder: string;
  let location: StoreLocation;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-store-'));
    location = { kind: 'folder', path: folder };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('creates one in the folder, locks others out, and finds it again', async () => {
    expect(await hasStore(location)).toBe(false);
    const first = await openStore(location, options);
    if (!first.ok) throw new Error(first.error.message);
    await first.value.appendLedger([wrote('q.a', 1, 5)]);
    expect(await openStore(location, options)).toMatchObject({
      ok: false,
      error: { code: 'store-busy' },
    });
    await first.value.close();
    expect(existsSync(join(folder, 'store.lock'))).toBe(false);
    expect(await hasStore(location)).toBe(true);
    const again = await openStore(location, options);
    if (!again.ok) throw new Error(again.error.message);
    expect(await again.value.ledger('q.a')).toHaveLength(1);
    await again.value.close();
  });

  it('starts over if one was not finished', async () => {
    const parent = join(folder, 'unfinished');
    mkdirSync(join(parent, 'store.new', 'base'), { recursive: true });
    writeFileSync(join(parent, 'store.new', 'PG_VERSION'), '');
    const store = await openStore({ kind: 'folder', path: parent }, options);
    if (!store.ok) throw new Error(store.error.message);
    await store.value.close();
    expect(readdirSync(parent)).toEqual(['store']);
  });

  it('names a folder that cannot be used', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const store = await openStore({ kind: 'folder', path: join(file, 'x') }, options);
    expect(store).toMatchObject({ ok: false, error: { code: 'store-not-opened' } });
  });

  it('reports that what is there is not a database, and releases it', async () => {
    const parent = join(folder, 'broken');
    mkdirSync(join(parent, 'store'), { recursive: true });
    writeFileSync(join(parent, 'store', 'PG_VERSION'), '18\n');
    const store = await openStore({ kind: 'folder', path: parent }, options);
    expect(store).toMatchObject({ ok: false, error: { code: 'store-not-opened' } });
    expect(existsSync(join(parent, 'store.lock'))).toBe(false);
  });

  it('names a server that cannot be reached, without its password', async () => {
    const url = 'postgres://user:secret@127.0.0.1:1/x';
    const store = await openStore({ kind: 'server', url }, options);
    expect(store).toMatchObject({ ok: false, error: { code: 'store-not-opened' } });
    expect(JSON.stringify(store)).toContain('127.0.0.1:1');
    expect(JSON.stringify(store)).not.toContain('secret');
  });

  it.runIf(server !== undefined)('opens a server for several processes at once', async () => {
    const there: StoreLocation = { kind: 'server', url: server?.url ?? '' };
    const stores = await Promise.all([openStore(there, options), openStore(there, options)]);
    for (const store of stores) {
      if (!store.ok) throw new Error(store.error.message);
      await store.value.close();
    }
  });
});
