import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateTo, migrateUp } from '../../../src/adapters/store/migrate.ts';
import { createServiceStore } from '../../../src/adapters/store/service/service-store.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import {
  claimKeys,
  lastSeenGroups,
  lastSeenKeys,
  lastSentGroups,
  lastSentKeys,
  leaseKeys,
} from '../../../src/ports/store/state/keys.ts';
import { fileChange } from '../../../src/text/file-change.ts';
import { describePlaces } from '../../places.ts';
import { startBackends } from './service-backends.ts';
import { at, proposalOf, reconcileJob, serviceRun } from './service-runs.ts';
import { anyKey } from './state-keys.ts';

const backends = startBackends();
afterAll(() => backends.stop());

const key = { tenant: 'default', stack: 'default' };

/** Rows as of the first three migrations, with a text that SQL's JSON functions refuse. */
async function fillEarlier(db: Kysely<Tables>): Promise<void> {
  const report = JSON.stringify({ ...serviceRun().record.report, note: 'a\0\ud800' });
  const time = at(14);
  const statements = [
    sql`insert into runs values ('default', 'r-1', 'scan', ${time}, ${report}, null)`,
    sql`insert into intents values ('default', 'i-one', 'translated', '{"id":"i-one"}', '[]', ${time}, ${time})`,
    sql`insert into intent_transitions (tenant, intent, run, from_state, to_state, event, because, time)
      values ('default', 'i-one', 'r-1', 'ingested', 'translated', 'understood', 'known', ${time})`,
    sql`insert into drifts values ('default', 'r-1', 'd-one', 'q.one', '{}')`,
    sql`insert into decisions values ('default', 'r-1', 'i-one', 'd-one', 'q.one', 'accept', 'r', '{}')`,
    sql`insert into ledger_entries values ('default', 'l-1', 'q.one', 'update', 'm', ${time}, '{"id":"l-1"}')`,
    sql`insert into declared_intents values ('default', 'x', ${time}, '{}')`,
    sql`insert into feedback values ('default', 'f', ${time}, '{}')`,
    sql`insert into knowledge values ('default', 'k', ${time}, '{}')`,
    sql`insert into collected_records values
      ('default', 's', 'e', 'aws', 'st', ${time}, ${time}, ${time}, 'digest', 'raw')`,
    sql`insert into collect_cursors values ('default', 's', 'st', '1', ${time})`,
    sql`insert into unexplained values ('default', 'readback-1', 'q.one', ${time})`,
  ];
  for (const statement of statements) await statement.execute(db);
}

async function readEarlier(db: Kysely<Tables>) {
  const store = createServiceStore(db, async () => undefined);
  const project = store.project(key);
  const raw: string[] = [];
  for await (const some of project.collected.read('s', at(1))) raw.push(...some);
  return {
    head: (await store.runs.list(key, { limit: 5 })).items,
    runs: (await project.runs()).map(({ id }) => id),
    intents: (await project.intents()).map(({ intent }) => intent.id),
    transitions: (await project.transitions('i-one')).length,
    ledger: (await project.addresses()).join(),
    documents: [
      ...(await project.declaredIntents()),
      ...(await project.feedback()),
      ...(await project.knowledge()),
    ].map(({ id }) => id),
    raw,
    cursor: await project.collected.cursor('s', 'st'),
    unexplained: (await project.unexplained()).map(({ id }) => id),
  };
}

const earlier = {
  head: [{ ...key, id: 'r-1', command: 'scan', startedAt: at(14), drifts: 1, intents: 1 }],
  runs: ['r-1'],
  intents: ['i-one'],
  transitions: 1,
  ledger: 'q.one',
  documents: ['x', 'f', 'k'],
  raw: ['raw'],
  cursor: 1,
  unexplained: ['readback-1'],
};

