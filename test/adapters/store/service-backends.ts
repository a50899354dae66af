import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { createDatabase } from '../../../src/adapters/store/pglite.ts';
import { createPglitePool } from '../../../src/adapters/store/pglite-pool.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import type { Places } from '../../places.ts';
import { startServer } from './server.ts';

export interface TestBackends {
  /** Functions that open empty databases; what is done with them is up to the test. */
  readonly list: Places<() => Promise<Kysely<Tables>>>;
  /** The URL of the server, for other processes. */
  readonly url: string | undefined;
  stop(): void;
}

/** PGlite and a server, each without Parley's tables. */
export function startBackends(): TestBackends {
  const server = startServer();
  const on = (pool: PostgresPool) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema('public');
  return {
    url: server?.url,
    list: [
      ['PGlite', async () => on(createPglitePool(await createDatabase()))],
      [
        'PostgreSQL',
        server && (async () => on(new pg.Pool({ connectionString: server.url, max: 8 }))),
      ],
    ],
    stop: () => server?.stop(),
  };
}
