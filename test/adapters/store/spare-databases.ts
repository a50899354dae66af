import pg from 'pg';
import type { StoreLocation } from '../../../src/adapters/store/location.ts';
import {
  type OpenServiceStore,
  openServiceStore,
} from '../../../src/adapters/store/open-service.ts';
import { atFileEnd } from '../../file-ends.ts';
import { startServer } from './server.ts';
import { sharedServer } from './shared-server.ts';

const model = 'model';

interface Running {
  readonly url: string;
  readonly admin: pg.Pool;
}

let started: Promise<Running | undefined> | undefined;
let made = 0;

/**
 * The URL of a new database with all tables but without rows; undefined if this machine has no
 * server. It costs a tenth of PGlite, which makes the process of the test so large that it starts
 * other processes slowly.
 */
export async function spareDatabase(): Promise<string | undefined> {
  started ??= startModel();
  const running = await started;
  if (running === undefined) return undefined;
  made += 1;
  const name = `spare_${process.pid}_${made}`;
  await running.admin.query(`create database ${name} template ${model}`);
  return urlOf(running.url, name);
}

/** Opens the service's store at a location that nothing else has open. */
export async function openAt(location: StoreLocation): Promise<OpenServiceStore> {
  const opened = await openServiceStore(location, { timeout: 0 });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

/** The server of the test run, or, without one, a server for this test file. */
async function startModel(): Promise<Running | undefined> {
  const shared = await sharedServer();
  const own = shared === undefined ? startServer() : undefined;
  const url = shared ?? own?.url;
  if (url === undefined) return undefined;
  const admin = new pg.Pool({ connectionString: url, max: 1 });
  atFileEnd(async () => {
    started = undefined;
    await admin.end();
    own?.stop();
  });
  await makeModel(url, admin);
  return { url, admin };
}

/** Creates the database that others are copied from, unless another process has done so. */
async function makeModel(url: string, admin: pg.Pool): Promise<void> {
  await admin.query('select pg_advisory_lock(1)');
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [model]);
  if (rowCount === 0) {
    await admin.query('drop database if exists making');
    await admin.query('create database making');
    const { store } = await openAt({ kind: 'server', url: urlOf(url, 'making') });
    await store.close();
    await admin.query(`alter database making rename to ${model}`);
  }
  await admin.query('select pg_advisory_unlock(1)');
}

function urlOf(url: string, database: string): string {
  return url.replace('/postgres?', `/${database}?`);
}
