import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Server, startServer } from './server.ts';

/** Names the folder of a run of the tests. */
const variable = 'PARLEY_TEST_RUN';
const socketName = 'postgres';

/** What is put there is gone when all test files are done; undefined where nobody made it. */
export const runFolder = (): string | undefined => process.env[variable];

/**
 * Makes a folder for the run, and has one PostgreSQL server for all test files of a run: it starts when the first of them asks for
 * it, and ends with the run, however its files end.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[variable] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'parley-run-'));
  let server: Server | undefined;
  const listener = createServer((socket) => {
    server ??= startServer();
    // Whoever asks may be gone by now.
    socket.on('error', () => undefined);
    socket.end(server?.url ?? '');
  }).listen(join(folder, socketName));
  await once(listener, 'listening');
  process.env[variable] = folder;
  return async () => {
    delete process.env[variable];
    listener.close();
    server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** URL of that server; undefined where nobody has one to share, or this machine has none. */
export async function sharedServer(): Promise<string | undefined> {
  const folder = runFolder();
  if (folder === undefined) return undefined;
  const url = await text(connect(join(folder, socketName)));
  return url === '' ? undefined : url;
}
