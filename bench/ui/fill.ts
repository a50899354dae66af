import type { Pool } from 'pg';

export const tenant = 'acme';
export const stackNames = Array.from({ length: 10 }, (_, at) => `stack-${at}`);

/** Rows as scans leave them: nine in ten of intents that are over, with all that pages say of each. */
const intentRows = `insert into shown_intents
  (tenant, stack, id, run, open, asks, proposed, severity, class, outcomes, dimensions, rules, words,
    from_time, to_time, first_seen, last_seen, digest, card, detail)
  select 'acme', stack, id, 'r-1', n % 10 = 0, n % 30 = 0, false, n % 6, class,
    case when n % 30 = 0 then ' escalate ' else ' accept ' end, ' security ', 'accept people-harmless',
    'raised memory of ' || address || ' by alice-' || n % 97, at, at + interval '1 minute', at, now(), md5(n::text),
    json_build_object('stack', stack, 'intent', id, 'summary', 'Raised memory of ' || address,
      'actor', 'alice-' || n % 97 || '@example.com', 'class', class, 'from', iso, 'to', iso,
      'outcomes', json_build_array(case when n % 30 = 0 then 'escalate' else 'accept' end),
      'harm', json_build_object('dimension', 'security', 'severity', 3, 'because', 'a defense less'),
      'fields', 2, 'digest', 'q-' || n,
      'changes', json_build_array(json_build_object('address', address, 'path', json_build_array('memory_size'),
        'declared', json_build_object('kind', 'value', 'value', 256),
        'live', json_build_object('kind', 'value', 'value', 1024)))),
    json_build_object('intent', json_build_object('id', id, 'summary', 'Raised memory', 'purpose', 'scaling',
        'confidence', 0.9, 'rule', 'r', 'drifts', json_build_array('d-' || n), 'wants', json_build_array(),
        'actor', json_build_object('class', class, 'principal', 'arn:aws:iam::1:user/alice', 'name', 'alice',
          'signature', 's', 'evidence', 'trusted'),
        'window', json_build_object('from', iso, 'to', iso)),
      'decisions', json_build_array(), 'drifts', json_build_array(), 'diff', json_build_array(),
      'unresolved', json_build_array(), 'contentions', json_build_array(), 'evidence', json_build_array(),
      'filling', repeat(md5(n::text), 60))
  from (select n, 'stack-' || n % 10 as stack, 'i-' || lpad(to_hex(n), 12, '0') as id, at,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as iso,
      'aws_lambda_function.fn["' || n || '"]' as address,
      (array['human', 'controller', 'pipeline', 'cost', 'agent'])[1 + n % 5] as class
    from (select n, now() - n * interval '1 minute' as at from generate_series($1::int, $2::int) as n) as timed) as named`;

const dayRows = `insert into shown_days (tenant, stack, day, drifts, intents)
  select 'acme', 'stack-' || s, to_char(now() - d * interval '1 day', 'YYYY-MM-DD'), 1000 - d * 10, 900
    from generate_series(0, 9) as s, generate_series(0, 30) as d`;

/** Fills the tables that pages read; how large they are. */
export async function fill(pool: Pool, intents: number): Promise<string> {
  const piece = 20_000;
  for (let from = 0; from < intents; from += piece) {
    await pool.query(intentRows, [from, Math.min(from + piece, intents) - 1]);
  }
  await pool.query(dayRows);
  await pool.query('vacuum analyze');
  const { rows } = await pool.query(
    `select pg_size_pretty(pg_table_size('shown_intents')) || ' and indexes of ' ||
       pg_size_pretty(pg_indexes_size('shown_intents')) as size`,
  );
  return String(rows[0]?.['size']);
}
