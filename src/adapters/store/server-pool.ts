import type { Pool } from 'pg';

/** Milliseconds to make a connection, and to wait for a free one. */
const connectTime = 20_000;

/**
 * Connections to a PostgreSQL server, at most `max`, each of which begins with the statement
 * `setUp`. The pool replaces an idle connection that was lost; `report` is called for it.
 */
export async function openServerPool(
  url: string,
  { max, setUp }: { readonly max: number; readonly setUp: string },
  report: (error: Error) => void,
): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    max,
    // Kysely's own hook for new connections never gives back one on which it failed.
    onConnect: async (client) => {
      await client.query(setUp);
    },
    connectionString: url,
    connectionTimeoutMillis: connectTime,
    keepAlive: true,
  });
  pool.on('error', report);
  // An error of a connection in use also fails its query; without a listener it would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
