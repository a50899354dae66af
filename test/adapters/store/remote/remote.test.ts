import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStore } from '../../../../src/adapters/store/connect.ts';
import { createRemoteStore, isAnswering } from '../../../../src/adapters/store/remote/client.ts';
import { type Daemon, findDaemon } from '../../../../src/adapters/store/remote/daemon.ts';
import { readStreamLines } from '../../../../src/adapters/store/remote/lines.ts';
import { type StoreServer, startStoreServer } from '../../../../src/adapters/store/remote/serve.ts';
import { createStoreHandler } from '../../../../src/adapters/store/remote/server.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { Store } from '../../../../src/ports/store/run-store.ts';
import { ledgerEntry } from '../../../../src/stages/ledger/entry.ts';
import { at, serviceRun } from '../service-runs.ts';
import { type FolderServiceStore, openFolderStore } from '../service-store.ts';

let opened: FolderServiceStore;
let server: StoreServer;
let daemon: Daemon;
beforeAll(async () => {
  opened = await openFolderStore();
  server = await startStoreServer(opened);
  const found = await findDaemon(opened.folder);
  if (found === undefined) throw new Error('no daemon');
  daemon = found;
});
afterAll(async () => {
  await server.close();
  await opened.stop();
});

const document = (id: string, body: JsonObject) => ({ id, time: at(14), body });

/** Everything in a store, read through every method that reads. */
async function contents(store: Store) {
  const raw: (readonly string[])[] = [];
  for await (const some of store.collected.read('trail', at(1))) raw.push(some);
  return {
    runs: await store.runs(),
    later: await store.runs(at(20)),
    latest: await store.latestRun(),
    answers: await store.answers(),
    ledger: await store.ledger('q.one'),
    addresses: await store.addresses(),
    intents: await store.intents(),
    transitions: await store.transitions('i-one'),
    declared: await store.declaredIntents(),
    feedback: await store.feedback(),
    knowledge: await store.knowledge(),
    unexplained: await store.unexplained(),
    cursor: await store.collected.cursor('trail', 'own'),
    noCursor: await store.collected.cursor('trail', 'other'),
    sources: await store.collected.sources(at(1)),
    raw,
  };
}

const answer = {
  id: 'a-000000000001',
  intent: 'i-one',
  digest: 'q-1',
  action: 'delegate',
  by: 'git:ada@example.com',
  at: at(14),
  bounds: { min: 2 },
} as const;

/** Writes through every method that writes. */
async function fill(store: Store): Promise<void> {
  const { record, unexplained = { read: [], seen: [] } } = serviceRun();
  await store.recordRun({
    ...record,
    steps: new Map([
      [
        'i-one',
        [
          { event: 'understood', because: 'known' },
          { event: 'enforced', because: 'x' },
        ],
      ],
    ]),
  });
  const next = serviceRun({ startedAt: at(15), intents: [] }).record;
  await store.recordRun({ ...next, assess: () => ({ event: 'kept', because: 'as it was' }) });
  await store.appendLedger([
    ledgerEntry({
      kind: 'update',
      time: at(14),
      address: 'q.two',
      type: 'aws_sqs_queue',
      manager: { id: 'maria', name: 'maria', class: 'human' },
      reason: 'odd \0 \ud800',
      evidence: [],
      writes: [],
    }),
  ]);
  await store.stepIntent('i-one', { event: 'broken', because: 'x' }, { run: 'r-1', time: at(16) });
  await store.declareIntent(document('x', JSON.parse('{"__proto__":{"a":1},"odd":"\\u0000"}')));
  await store.appendFeedback([document('f', { n: 1 }), document('g', { n: 2 })]);
  await store.putKnowledge(document('k', {}));
  await store.putKnowledge(document('l', {}));
  await store.removeKnowledge('k');
  await store.keepUnexplained(unexplained);
  expect(await store.latestRun()).toMatchObject({ startedAt: at(15) });
  expect(await store.keepAnswer(answer)).toBe(true);
  expect(await store.keepAnswer(answer)).toBe(false);
  const records = Array.from({ length: 450 }, (_, i) => ({
    id: `e${i}`,
    eventTime: at(14, i),
    ingestedAt: at(14, i),
    digest: '0'.repeat(64),
    raw: JSON.stringify({ i, text: 'é\n\u2028' }),
  }));
  await store.collected.add({
    source: 'trail',
    cloud: 'aws',
    stream: 'own',
    at: at(16),
    records,
    cursor: { done: 1 },
  });
  await store.collected.prune('trail', at(14, 1));
}

