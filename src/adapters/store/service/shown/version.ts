import { type Kysely, sql } from 'kysely';
import type { StackKey } from '../../../../ports/store/stack-key.ts';
import type { Tables } from '../../tables.ts';

/**
 * Counts a change of what pages show for a stack, in the transaction that makes it. Call it last:
 * the row is locked until the transaction ends.
 */
export async function noteChange(db: Kysely<Tables>, { tenant, stack }: StackKey): Promise<void> {
  await db
    .insertInto('shown_versions')
    .values({ tenant, stack, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'stack'])
        .doUpdateSet({ version: sql<number>`shown_versions.version + 1` }),
    )
    .execute();
}

/** By stack; stacks that never changed are not included. */
export async function readVersions(
  db: Kysely<Tables>,
  tenant: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('shown_versions')
    .select(['stack', 'version'])
    .where('tenant', '=', tenant)
    .execute();
  return new Map(rows.map(({ stack, version }) => [stack, Number(version)]));
}
