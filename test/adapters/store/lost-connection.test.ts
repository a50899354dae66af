import { rmSync } from 'node:fs';
import { connect, createServer, type Server as SocketServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/store/database.ts';
import { createServiceStore } from '../../../src/adapters/store/service/service-store.ts';
import { claimKeys } from '../../../src/ports/store/state/keys.ts';
import { newFolder, removeFolders } from '../../entry/cli/parley.ts';
import { startServer } from './server.ts';
import { at, serviceRun } from './service-runs.ts';

const socketName = '.s.PGSQL.5432';
const server = startServer();
afterAll(() => {
  server?.stop();
  removeFolders();
});

const key = { tenant: 'acme', stack: 'prod' };

it.skipIf(server === undefined)(
  'survives connections that the server ends, even within a transaction',
  async () => {
    const opened = await openDatabase(
      { kind: 'server', url: server?.url ?? '' },
      { timeout: 0, connections: 4 },
    );
    if (!opened.ok) throw new Error(opened.error.message);
    const { db, close } = opened.value;
    const store = createServiceStore(db, close);
    const cut = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`insert into claims values ('acme', 'collecting k', '{}', ${at(20)})`.execute(trx);
      // Ends all other connections, and then this one.
      const own = rows[0]?.pid ?? 0;
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where usename = 'parley' and pid <> ${own}`.execute(trx);
      await sql`select pg_terminate_backend(${own})`.execute(trx);
      await sql`select 1`.execute(trx);
    });

    await expect(cut).rejects.toThrow();
    // The pool notices dead connections only when it uses them.
    for (let tries = 0; tries < 5 && !(await store.isReady()); tries += 1);
    expect(await store.claims.get('acme', claimKeys.collecting('k'))).toBeUndefined();
    const run = await store.runs.keep(key, serviceRun(), () => []);
    expect((await store.runs.latest(key))?.id).toBe(run.id);
    await store.close();
  },
);

it.skipIf(server === undefined)('turns off JIT compilation on all of its connections', async () => {
  const opened = await openDatabase(
    { kind: 'server', url: server?.url ?? '' },
    { timeout: 0, connections: 3 },
  );
  if (!opened.ok) throw new Error(opened.error.message);
  const { db, close } = opened.value;
  const settings = await Promise.all(
    [1, 2, 3].map(() =>
      sql<{ jit: string; pid: number }>`
        select current_setting('jit') as jit, pg_backend_pid() as pid, pg_sleep(0.1)`.execute(db),
    ),
  );
  const found = settings.flatMap(({ rows }) => rows);
  expect(found.map(({ jit }) => jit)).toEqual(['off', 'off', 'off']);
  expect(new Set(found.map(({ pid }) => pid)).size).toBe(3);
  await close();
});

it.skipIf(server === undefined)(
  'gives back a connection that is lost before its first query',
  async () => {
    const [, real = ''] = server?.url.split('host=') ?? [];
    const folder = newFolder();
    let losses = 0;
    const proxy = await startProxy(join(real, socketName), join(folder, socketName), (text) => {
      const isLost = losses > 0 && text.includes('set jit');
      if (isLost) losses -= 1;
      return isLost;
    });
    const place = { kind: 'server', url: `postgresql://parley@/postgres?host=${folder}` } as const;
    const opened = await openDatabase(place, { timeout: 0, connections: 2 });
    if (!opened.ok) throw new Error(opened.error.message);
    const { db, close } = opened.value;
    const ask = () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);

    await expect(ask()).rejects.toThrow();
    losses = 4;
    while (losses > 0) await expect(ask()).rejects.toThrow();
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);

    await close();
    proxy.close();
    rmSync(join(folder, socketName), { force: true });
  },
);

/** Passes bytes on to `real`, and ends a connection as soon as `isLost` says so of what was sent. */
async function startProxy(
  real: string,
  path: string,
  isLost: (sent: string) => boolean,
): Promise<SocketServer> {
  const proxy = createServer((client) => {
    const upstream = connect(real);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    upstream.pipe(client);
    client.on('data', (bytes) => {
      if (isLost(bytes.toString('latin1'))) end();
      else upstream.write(bytes);
    });
  });
  await new Promise<void>((listening) => {
    proxy.listen(path, listening);
  });
  return proxy;
}
