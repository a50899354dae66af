import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateUp } from '../../../src/adapters/store/migrate.ts';
import { createServiceStore } from '../../../src/adapters/store/service/service-store.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import { gaps, type UsedSpan } from '../../../src/adapters/store/used-spans.ts';
import type { CollectedCloud, CollectedLog } from '../../../src/ports/store/collected.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { describePlaces } from '../../places.ts';
import { startBackends } from './service-backends.ts';
import { at, proposalOf, type RunShape, serviceRun } from './service-runs.ts';
import { anyKey, anything, groupOf } from './state-keys.ts';

const backends = startBackends();
afterAll(() => backends.stop());

const long = at(1).replace('2026', '2020');
const nothing = { runs: long, unusedRecords: long, deliveries: long };

async function add(
  log: CollectedLog,
  cloud: CollectedCloud,
  times: readonly string[],
): Promise<number> {
  return log.add({
    source: cloud,
    cloud,
    stream: 'own',
    at: at(30),
    records: times.map((eventTime) => ({
      id: `${cloud} ${eventTime}`,
      eventTime,
      ingestedAt: eventTime,
      digest: '0'.repeat(64),
      raw: `${cloud} ${eventTime}`,
    })),
  });
}

async function rawOf(log: CollectedLog, cloud: CollectedCloud): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const some of log.read(cloud, at(1))) all.push(...some);
  return all.map((raw) => raw.slice(cloud.length + 1));
}