describePlaces('migrations', backends.list, (connect) => {
  let db: Kysely<Tables>;
  beforeAll(async () => {
    db = await connect();
    expect(await migrateTo(db, '0003-unexplained')).toMatchObject({ ok: true });
    await fillEarlier(db);
  });
  afterAll(() => db.destroy());

  it('preserve what earlier versions recorded', async () => {
    expect(await migrateUp(db)).toMatchObject({ ok: true });

    expect(await readEarlier(db)).toEqual(earlier);
  });

  it('keep only the changes of planned files', async () => {
    const [before, after] = [
      'key = "hunter-2"\nsize = 1\n',
      'key = "hunter-2"\nsize = 2\n',
    ] as const;
    const files = [
      { path: 'main.tf', before, after },
      { path: 'new.tf', after: 'x = 1\n' },
    ];
    expect(await migrateTo(db, '0014-states')).toMatchObject({ ok: true });
    await sql`insert into planned_proposals values
      ('default', 'default', 'r-1', 0, ${JSON.stringify({ intent: 'i-one', files })})`.execute(db);
    expect(await migrateUp(db)).toMatchObject({ ok: true });
    const store = createServiceStore(db, async () => undefined);
    const [plan] = await store.runs.planned(key, 'r-1');

    expect(plan?.intent).toBe('i-one');
    expect(plan?.files).toEqual(
      files.map((each) => fileChange(each.path, each.before, each.after)),
    );
    expect(JSON.stringify(plan)).not.toContain('hunter');
  });

  it('go down one by one with rows in every table, and up again', async () => {
    await fillAll(db);
    const names = await namesDown(db, '0003-unexplained');
    const left = await sql<{ id: string }>`select id from runs order by id`.execute(db);
    expect(await migrateUp(db)).toMatchObject({ ok: true });

    expect(names).toEqual([
      '0021-plain-names',
      '0020-live',
      '0019-shown',
      '0018-dropped-receipts',
      '0017-receipt-keys',
      '0016-receipts',
      '0015-planned-changes',
      '0014-states',
      '0013-rates',
      '0012-growth',
      '0011-added-stacks',
      '0010-open-questions',
      '0009-closed-drifts',
      '0008-memory',
      '0007-used-records',
      '0006-marks',
      '0005-service',
      '0004-stacks',
      '0003-unexplained',
    ]);
    // Other stacks are gone, because the old tables cannot tell them apart; other tenants stay.
    expect(left.rows.map(({ id }) => id)).toEqual(['r-1']);
    expect(await readEarlier(db)).toEqual(earlier);
  });

  it('give each kind of small value a table, with the same key and value', async () => {
    const store = createServiceStore(db, async () => undefined);
    const before = [
      ['turn prod', '{"job":"j","since":"2026-03-01T00:00:00.000Z"}'],
      ['told-forge prod', '{"wishes":"w","open":"o"}'],
      ['guard:prod:hub:7', '{"digest":"g-1"}'],
      [
        'trouble prod',
        '{"code":"c","message":"m","hint":"","since":"2026-03-01T00:00:00.000Z","at":"2026-03-02T00:00:00.000Z"}',
      ],
      ['heard:prod:hub:7', '{"comment":12}'],
      ['settings 1f', '{"version":3,"schedules":["s"]}'],
      ['again prod', '{"cause":"person","at":"2026-03-01T00:00:00.000Z"}'],
      ['dispatched:prod:hub:7:d', '{"outcome":"begun","reason":""}'],
      ['claim trouble-told c prod', '{"at":"2026-03-01T00:00:00.000Z"}'],
      ['what nobody knows', '{"x":1}'],
    ] as const;
    expect(await migrateTo(db, '0013-rates')).toMatchObject({ ok: true });
    await sql`delete from marks`.execute(db);
    for (const [name, value] of before) {
      await sql`insert into marks values ('t', ${name}, ${value}, ${at(20)})`.execute(db);
    }
    expect(await migrateUp(db)).toMatchObject({ ok: true });

    const until = at(20);
    expect([
      await store.leases.get('t', leaseKeys.run('prod')),
      await store.lastSent.get('t', lastSentKeys.wishes('prod')),
      ...(await store.lastSent.list('t', lastSentGroups.guard('prod'))),
      await store.lastSeen.get('t', lastSeenKeys.failure('prod')),
      await store.lastSeen.get('t', lastSeenKeys.comment('prod', 'hub', 7)),
      ...(await store.lastSeen.list('t', lastSeenGroups.settings)),
      await store.claims.get('t', claimKeys.runAgain('prod')),
      await store.claims.get('t', claimKeys.dispatch('prod', 'hub', 7, 'd')),
      await store.claims.get('t', claimKeys.sending('failure c prod')),
      await store.claims.get('t', anyKey('claim', 'what nobody knows')),
    ]).toMatchObject(before.map(([, value]) => ({ value: JSON.parse(value), until })));

    expect(await migrateTo(db, '0013-rates')).toMatchObject({ ok: true });
    const back = await sql<{ key: string; value: unknown }>`
      select key, value from marks where tenant = 't'`.execute(db);
    await migrateUp(db);
    expect(new Map(back.rows.map(({ key: name, value }) => [name, value]))).toEqual(
      new Map(before.map(([name, value]) => [name, JSON.parse(value)])),
    );
  });

  it('keep what was sent last, under other names', async () => {
    const facets = { phase: 'open', outcomes: '"said":', proposal: '', answer: '' };
    const sent: Readonly<Record<string, readonly [before: object, after: object]>> = {
      'failure c prod': [{ said: 'v1' }, { version: 'v1' }],
      'webhook c prod i-1': [{ said: 'v2' }, { version: 'v2' }],
      'message c prod i-1': [
        { run: 'r', revision: 2, said: 'd1', facets },
        { run: 'r', revision: 2, digest: 'd1', facets },
      ],
      'guard:prod:hub:7': [{ digest: 'g' }, { digest: 'g' }],
    };
    const claim = claimKeys.dispatch('prod', 'hub', 7, 'd');
    const texts = async () => {
      const { rows } = await sql<{ key: string; text: string }>`
        select key, value::text as text from last_sent where tenant = 'sent'
        union select key, value::text from claims where tenant = 'sent'`.execute(db);
      return Object.fromEntries(rows.map(({ key: name, text }) => [name, text]));
    };
    const textsOf = (side: 0 | 1, outcome: string) => ({
      ...Object.fromEntries(
        Object.entries(sent).map(([name, both]) => [name, JSON.stringify(both[side])]),
      ),
      [claim.text]: JSON.stringify({ outcome, reason: '' }),
    });
    const before = textsOf(0, 'said');
    const after = textsOf(1, 'notified');
    expect(await migrateTo(db, '0021-plain-names')).toMatchObject({ ok: true });
    for (const [name, text] of Object.entries(before)) {
      const table = name === claim.text ? 'claims' : 'last_sent';
      await sql`insert into ${sql.table(table)} (tenant, key, value, until)
        values ('sent', ${name}, ${text}, ${at(20)})`.execute(db);
    }
    expect(await migrateUp(db)).toMatchObject({ ok: true });
    expect(await texts()).toEqual(after);
    const store = createServiceStore(db, async () => undefined);
    expect(await store.claims.get('sent', claim)).toMatchObject({ value: { outcome: 'notified' } });
    expect(await store.lastSent.list('sent', lastSentGroups.messages('c', 'prod'))).toMatchObject([
      { name: 'i-1', value: { digest: 'd1', facets } },
    ]);

    expect(await migrateTo(db, '0021-plain-names')).toMatchObject({ ok: true });
    expect(await texts()).toEqual(before);
    expect(await migrateUp(db)).toMatchObject({ ok: true });
  });

  it('keep the time at which a ticket system signed a statement', async () => {
    const said = { via: 'desk', ticket: 'CHG-1' };
    const bodies = async () => {
      const { rows } = await sql<{ body: unknown }>`
        select body from declared_intents where tenant = 'signed' order by id`.execute(db);
      return rows.map(({ body }) => body);
    };
    const own = { field: 'x', told: 'by hand' };
    expect(await migrateTo(db, '0020-live')).toMatchObject({ ok: true });
    for (const [id, body] of Object.entries({ a: { ...said, told: at(14) }, b: own })) {
      await sql`insert into declared_intents (tenant, stack, id, time, body)
        values ('signed', 'prod', ${id}, ${at(14)}, ${JSON.stringify(body)})`.execute(db);
    }
    expect(await migrateUp(db)).toMatchObject({ ok: true });
    expect(await bodies()).toEqual([{ ...said, signedAt: at(14) }, own]);

    expect(await migrateTo(db, '0020-live')).toMatchObject({ ok: true });
    expect(await bodies()).toEqual([{ ...said, told: at(14) }, own]);
    expect(await migrateUp(db)).toMatchObject({ ok: true });
  });

  it('refuse a database of a newer version', async () => {
    await sql`insert into parley_migrations values ('9999-newer', ${at(14)})`.execute(db);
    const refused = await migrateUp(db);
    await sql`delete from parley_migrations where name = '9999-newer'`.execute(db);

    expect(refused).toMatchObject({ ok: false, error: { code: 'store-not-migrated' } });
    expect(await readEarlier(db)).toEqual(earlier);
  });

  it('leave nothing behind when all are reverted', async () => {
    await namesDown(db, undefined);
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not like 'parley_migrations%'`.execute(db);

    expect(tables.rows).toEqual([]);
  });
});

/** Reverts migrations one by one until `last` is the newest; returns the newest after each step. */
async function namesDown(db: Kysely<Tables>, last: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from parley_migrations order by name desc`.execute(db);
  const names: string[] = [];
  for (const name of [...rows.slice(1).map((row) => row.name), undefined]) {
    expect(await migrateTo(db, name)).toMatchObject({ ok: true });
    if (name !== undefined) names.push(name);
    if (name === last) break;
  }
  return names;
}

async function fillAll(db: Kysely<Tables>): Promise<void> {
  const store = createServiceStore(db, async () => undefined);
  const other = { tenant: 'default', stack: 'other' };
  const run = serviceRun({ closed: ['two'], questions: ['one'] });
  await store.runs.keep(other, run, () => [reconcileJob('default', 'other')]);
  await store.project(other).appendFeedback([{ id: 'f', time: at(14), body: {} }]);
  await store.project(other).declareIntent({ id: 'x', time: at(14), body: {} });
  await store.proposals.put(proposalOf('default', 'other', 1));
  await store.answers.keep(
    other,
    { id: 'a', intent: 'i', digest: 'd', action: 'hold', by: 'slack:T/U', at: at(14) },
    [],
  );
  const event = { kind: 'other', because: 'a star' } as const;
  const delivery = { tenant: 'default', forge: 'github', id: 'd', receivedAt: at(14), event };
  await store.deliveries.keep(delivery, ['k'], []);
  await store.incidents.put('default', { id: 'p', time: at(14), body: {} });
  await store.posted.keep('default', 'k', { channel: 'C', ts: '1' });
  const state = { value: {}, until: at(20) };
  await store.leases.take('default', anyKey('lease', 'k leased'), state);
  await store.claims.put('default', anyKey('claim', 'k claimed'), state);
  await store.lastSent.put('default', anyKey('lastSent', 'k sent'), state);
  await store.lastSeen.put('default', anyKey('lastSeen', 'k seen'), state);
  await store.rates.advance(new Map([['k', 1]]), 0);
  await store.stacks.put({ ...{ tenant: 'default', name: 'n' }, body: {}, at: at(14), by: 't' });
  const digest = 'a'.repeat(64);
  const envelope = { payload: '', payloadType: '', signatures: [] };
  await store.receipts('default').add(0, {
    origin: 'parley/test',
    key: { id: digest, pem: '', since: at(14) },
    receipts: [{ id: digest, leaf: digest, envelope }],
    checkpoint: 'note',
    inputs: new Map([[digest, 'text']]),
  });
  const old = { id: digest, pem: '', since: at(14), until: at(15) };
  const rotation = { replaced: old, key: { ...old, id: 'b' }, checkpoint: 'note 2' };
  await store.receipts('default').rotate(1, rotation);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'parley_migrations%'`.execute(db);
  for (const { name } of rows) {
    const some = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    expect([name, some.rows.length]).toEqual([name, 1]);
  }
}
