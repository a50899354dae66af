import { Pool } from 'pg';
import { openServiceStore } from '../../src/adapters/store/open-service.ts';
import { live } from '../../test/adapters/store/growth.ts';
import { startServer } from '../../test/adapters/store/server.ts';

/**
 * `npm run bench -- growth [STACKS] [DAYS]`: what a service that scans every 15 minutes leaves on a
 * PostgreSQL server, day by day of a clock of its own, and what 180 days come to at the pace of the
 * last ones. Each stack has a change of three resources and 20 records a day.
 */
const stacks = Number(process.argv[2] ?? '50');
const days = Number(process.argv[3] ?? '3');
const megabyte = 1024 * 1024;
const whole = 180;

const server = startServer();
if (server === undefined) throw new Error('There is no PostgreSQL on this machine.');
const pool = new Pool({ connectionString: server.url, max: 1 });
const sizes: number[] = [];

/** Of all tables with their indexes, as they are once a vacuum has passed. */
async function measure(day: number): Promise<void> {
  await pool.query('vacuum analyze');
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
  const shape = { stacks, days, scans: 96, changes: 1, records: 20 };
  await live(opened.value.store, shape, measure);
  const seconds = (performance.now() - began) / 1000;
  const timer = ((sizes.at(-1) ?? 0) - (sizes.at(-2) ?? 0)) / megabyte;
  const last = (sizes.at(-1) ?? 0) / megabyte;
  process.stdout.write(
    `${stacks * days * 96} scans in ${seconds.toFixed(0)} s; ${timer.toFixed(2)} MB a day, ` +
      `${(last + timer * (whole - days)).toFixed(0)} MB after ${whole} days\n`,
  );
  await opened.value.store.close();
} finally {
  await pool.end();
  server.stop();
}
