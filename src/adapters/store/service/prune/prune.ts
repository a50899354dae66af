import type { Kysely } from 'kysely';
import type { PruneTimes } from '../../../../ports/store/service-store.ts';
import { dropBefore } from '../../rows.ts';
import type { Tables } from '../../tables.ts';
import { pruneRates } from '../rate-rows.ts';
import { pruneStates } from '../state-log.ts';
import { pruneHistory } from './history.ts';
import { dropOldSpans, dropUnusedTexts } from './records.ts';
import { pruneRuns } from './runs.ts';

type Db = Kysely<Tables>;

/** Drops what is older than its retention; returns the number of rows by table. */
export async function prune(
  db: Db,
  { runs, unusedRecords, deliveries, ended, history }: PruneTimes,
): Promise<Readonly<Record<string, number>>> {
  const received = new Date(deliveries);
  return {
    ...(await pruneRuns(db, runs)),
    // Open drifts, and the evidence of them, are not dropped at any age.
    closed_drifts: await dropBefore(db, 'closed_drifts', 'closed_at', new Date(runs)),
    proposals: await pruneProposals(db, runs),
    record_texts: await dropUnusedTexts(db, Date.parse(unusedRecords)),
    used_spans: await dropOldSpans(db, Date.parse(unusedRecords)),
    deliveries: await dropBefore(db, 'deliveries', 'received_at', received),
    delivery_keys: await dropBefore(db, 'delivery_keys', 'received_at', received),
    ...(history === undefined ? {} : await pruneHistory(db, history)),
    ...(ended === undefined
      ? {}
      : { ...(await pruneStates(db, ended)), rates: await pruneRates(db, Date.parse(ended)) }),
  };
}

/**
 * Only proposals that have ended: the forge still has them, and is queried before one is opened
 * again.
 */
async function pruneProposals(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('proposals')
    .where('state', '<>', 'open')
    .where('updated_at', '<', new Date(before))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
