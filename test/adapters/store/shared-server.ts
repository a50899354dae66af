import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Server, startServer } from './server.ts';

/** The environment variable with the folder of a test run. */
const variable = 'PARLEY_TEST_RUN';
const socketName = 'postgres';

/** A folder that is removed after all test files are done; undefined if there is none. */
export const runFolder = (): string | undefined => process.env[variable];

/**
 * Makes a folder for the test run, and shares one PostgreSQL server among all its test files: the
 * server starts when the first of them asks for it, and ends with the run, however its files end.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[variable] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'parley-run-'));
  let server: Server | undefined;
  const listener = createServer((socket) => {
    server ??= startServer();
    // The client may already be gone.
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

/** The URL of the shared server; undefined if there is none to share. */
export async function sharedServer(): Promise<string | undefined> {
  const folder = runFolder();
  if (folder === undefined) return undefined;
  const url = await text(connect(join(folder, socketName)));
  return url === '' ? undefined : url;
}
