import pg from 'pg';
import { hasRedis } from '../../adapters/queue/redis-server.ts';
import { hasServer, type Server, startServer } from '../../adapters/store/server.ts';
import { type DurableRedis, startDurableRedis } from '../servers/redis.ts';

/** Where the service keeps its data and its jobs. */
export interface SetUp {
  /** Environment variables that locate them. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether several processes may share it. */
  readonly isShared: boolean;
  readonly postgres?: Server;
  readonly redis?: DurableRedis;
  stop(): Promise<void>;
}

export type SetUpName = 'embedded' | 'PostgreSQL' | 'Redis and PostgreSQL';

/** The ways to run the service; undefined if this machine lacks a program for one. */
export const setUps: readonly (readonly [SetUpName, (() => Promise<SetUp>) | undefined])[] = [
  ['embedded', async () => ({ env: {}, isShared: false, stop: async () => undefined })],
  ['PostgreSQL', onServer(onPostgres)],
  ['Redis and PostgreSQL', hasRedis() ? onServer(onBoth) : undefined],
];

/** Each set-up gets a server of its own, so that killing it affects nothing else. */
function onServer(
  make: (server: Server) => Promise<Omit<SetUp, 'isShared'>>,
): (() => Promise<SetUp>) | undefined {
  if (!hasServer()) return undefined;
  return async () => {
    const server = startServer();
    if (server === undefined) throw new Error('PostgreSQL is gone.');
    return { isShared: true, ...(await make(server)) };
  };
}

async function onPostgres(server: Server): Promise<Omit<SetUp, 'isShared'>> {
  return {
    env: { PARLEY_STORE: server.url, PARLEY_QUEUE: server.url },
    postgres: server,
    stop: async () => server.stop(),
  };
}

async function onBoth(server: Server): Promise<Omit<SetUp, 'isShared'>> {
  const redis = await startDurableRedis();
  return {
    env: { PARLEY_STORE: server.url, PARLEY_QUEUE: redis.url },
    postgres: server,
    redis,
    async stop() {
      await redis.stop();
      server.stop();
    },
  };
}

/** Queries the database directly. */
export async function query<T extends pg.QueryResultRow>(
  { url }: Server,
  sql: string,
): Promise<readonly T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}
