import type { QueueLocation } from '../../../src/adapters/queue/location.ts';
import { createDatabase } from '../../../src/adapters/store/pglite.ts';
import { createPglitePool } from '../../../src/adapters/store/pglite-pool.ts';
import { hasServer, startServer } from '../store/server.ts';
import { hasRedis, startRedis } from './redis-server.ts';

export interface Place {
  readonly location: QueueLocation;
  stop(): Promise<void>;
}

/** The places for queues that this machine has. */
export const places: readonly [string, (() => Promise<Place>) | undefined][] = [
  ['PGlite', startEmbedded],
  ['PostgreSQL', hasServer() ? startPostgres : undefined],
  ['Redis', hasRedis() ? startRedisPlace : undefined],
];

async function startEmbedded(): Promise<Place> {
  const pool = createPglitePool(await createDatabase());
  return { location: { kind: 'embedded', pool }, stop: () => pool.end() };
}

async function startRedisPlace(): Promise<Place> {
  const server = await startRedis();
  return { location: { kind: 'redis', url: server.url }, stop: () => server.stop() };
}

async function startPostgres(): Promise<Place> {
  const server = startServer();
  if (server === undefined) throw new Error('PostgreSQL is gone.');
  return { location: { kind: 'server', url: server.url }, stop: async () => server.stop() };
}
