import type { Pool, PoolConfig } from 'pg';

/** Milliseconds to make a connection, and to wait for a free one. */
const connectTime = 20_000;

/**
 * Connections to a PostgreSQL server, at most `max`. The pool replaces an idle connection that was
 * lost; `report` is called for it.
 */
export async function openServerPool(
  url: string,
  options: Pick<PoolConfig, 'max' | 'onConnect'>,
  report: (error: Error) => void,
): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    ...options,
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
