import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connectStore } from '../../../src/adapters/store/connect.ts';
import { openStore } from '../../../src/adapters/store/open.ts';
import { openServiceStore } from '../../../src/adapters/store/open-service.ts';
import type { Store } from '../../../src/ports/store/run-store.ts';
import { openHistory } from './histories.ts';
import { at, serviceRun } from './service-runs.ts';

const base = mkdtempSync(join(tmpdir(), 'parley-move-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const key = { tenant: 'default', stack: 'default' };
const options = { tenant: 'default', timeout: 0 };

/** Records one of everything that a command may record. */
async function fill(store: Store): Promise<void> {
  const { record: run } = serviceRun({ startedAt: at(14), questions: ['q'] });
  await store.recordRun(run);
  await store.recordRun({ ...run, report: { ...run.report, startedAt: at(15) } });
  const document = (id: string) => ({ id, time: at(13), body: { id } });
  await store.declareIntent(document('wish'));
  await store.appendFeedback([document('merged')]);
  await store.putKnowledge(document('call'));
  await store.keepAnswer({
    ...{ id: 'a-1', intent: 'i-one', digest: 'd', action: 'accept', by: 'alice', at: at(16) },
  });
  await store.keepUnexplained({
    read: 'all',
    seen: [{ id: 'readback-1', address: 'q.a', firstSeen: at(12) }],
  });
  const row = {
    id: 'r1',
    eventTime: at(1),
    ingestedAt: at(2),
    digest: 'd',
    raw: '{"a":"\\u0000"}',
  };
  await store.collected.add({
    ...{ source: 'trail', cloud: 'aws', stream: 'us', at: at(3), cursor: { next: 1 } },
    records: [row, { ...row, id: 'r2', eventTime: at(20) }],
  });
}

/** Everything that can be read from the store. */
async function contents(store: Store) {
  const records: string[] = [];
  for await (const some of store.collected.read('trail', at(0))) records.push(...some);
  const intents = await store.intents();
  return {
    runs: await store.runs(),
    memory: await store.memory(),
    intents,
    transitions: await Promise.all(intents.map(({ intent }) => store.transitions(intent.id))),
    ledger: await Promise.all((await store.addresses()).map((address) => store.ledger(address))),
    declared: await store.declaredIntents(),
    feedback: await store.feedback(),
    knowledge: await store.knowledge(),
    answers: await store.answers(),
    unexplained: await store.unexplained(),
    cursor: await store.collected.cursor('trail', 'us'),
    sources: await store.collected.sources(at(0)),
    records,
  };
}

async function connect(folder: string, timeout = 0): Promise<Store> {
  const store = await connectStore({ kind: 'folder', path: folder }, { ...options, timeout });
  if (!store.ok) throw new Error(store.error.message);
  return store.value;
}

async function closing<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  const done = await work(store);
  await store.close();
  return done;
}

it('moves a database that only commands used to files, with all its content', async () => {
  const folder = join(base, 'commands');
  const opened = await openStore({ kind: 'folder', path: folder }, options);
  if (!opened.ok) throw new Error(opened.error.message);
  await fill(opened.value);
  const before = await closing(opened.value, contents);
  const after = await closing(await connect(folder), contents);

  expect(before.runs).toHaveLength(2);
  expect(before.transitions.flat().length).toBeGreaterThan(0);
  expect(before.memory.open.length).toBeGreaterThan(0);
  expect(before.records).toHaveLength(2);
  expect(after).toEqual(before);
  expect(existsSync(join(folder, 'store'))).toBe(false);
});

it('moves it once if several commands find it at once', async () => {
  const folder = join(base, 'several');
  const opened = await openStore({ kind: 'folder', path: folder }, options);
  if (!opened.ok) throw new Error(opened.error.message);
  await fill(opened.value);
  const before = await closing(opened.value, contents);
  const look = async () => closing(await connect(folder, 120_000), contents);

  expect(await Promise.all([look(), look()])).toEqual([before, before]);
  expect(existsSync(join(folder, 'store'))).toBe(false);
});

it('leaves the database of a service in place for commands to use', async () => {
  const folder = join(base, 'service');
  const opened = await openServiceStore({ kind: 'folder', path: folder }, { timeout: 0 });
  if (!opened.ok) throw new Error(opened.error.message);
  const own = { tenant: 'acme', stack: 'prod' };
  await opened.value.store.runs.keep(own, serviceRun({ startedAt: at(14) }), () => []);
  await fill(opened.value.store.project(key));
  const before = await contents(opened.value.store.project(key));
  await opened.value.store.close();
  const after = await closing(await connect(folder), contents);

  expect(after).toEqual(before);
  expect(existsSync(join(folder, 'history'))).toBe(false);
});

it('moves files once into the database of a service that starts in their folder', async () => {
  const folder = join(base, 'began');
  const store = await openHistory(folder);
  await fill(store);
  const before = await closing(store, contents);
  for (const round of [1, 2]) {
    const opened = await openServiceStore({ kind: 'folder', path: folder }, { timeout: 0 });
    if (!opened.ok) throw new Error(opened.error.message);
    expect(await contents(opened.value.store.project(key)), `round ${round}`).toEqual(before);
    const [run] = (await opened.value.store.runs.list(key, { limit: 10 })).items;
    expect(run?.drifts).toBe(before.runs.at(-1)?.report.drifts.length);
    await opened.value.store.close();
    expect(existsSync(join(folder, 'history'))).toBe(false);
  }
});
