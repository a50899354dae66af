import type { Kysely } from 'kysely';
import type { SeenDifference, Unexplained } from '../../ports/store/seen-difference.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { inBatches, insertNew } from './rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** Replaces what was stored for the addresses that were read; the others stay. */
export async function keepUnexplainedRows(
  db: Kysely<Tables>,
  key: StackKey,
  { read, seen }: Unexplained,
): Promise<void> {
  const stale = db.deleteFrom('unexplained').where((eb) => eb.and(key));
  if (read === 'all') await stale.execute();
  else {
    for (const addresses of inBatches(read)) {
      await stale.where('address', 'in', addresses.map(columnText)).execute();
    }
  }
  const rows = seen.map(({ id, address, firstSeen }) => ({
    ...key,
    id,
    address: columnText(address),
    first_seen: firstSeen,
  }));
  await insertNew(db, 'unexplained', rows);
}

export async function readUnexplainedRows(
  db: Kysely<Tables>,
  key: StackKey,
): Promise<readonly SeenDifference[]> {
  const rows = await db
    .selectFrom('unexplained')
    .selectAll()
    .where((eb) => eb.and(key))
    .orderBy('id')
    .execute();
  return rows.map(({ id, address, first_seen }) => ({
    id,
    address,
    firstSeen: first_seen.toISOString(),
  }));
}
