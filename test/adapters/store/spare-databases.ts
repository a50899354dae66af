import pg from 'pg';
import type { StoreLocation } from '../../../src/adapters/store/location.ts';
import {
  type OpenServiceStore,
  openServiceStore,
} from '../../../src/adapters/store/open-service.ts';
import { atFileEnd } from '../../file-end.ts';
import { type Server, startServer } from './server.ts';

const model = 'model';

interface Running {
  readonly server: Server;
  readonly admin: pg.Pool;
}

let started: Promise<Running | undefined> | undefined;
let made = 0;

/**
 * The URL of a new database with all tables and no rows; undefined where this machine has no
 * server. One server does for a test file. Beside a test it costs a tenth of what PGlite costs in
 * it: PGlite is large, and a large process starts others slowly.
 */
export async function spareDatabase(): Promise<string | undefined> {
  started ??= startModel();
  const running = await started;
  if (running === undefined) return undefined;
  made += 1;
  const name = `spare_${made}`;
  await running.admin.query(`create database ${name} template ${model}`);
  return urlOf(running.server, name);
}

/** The store of the service at a place that nobody else has open. */
export async function openAt(location: StoreLocation): Promise<OpenServiceStore> {
  const opened = await openServiceStore(location, { timeout: 0 });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

async function startModel(): Promise<Running | undefined> {
  const server = startServer();
  if (server === undefined) return undefined;
  const admin = new pg.Pool({ connectionString: server.url, max: 1 });
  atFileEnd(async () => {
    started = undefined;
    await admin.end();
    server.stop();
  });
  await admin.query(`create database ${model}`);
  const { store } = await openAt({ kind: 'server', url: urlOf(server, model) });
  await store.close();
  return { server, admin };
}

function urlOf({ url }: Server, name: string): string {
  return url.replace('/postgres?', `/${name}?`);
}