describePlaces('retention', backends.list, (connect) => {
  let db: Kysely<Tables>;
  let store: ServiceStore;
  let tenants = 0;
  const fresh = () => {
    tenants += 1;
    return { tenant: `tenant-${tenants}`, stack: 'prod' };
  };
  beforeAll(async () => {
    db = await connect();
    expect(await migrateUp(db)).toMatchObject({ ok: true });
    store = createServiceStore(db, () => db.destroy());
  });
  afterAll(() => store.close());

  it('drops old runs, but keeps the latest and those that still need an answer', async () => {
    const key = fresh();
    const keep = async (shape: RunShape) =>
      (await store.runs.keep(key, serviceRun(shape), () => [])).id;
    await keep({ startedAt: at(1), intents: ['settled'] });
    const proposed = await keep({ startedAt: at(2), intents: ['settled'] });
    await keep({ startedAt: at(3), intents: ['answered', 'settled'] });
    const unanswered = await keep({ startedAt: at(4), intents: ['open', 'settled'] });
    const latest = await keep({ startedAt: at(5), intents: ['settled'] });
    await store.proposals.put(proposalOf(key.tenant, key.stack, 1, { run: proposed }));
    const answer = { digest: 'd', action: 'accept', by: 'github:alice', at: at(4) } as const;
    await store.answers.keep(key, { ...answer, id: 'a-1', intent: 'i-answered' }, []);
    const counts = await store.prune({ ...nothing, runs: at(20) });
    const left = (await store.runs.list(key, { limit: 10 })).items.map(({ id }) => id);
    const again = await store.prune({ ...nothing, runs: at(20) });

    expect(counts).toMatchObject({ runs: 2, drifts: 3, decisions: 3 });
    expect(left).toEqual([latest, unanswered, proposed]);
    expect(again).toMatchObject({ runs: 0, drifts: 0 });
    expect(await store.project(key).intents()).toHaveLength(3);
    expect(await store.runs.planned(key, latest)).toHaveLength(1);
  });

  it('drops old proposals that are no longer open', async () => {
    const { tenant, stack } = fresh();
    const put = (number: number, more: object) =>
      store.proposals.put(proposalOf(tenant, stack, number, more));
    await put(1, { state: 'merged', updatedAt: at(2) });
    await put(2, { state: 'declined', updatedAt: at(2) });
    await put(3, { state: 'open', updatedAt: at(2) });
    await put(4, { state: 'merged', updatedAt: at(6) });

    expect(await store.prune({ ...nothing, runs: at(5) })).toMatchObject({ proposals: 2 });
    const left = await store.proposals.list({ tenant, stack }, 'all');
    expect(left.map(({ number }) => number)).toEqual([3, 4]);
  });

  it('drops what was closed long ago, but nothing that is open', async () => {
    const key = fresh();
    const keep = (day: number, shape: RunShape) =>
      store.runs.keep(key, serviceRun({ startedAt: at(day), ...shape }), () => []);
    await keep(1, { intents: ['open', 'one', 'two'] });
    await keep(2, { intents: [], closed: ['one'] });
    await keep(9, { intents: [], closed: ['two'] });
    const before = await store.project(key).memory();
    const counts = await store.prune({ runs: at(5), unusedRecords: at(20), deliveries: at(20) });
    const { items } = await store.drifts.closed(key, { limit: 5 });

    expect(counts).toMatchObject({ closed_drifts: 1 });
    expect(items.map(({ drift }) => drift.address)).toEqual(['q.two']);
    expect(before.open.map(({ address }) => address)).toEqual(['q.open']);
    expect(before.events.length).toBeGreaterThan(0);
    expect(await store.project(key).memory()).toEqual(before);
  });

  it('drops nothing recent', async () => {
    const key = fresh();
    for (const day of [1, 2]) {
      await store.runs.keep(key, serviceRun({ startedAt: at(day) }), () => []);
    }
    await add(store.collected(key.tenant), 'aws', [at(1)]);
    await store.prune(nothing);

    expect((await store.runs.list(key, { limit: 10 })).items).toHaveLength(2);
    expect(await rawOf(store.collected(key.tenant), 'aws')).toEqual([at(1)]);
  });

  it('drops the text of old records that no run used, but keeps their digests', async () => {
    const key = fresh();
    const log = store.collected(key.tenant);
    const times = [at(2), at(3), at(3, 20), at(4), at(9)];
    for (const cloud of ['aws', 'azure'] as const) await add(log, cloud, times);
    await store.runs.keep(key, serviceRun({ startedAt: at(5), time: at(3) }), () => []);
    const counts = await store.prune({ ...nothing, unusedRecords: at(8) });
    const rows = await db
      .selectFrom('collected_records')
      .select(['digest', 'raw'])
      .where('tenant', '=', key.tenant)
      .execute();

    expect(counts).toMatchObject({ record_texts: 5 });
    expect(await rawOf(log, 'aws')).toEqual([at(3), at(9)]);
    // In Azure, records of one long call come before and after the time of its event.
    expect(await rawOf(log, 'azure')).toEqual([at(3), at(3, 20), at(9)]);
    expect(rows.map(({ digest }) => digest)).toEqual(times.concat(times).map(() => '0'.repeat(64)));
    expect(rows.filter(({ raw }) => raw === null)).toHaveLength(5);
  });

  it('does not store a record again whose text it has dropped', async () => {
    const log = store.collected(fresh().tenant);
    await add(log, 'aws', [at(2)]);
    await store.prune({ ...nothing, unusedRecords: at(8) });

    expect(await add(log, 'aws', [at(2), at(3)])).toBe(1);
    expect(await rawOf(log, 'aws')).toEqual([at(3)]);
    expect(await log.sources(at(1))).toEqual([{ source: 'aws', cloud: 'aws', records: 1 }]);
  });

  it('forgets which records runs used once the records are gone', async () => {
    const key = fresh();
    const log = store.collected(key.tenant);
    const spans = async () =>
      (
        await db
          .selectFrom('used_spans')
          .select('from_time')
          .where('tenant', '=', key.tenant)
          .orderBy('from_time')
          .execute()
      ).map(({ from_time }) => from_time.toISOString());
    await add(log, 'aws', [at(5), at(9)]);
    for (const day of [3, 5, 9]) {
      const run = serviceRun({ startedAt: at(day, 1), intents: [`on-${day}`], time: at(day) });
      await store.runs.keep(key, run, () => []);
    }
    await store.prune({ ...nothing, unusedRecords: at(8) });
    const first = await spans();
    await log.prune('aws', at(20));
    await store.prune({ ...nothing, unusedRecords: at(8) });

    expect(first).toEqual([at(5), at(9)]);
    expect(await spans()).toEqual([at(9)]);
  });

  it('handles many records with the same time', async () => {
    const log = store.collected(fresh().tenant);
    // Clears what the other tests left, which would be counted, too.
    await store.prune({ ...nothing, unusedRecords: at(20) });
    const records = Array.from({ length: 4500 }, (_, i) => ({
      id: `e${i}`,
      eventTime: at(2, i < 3000 ? 0 : i),
      ingestedAt: at(2),
      digest: '0'.repeat(64),
      raw: '{}',
    }));
    await log.add({ source: 'aws', cloud: 'aws', stream: 's', at: at(3), records });

    expect(await store.prune({ ...nothing, unusedRecords: at(20) })).toMatchObject({
      record_texts: 4500,
    });
  });

  it('keeps the records that runs used, wherever they are among many', async () => {
    const key = fresh();
    const log = store.collected(key.tenant);
    await store.prune({ ...nothing, unusedRecords: at(20) });
    const used = [3, 2100, 4400].map((minute) => at(2, minute));
    await add(
      log,
      'aws',
      Array.from({ length: 4500 }, (_, minute) => at(2, minute)),
    );
    await add(log, 'azure', used);
    for (const [index, time] of used.entries()) {
      await store.runs.keep(key, serviceRun({ startedAt: at(20, index), time }), () => []);
    }

    expect(await store.prune({ ...nothing, unusedRecords: at(20) })).toMatchObject({
      record_texts: 4497,
    });
    expect(await rawOf(log, 'aws')).toEqual(used);
    expect(await rawOf(log, 'azure')).toEqual(used);
  });

  it('forgets old deliveries with their keys, and expired states', async () => {
    const { tenant } = fresh();
    const event = { kind: 'other', because: 'a star' } as const;
    const keep = (id: string, receivedAt: string) =>
      store.deliveries.keep({ tenant, forge: 'github', id, receivedAt, event }, [id], []);
    await keep('old', at(2));
    await keep('new', at(4));
    for (const [name, until] of [
      ['old', at(2)],
      ['new', at(4)],
    ] as const) {
      const state = { value: name, until };
      await store.leases.take(tenant, anyKey('lease', name), state);
      await store.claims.take(tenant, anyKey('claim', name), state);
      await store.lastSent.put(tenant, anyKey('lastSent', name), state);
      await store.lastSeen.put(tenant, anyKey('lastSeen', name), state);
    }
    const counts = await store.prune({ ...nothing, deliveries: at(3), ended: at(3) });

    expect(counts).toMatchObject({ deliveries: 1, delivery_keys: 1 });
    expect(counts).toMatchObject({ leases: 1, claims: 1, last_sent: 1, last_seen: 1 });
    expect([await keep('old', at(5)), await keep('new', at(5))]).toEqual([true, false]);
    const left = [
      await store.lastSent.list(tenant, groupOf('lastSent', anything)),
      await store.lastSeen.list(tenant, groupOf('lastSeen', anything)),
    ];
    expect(left.map((states) => states.map(({ name }) => name))).toEqual([['new'], ['new']]);
    expect(await store.claims.get(tenant, anyKey('claim', 'old'))).toBeUndefined();
    expect(await store.leases.get(tenant, anyKey('lease', 'new'))).toBeDefined();
  });

  it('drops history that nothing rests on, and keeps what is in force, however old', async () => {
    const key = fresh();
    const keep = (shape: RunShape) => store.runs.keep(key, serviceRun(shape), () => []);
    await keep({ startedAt: at(1), intents: ['gone', 'kept'] });
    await keep({ startedAt: at(2), intents: ['kept'], time: at(1) });
    await keep({ startedAt: at(20), intents: ['kept'], time: at(1) });
    await sql`update intents set state = 'retired'
      where tenant = ${key.tenant} and id = 'i-gone'`.execute(db);
    const answer = { digest: 'd', action: 'hold', by: 'slack:T/U', at: at(1) } as const;
    for (const name of ['gone', 'kept']) {
      await store.answers.keep(key, { ...answer, id: `a-${name}`, intent: `i-${name}` }, []);
    }
    const stored = await store.project(key).intents();
    const kept = stored.find(({ intent }) => intent.id === 'i-kept');
    const fieldOf = (drift: string) => ({ drift, event: 'e', place: 'f', session: 's' });
    for (const [name, drift] of [
      ['split', kept?.intent.drifts[0] ?? ''],
      ['over', 'd-over'],
    ] as const) {
      const fields = [fieldOf('d-none'), fieldOf(drift)];
      await store.answers.keep(key, { ...answer, id: `a-${name}`, intent: 'i-gone', fields }, []);
    }
    await store.project(key).appendFeedback([{ id: 'f-old', time: at(1), body: {} }]);
    await store.project(key).appendFeedback([{ id: 'f-new', time: at(20), body: {} }]);
    await expect(
      sql`delete from ledger_entries where tenant = ${key.tenant}`.execute(db),
    ).rejects.toThrow('only ever added');

    const dropped = await store.prune({ ...nothing, history: at(10) });
    const project = store.project(key);

    expect(dropped).toMatchObject({ intents: 1, intent_transitions: 1, answers: 2, feedback: 1 });
    expect((await project.intents()).map(({ intent }) => intent.id)).toEqual(['i-kept']);
    expect(await project.transitions('i-gone')).toEqual([]);
    expect((await project.transitions('i-kept')).length).toBeGreaterThan(0);
    expect((await store.answers.list(key)).map(({ id }) => id)).toEqual(['a-kept', 'a-split']);
    expect((await project.feedback()).map(({ id }) => id)).toEqual(['f-new']);
    // The first entry of `kept` goes, because the entry of the second day replaced it.
    expect((await project.ledger('q.kept')).map(({ time }) => time)).toEqual([at(2), at(20)]);
    expect((await project.ledger('q.gone')).map(({ time }) => time)).toEqual([at(1)]);
    await expect(
      sql`delete from ledger_entries where tenant = ${key.tenant}`.execute(db),
    ).rejects.toThrow('only ever added');
  });
});

describe('the gaps between spans', () => {
  const moment = fc.integer({ min: 0, max: 60 });
  const span = fc
    .tuple(moment, fc.integer({ min: 0, max: 5 }))
    .map(([from, length]): UsedSpan => ({ from, to: from + length }));

  it('are the moments before the end that no span and its margin cover', () => {
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 8 }),
        fc.integer({ min: 0, max: 3 }),
        moment,
        (spans, margin, end) => {
          const found = gaps(spans, margin, end);
          const moments = Array.from({ length: 70 }, (_, at) => at);
          const free = moments.filter(
            (at) =>
              at < end && !spans.some(({ from, to }) => at >= from - margin && at <= to + margin),
          );
          const within = (at: number) => found.some(({ from, to }) => at >= from && at < to);
          expect(moments.filter(within)).toEqual(free);
        },
      ),
      { numRuns: 300 },
    );
  });
});
