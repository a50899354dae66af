import type { Kysely } from 'kysely';
import type { PruneTimes } from '../../service/ports/store.ts';
import type { Tables } from '../tables.ts';
import { pruneMarks } from './mark-log.ts';

type Db = Kysely<Tables>;

/** Drops what is older than its retention; how many rows of what. */
export async function prune(
  db: Db,
  { deliveries, marks }: PruneTimes,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of ['deliveries', 'delivery_keys'] as const) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('received_at', '<', new Date(deliveries))
      .executeTakeFirst();
    counts[table] = Number(numDeletedRows);
  }
  if (marks !== undefined) counts['marks'] = await pruneMarks(db, marks);
  return counts;
}
