import type { Kysely } from 'kysely';
import type { Outbox, OutboxJob } from '../../../ports/store/service-store.ts';
import { insertRows } from '../rows.ts';
import type { Tables } from '../tables.ts';

type Db = Kysely<Tables>;

export function createOutbox(db: Db): Outbox {
  return {
    put: (jobs) => db.transaction().execute((trx) => putJobs(trx, jobs)),
    pending: (limit) => readPending(db, limit),
    async done(seqs) {
      if (seqs.length === 0) return;
      await db
        .deleteFrom('outbox')
        .where('seq', 'in', [...seqs])
        .execute();
    },
  };
}

/** Has to run within the transaction that the jobs follow from. */
export async function putJobs(db: Db, jobs: readonly OutboxJob[]): Promise<void> {
  const rows = jobs.map(({ queue, job }) => ({
    tenant: job.tenant,
    queue,
    job: JSON.stringify(job),
  }));
  await insertRows(db, 'outbox', rows);
}

async function readPending(
  db: Db,
  limit: number,
): Promise<readonly (OutboxJob & { readonly seq: number })[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['seq', 'queue', 'job'])
    .orderBy('seq')
    .limit(limit)
    .execute();
  // Not checked here: the queue checks a job against its schema when it is added.
  return rows.map(({ seq, queue, job }) => ({
    seq: Number(seq),
    ...({ queue, job } as OutboxJob),
  }));
}
