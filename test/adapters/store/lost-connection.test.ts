import { rmSync } from 'node:fs';
import { connect, createServer, type Server as SocketServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/store/database.ts';
import { newFolder, removeFolders } from '../../entry/cli/parley.ts';
import { startServer } from './server.ts';

const socketName = '.s.PGSQL.5432';
const server = startServer();
afterAll(() => {
  server?.stop();
  removeFolders();
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