it('is the same store from another process', async () => {
  const remote = createRemoteStore(daemon, { tenant: 'remote', stack: 'prod' });
  await fill(remote);
  const own = opened.store.project({ tenant: 'own', stack: 'prod' });
  await fill(own);

  const found = await contents(remote);
  expect(found).toEqual(await contents(own));
  expect(found.raw.flat()).toHaveLength(449);
  expect(found.transitions.map(({ to }) => to)).toEqual([
    'translated',
    'in-force',
    'assured',
    'violated',
  ]);
  expect(found.cursor).toEqual({ done: 1 });
  const other = createRemoteStore(daemon, { tenant: 'remote', stack: 'dev' });
  expect(await other.runs()).toEqual([]);
  expect(await other.latestRun()).toBeUndefined();
  expect(found.answers).toEqual([answer]);
});

it('survives a reader that stops early', async () => {
  const remote = createRemoteStore(daemon, { tenant: 'reader', stack: 'prod' });
  const raw = 'x'.repeat(20_000);
  const records = Array.from({ length: 1000 }, (_, i) => {
    const time = at(14, i);
    return { id: `e${i}`, eventTime: time, ingestedAt: time, digest: '0'.repeat(64), raw };
  });
  const page = { source: 'trail', cloud: 'aws', stream: 'own', at: at(16) } as const;
  await remote.collected.add({ ...page, records });
  for await (const some of remote.collected.read('trail', at(1))) {
    expect(some).toHaveLength(200);
    break;
  }

  expect(await remote.collected.sources(at(1))).toMatchObject([{ records: 1000 }]);
});

it('is found by a command that was started earlier', async () => {
  const other = await openFolderStore();
  const location = { kind: 'folder', path: other.folder } as const;
  const asked = connectStore(location, { tenant: 'default', timeout: 60_000 });
  const running = await startStoreServer(other);
  const store = await asked;

  expect(store).toMatchObject({ ok: true });
  if (store.ok) expect(await store.value.intents()).toEqual([]);
  await running.close();
  await other.stop();
});

it('returns the same for a run as the store itself', async () => {
  const { record } = serviceRun();
  const remote = createRemoteStore(daemon, { tenant: 'ids', stack: 'prod' });
  const own = opened.store.project({ tenant: 'ids', stack: 'dev' });

  expect(await remote.recordRun(record)).toEqual(await own.recordRun(record));
});

