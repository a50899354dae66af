import { Pool } from 'pg';
import { openServiceStore } from '../../src/adapters/store/open-service.ts';
import { live } from '../../test/adapters/store/growth.ts';
import { startServer } from '../../test/adapters/store/server.ts';

/**
 * `npm run bench -- growth [STACKS] [DAYS] [EARLY]`: how a PostgreSQL server grows with a service
 * that scans every 15 minutes, for each day of a simulated clock. Each stack has a change of three
 * resources and 20 records a day. Before the last two days a stack is scanned only EARLY times a
 * day, since the scans in between leave nothing. The server vacuums every second, which is at least
 * half an hour of the simulated clock.
 */
const stacks = Number(process.argv[2] ?? '50');
const days = Number(process.argv[3] ?? '180');
const early = Number(process.argv[4] ?? '8');
const megabyte = 1024 * 1024;

const server = startServer(['autovacuum_naptime=1s', 'autovacuum_vacuum_cost_delay=0']);
if (server === undefined) throw new Error('There is no PostgreSQL on this machine.');
const pool = new Pool({ connectionString: server.url, max: 1 });
const sizes: number[] = [];

/** Measures all tables with their indexes, as the server's own vacuum leaves them. */
async function measure(day: number): Promise<void> {
  await pool.query('analyze');
  const { rows } = await pool.query<{ name: string; bytes: string; rows: string }>(
    `select relname as name, pg_total_relation_size(relid) as bytes, n_live_tup as rows
     from pg_stat_user_tables where schemaname = 'public' order by 2 desc`,
  );
  const total = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  sizes.push(total);
  const largest = rows
    .slice(0, 8)
    .map(
      ({ name, bytes, rows: count }) =>
        `${name} ${(Number(bytes) / megabyte).toFixed(1)} (${count})`,
    );
  process.stdout.write(`day ${day}: ${(total / megabyte).toFixed(1)} MB; ${largest.join(', ')}\n`);
}

try {
  const opened = await openServiceStore({ kind: 'server', url: server.url }, { timeout: 10_000 });
  if (!opened.ok) throw new Error(opened.error.message);
  const began = performance.now();
  const shape = { stacks, days, scans: 96, early, changes: 1, records: 20 };
  await live(opened.value.store, shape, measure);
  const seconds = (performance.now() - began) / 1000;
  const largest = Math.max(...sizes) / megabyte;
  process.stdout.write(
    `${days} days in ${seconds.toFixed(0)} s; ${largest.toFixed(0)} MB at most\n`,
  );
  await opened.value.store.close();
} finally {
  await pool.end();
  server.stop();
}
