import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createServiceStore } from '../../../src/adapters/store/service/service-store.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import { at, proposalOf, reconcileJob, serviceRun } from './service-runs.ts';

/**
 * Once told to begin, writes the same things as every other process with the same arguments, and
 * prints how often it was the first.
 */
const [, , url = '', tenant = '', rounds = '0'] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 4 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const store = createServiceStore(db, () => db.destroy());
const key = { tenant, stack: 'prod' };
const event = { kind: 'other', because: 'a star' } as const;

async function round(n: number): Promise<number> {
  const jobs = [reconcileJob(tenant, `s${n}`)];
  const delivery = { tenant, forge: 'github', id: `d${n}`, receivedAt: at(14), event };
  const answer = { id: `a-${n}`, intent: 'i-one', digest: 'd', action: 'accept' } as const;
  const [first, second] = await Promise.all([
    store.deliveries.keep(delivery, [`k${n}`, `body${n}`], jobs),
    store.answers.keep(key, { ...answer, by: 'github:alice', at: at(14) }, jobs),
    store.runs.keep(key, serviceRun({ startedAt: at(14, n) }), () => jobs),
    store.proposals.put(proposalOf(tenant, 'prod', n + 1)),
  ]);
  return Number(first) + Number(second);
}

process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  let firsts = 0;
  for (let n = 0; n < Number(rounds); n += 1) firsts += await round(n);
  process.stdout.write(`${firsts}\n`);
  await store.close();
  process.exit(0);
});
