import type { Pool } from 'pg';
import { reportedIntents } from '../../src/reconcile/shown/intents.ts';
import { codeManager, ledgerEntry } from '../../src/stages/ledger/entry.ts';
import { runDemo } from '../../test/app/plan/demo-plans.ts';

export const tenant = 'acme';
export const stackNames = Array.from({ length: 10 }, (_, at) => `stack-${at}`);

/**
 * Rows in the form that scans leave, each with the page content of an intent from a run of the
 * demo. Nine in ten belong to intents that are over.
 */
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
    replace(replace($3::text, '{intent}', id), '{n}', n::text)::json
  from (select n, 'stack-' || n % 10 as stack, 'i-' || lpad(to_hex(n), 12, '0') as id, at,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as iso,
      'aws_lambda_function.this["' || n || '"]' as address,
      (array['human', 'controller', 'pipeline', 'cost', 'agent'])[1 + n % 5] as class
    from (select n, now() - n * interval '1 minute' as at from generate_series($1::int, $2::int) as n) as timed) as named`;

const dayRows = `insert into shown_days (tenant, stack, day, drifts, intents)
  select 'acme', 'stack-' || s, to_char(now() - d * interval '1 day', 'YYYY-MM-DD'), 1000 - d * 10, 900
    from generate_series(0, 9) as s, generate_series(0, 30) as d`;

/** The latest run of each stack, with a report of all its open intents. */
const runRows = `insert into runs
  (tenant, stack, id, command, started_at, report, record, revision, findings, drift_count, intent_count)
  select 'acme', stack, 'r-1', 'scan', now(), ($1::jsonb || jsonb_build_object(
      'intents', jsonb_agg(detail::jsonb -> 'intent'),
      'drifts', jsonb_agg(detail::jsonb -> 'drifts' -> 0),
      'decisions', jsonb_agg(detail::jsonb -> 'decisions' -> 0)))::json,
    null, repeat('c', 40), 'f', count(*), count(*)
  from shown_intents where open group by stack`;

const decisionRows = `insert into decisions (tenant, stack, run, intent, drift, address, outcome, rule, body)
  select tenant, stack, run, id, decision ->> 'drift', decision ->> 'address',
    decision #>> '{verdict,outcome}', decision #>> '{verdict,rule}', decision
  from (select *, detail::jsonb #> '{decisions,0}' as decision from shown_intents where open) as opened`;

const ledgerRows = `insert into ledger_entries (tenant, stack, id, address, kind, manager, time, body)
  select 'acme', stack, 'l-' || id, address, 'apply', 'code', now() - interval '90 days',
    replace($1::text, '{n}', number)::json
  from (select stack, id, detail::jsonb #>> '{drifts,0,address}' as address,
      substring(detail::jsonb #>> '{drifts,0,address}' from '[0-9]+') as number
    from shown_intents where open) as opened`;

/** Fills the tables that pages read, and returns their sizes. */
export async function fill(pool: Pool, intents: number): Promise<string> {
  const { detail, report, entry } = await demoTexts();
  const piece = 20_000;
  for (let from = 0; from < intents; from += piece) {
    await pool.query(intentRows, [from, Math.min(from + piece, intents) - 1, detail]);
  }
  await pool.query(runRows, [report]);
  await pool.query(decisionRows);
  await pool.query(ledgerRows, [entry]);
  await pool.query(dayRows);
  await pool.query('vacuum analyze');
  const { rows } = await pool.query(
    `select pg_size_pretty(pg_table_size('shown_intents')) || ' and indexes of ' ||
       pg_size_pretty(pg_indexes_size('shown_intents')) || '; a report has ' ||
       (select pg_size_pretty(max(length(report::text))::bigint) from runs) as size`,
  );
  return String(rows[0]?.['size']);
}

/**
 * The content shared by all rows: an intent of the demo's night, the report around it, and the
 * owner of a field.
 */
async function demoTexts() {
  const { report } = await runDemo();
  const found = reportedIntents('stack', report, []).find(
    ({ detail: { drifts } }) => drifts[0]?.address === 'aws_lambda_function.this["checkout"]',
  );
  if (found === undefined) throw new Error('The demo has no such intent any more.');
  const {
    detail,
    card: { intent },
  } = found;
  const drift = detail.drifts[0]?.id ?? '';
  const mark = (value: unknown) =>
    JSON.stringify(value)
      .replaceAll(intent, '{intent}')
      .replaceAll(drift, 'd-{n}')
      .replaceAll('checkout', '{n}');
  const { intents: _, drifts: __, decisions: ___, ...around } = report;
  const entry = ledgerEntry({
    ...{
      kind: 'apply',
      time: '2026-03-01T00:00:00.000Z',
      address: 'aws_lambda_function.this["{n}"]',
    },
    ...{ type: 'aws_lambda_function', manager: codeManager, reason: 'declared' },
    ...{ evidence: [], config: { memory_size: 256 }, hidden: [], mode: 'free' },
  } as const);
  return { detail: mark(detail), report: JSON.stringify(around), entry: JSON.stringify(entry) };
}
