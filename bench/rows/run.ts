import { Pool } from 'pg';
import { openServiceStore } from '../../src/adapters/store/open-service.ts';
import { startServer } from '../../test/adapters/store/server.ts';
import { questions } from './questions.ts';

/**
 * `npm run bench -- rows [MILLIONS]`: queries for the audit records of one tenant, among that many
 * rows on a PostgreSQL server, with the plan of each. The rows are spread over 180 days, five
 * sources and two tenants. Beyond 30 days, the texts of nineteen in twenty are dropped, as the
 * retention does.
 */
const millions = Number(process.argv[2] ?? '1');
const piece = 500_000;

const insert = `insert into collected_records
  (tenant, source, id, cloud, stream, event_time, ingested_at, collected_at, digest, raw)
  select case when n % 4 = 0 then 'other' else 'acme' end, 'trail-' || n % 5, md5(n::text), 'aws',
    'eu-central-1', at, at + interval '5 minutes', at + interval '6 minutes', md5((-n)::text),
    case when n % 20 = 1 or at > timestamptz '2026-05-31'
      then repeat('{"eventName":"PutBucketTagging"}', 15) end
  from (select n, timestamptz '2026-01-01' + n * ($3::float8 * interval '1 second') as at
    from generate_series($1::bigint, $2::bigint) as n) as numbered`;

const server = startServer();
if (server === undefined) throw new Error('There is no PostgreSQL on this machine.');
const pool = new Pool({ connectionString: server.url, max: 1 });
try {
  const opened = await openServiceStore({ kind: 'server', url: server.url }, { timeout: 10_000 });
  if (!opened.ok) throw new Error(opened.error.message);
  const rows = millions * 1_000_000;
  const seconds = (180 * 86_400) / rows;
  for (let from = 0; from < rows; from += piece) {
    await pool.query(insert, [from, Math.min(from + piece, rows) - 1, seconds]);
  }
  await pool.query('vacuum analyze collected_records');
  const { rows: sizes } = await pool.query(
    `select pg_size_pretty(pg_table_size('collected_records')) as rows,
       pg_size_pretty(pg_indexes_size('collected_records')) as indexes`,
  );
  process.stdout.write(`${rows} rows: ${JSON.stringify(sizes[0])}\n`);
  const log = opened.value.store.collected('acme');
  for (const { name, ask, sql, values } of questions(opened.value.store, log)) {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now();
      await ask();
      times.push(performance.now() - began);
    }
    const median = times.sort((a, b) => a - b)[2] ?? 0;
    const plan = await pool.query(`explain (analyze, buffers, costs off, timing off) ${sql}`, [
      ...values,
    ]);
    process.stdout.write(`\n${name}: ${median.toFixed(1)} ms\n`);
    for (const row of plan.rows) process.stdout.write(`  ${row['QUERY PLAN']}\n`);
  }
  await opened.value.store.close();
} finally {
  await pool.end();
  server.stop();
}
