import type { Kysely } from 'kysely';
import type { SeenDifference, Unexplained } from '../pipeline/pending.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** Replaces what was kept of the addresses that were read; of the others it stays. */
export async function keepUnexplained(
  db: Kysely<Tables>,
  tenant: string,
  { read, seen }: Unexplained,
): Promise<void> {
  const stale = db.deleteFrom('unexplained').where('tenant', '=', tenant);
  if (read === 'all') await stale.execute();
  else if (read.length > 0) await stale.where('address', 'in', read.map(columnText)).execute();
  for (const { id, address, firstSeen } of seen) {
    await db
      .insertInto('unexplained')
      .values({ tenant, id, address: columnText(address), first_seen: firstSeen })
      .onConflict((conflict) => conflict.columns(['tenant', 'id']).doNothing())
      .execute();
  }
}

export async function readUnexplained(
  db: Kysely<Tables>,
  tenant: string,
): Promise<readonly SeenDifference[]> {
  const rows = await db
    .selectFrom('unexplained')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('id')
    .execute();
  return rows.map(({ id, address, first_seen }) => ({
    id,
    address,
    firstSeen: first_seen.toISOString(),
  }));
}
