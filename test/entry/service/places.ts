import { hasRedis } from '../../adapters/queue/redis-server.ts';
import { hasServer, startServer } from '../../adapters/store/server.ts';
import { startDurableRedis } from '../../app/servers/redis.ts';

/** Where a service stores its data, as environment variables. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
  /** Whether several processes may share it. */
  readonly isShared: boolean;
  stop(): Promise<void>;
}

export const places: readonly (readonly [string, (() => Promise<Place>) | undefined])[] = [
  ['a folder', async () => ({ env: {}, isShared: false, stop: async () => undefined })],
  ['PostgreSQL', hasServer() ? startPostgres : undefined],
  ['PostgreSQL and Redis', hasServer() && hasRedis() ? startBoth : undefined],
];

export async function startPostgres(): Promise<Place> {
  const server = startServer();
  if (server === undefined) throw new Error('PostgreSQL is gone.');
  return {
    env: { PARLEY_STORE: server.url },
    isShared: true,
    stop: async () => server.stop(),
  };
}

async function startBoth(): Promise<Place> {
  const redis = await startDurableRedis();
  const postgres = await startPostgres();
  return {
    ...postgres,
    env: { ...postgres.env, PARLEY_QUEUE: redis.url },
    async stop() {
      await redis.stop();
      await postgres.stop();
    },
  };
}