describe('the server', () => {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${daemon.port}/${path}`, {
      method: 'POST',
      body: JSON.stringify({ tenant: 'x', stack: 'y', args: [] }),
      ...init,
      headers: { authorization: `Bearer ${daemon.token}`, ...init.headers },
    });
  const args = (...given: readonly unknown[]) => ({
    body: JSON.stringify({ tenant: 'x', stack: 'y', args: given }),
  });

  it.each<[string, string, RequestInit, number]>([
    ['no token', 'intents', { headers: { authorization: '' } }, 401],
    ['another token', 'intents', { headers: { authorization: 'Bearer x' } }, 401],
    [
      'no token for the ping',
      'ping',
      { method: 'GET', body: null, headers: { authorization: '' } },
      401,
    ],
    ['a method of objects', 'constructor', {}, 404],
    ['a method that is not given out', 'close', {}, 404],
    ['another verb', 'intents', { method: 'PUT' }, 404],
    ['no JSON', 'intents', { body: '{' }, 400],
    ['no call', 'intents', { body: '{"args":[]}' }, 400],
    ['too many arguments', 'intents', args('x'), 400],
    ['too few arguments', 'ledger', args(), 400],
    ['a run without a report', 'recordRun', args({ command: 'scan' }), 400],
    ['a document without a time', 'declareIntent', args({ id: 'x', body: {} }), 400],
    ['a time that is none', 'collected.read', args('trail', 'yesterday'), 400],
    ['what is right', 'intents', {}, 200],
  ])('answers a call with %s', async (_, path, init, status) => {
    expect((await call(path, init)).status).toBe(status);
  });

  it('refuses a body above its limit, and keeps working', async () => {
    const small = await listen(
      createServer(
        createStoreHandler({
          storeOf: (key) => opened.store.project(key),
          token: daemon.token,
          limit: 1000,
        }),
      ),
    );
    const store = createRemoteStore({ ...daemon, port: small.port }, { tenant: 'a', stack: 'b' });

    await expect(store.declareIntent(document('x', { text: 'y'.repeat(1000) }))).rejects.toThrow(
      'too large',
    );
    expect(await store.declaredIntents()).toEqual([]);
    small.server.close();
  });

  it('passes on the error of a failed call', async () => {
    const broken = await listen(
      createServer(
        createStoreHandler({
          storeOf: (key) => ({
            ...opened.store.project(key),
            intents: () => Promise.reject(new Error('the disk is full')),
          }),
          token: daemon.token,
        }),
      ),
    );
    const store = createRemoteStore({ ...daemon, port: broken.port }, { tenant: 'a', stack: 'b' });

    await expect(store.intents()).rejects.toThrow('the disk is full');
    broken.server.close();
  });
});

describe('the file of the daemon', () => {
  it('is readable by its owner only, and removed when the server is closed', async () => {
    const other = await openFolderStore();
    const file = join(other.folder, 'daemon.json');
    const running = await startStoreServer(other);
    const mode = statSync(file).mode & 0o777;
    const found = await findDaemon(other.folder);
    await running.close();

    expect(mode).toBe(0o600);
    expect(found).toEqual({ ...found, host: hostname(), pid: process.pid });
    expect(existsSync(file)).toBe(false);
    expect(found && (await isAnswering(found))).toBe(false);
    await other.stop();
  });

  it('is ignored if it is stale, damaged or of another machine', async () => {
    const other = await openFolderStore();
    await other.store.close();
    const file = join(other.folder, 'daemon.json');
    const self = JSON.parse(readFileSync(join(opened.folder, 'daemon.json'), 'utf8'));
    const texts = [
      JSON.stringify({ ...self, pid: 2 ** 22 + 1 }),
      JSON.stringify({ ...self, started: 'before' }),
      JSON.stringify({ ...self, host: 'elsewhere' }),
      JSON.stringify({ ...self, port: 0 }),
      '{',
    ];
    const found: unknown[] = [];
    for (const text of texts) {
      writeFileSync(file, text);
      found.push(await findDaemon(other.folder));
    }

    expect(found).toEqual(texts.map(() => undefined));
    // Nothing answers with this token and the folder is free, so the command opens the store
    // itself.
    writeFileSync(file, JSON.stringify({ ...self, token: 'x'.repeat(40) }));
    const location = { kind: 'folder', path: other.folder } as const;
    const store = await connectStore(location, { tenant: 'default', timeout: 0 });
    expect(store).toMatchObject({ ok: true });
    if (store.ok) await store.value.close();
    await other.stop();
  });
});

describe('lines', () => {
  const read = async (...chunks: readonly string[]) => {
    const lines: string[] = [];
    const bytes = chunks.map((chunk) => Buffer.from(chunk, 'latin1'));
    for await (const line of readStreamLines(streamOf(bytes))) lines.push(line);
    return lines;
  };

  it.each([
    [['a\nb\n\n'], ['a', 'b']],
    [
      ['a', 'b\n', 'c\n', '\n'],
      ['ab', 'c'],
    ],
    [['\n'], []],
    // A character split across two chunks.
    [['\xc3', '\xa9\n\n'], ['é']],
  ])('of %j are read as %j', async (chunks, lines) => {
    expect(await read(...chunks)).toEqual(lines);
  });

  it.each([[['a\nb']], [['a\n']], [[]]])('cut off in %j are refused', async (chunks) => {
    await expect(read(...chunks)).rejects.toThrow('was cut off');
  });
});

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}
