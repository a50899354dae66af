import type { Kysely } from 'kysely';
import type { JsonObject } from '../../../model/json.ts';
import type { AddedStackLog } from '../../../ports/added-stacks.ts';
import { putRow } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';

export function createAddedStackLog(db: Kysely<Tables>): AddedStackLog {
  return {
    async list() {
      const rows = await db
        .selectFrom('added_stacks')
        .selectAll()
        .orderBy('tenant')
        .orderBy('name')
        .execute();
      return rows.map(({ tenant, name, body, added_at, added_by }) => ({
        tenant,
        name,
        body: body as JsonObject,
        at: added_at.toISOString(),
        by: added_by,
      }));
    },
    put({ tenant, name, body, at, by }) {
      const row = { body: JSON.stringify(body), added_at: at, added_by: columnText(by) };
      return putRow(db, 'added_stacks', { tenant, name }, row);
    },
    async drop(tenant, name) {
      const { numDeletedRows } = await db
        .deleteFrom('added_stacks')
        .where('tenant', '=', tenant)
        .where('name', '=', columnText(name))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
