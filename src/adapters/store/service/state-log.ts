import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { compareText } from '../../../model/text.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import type { State, StateKey, StateKind, StateLog } from '../../../ports/store/state/types.ts';
import { dropBefore, insertNew, putRow } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';
import { putJobs } from './outbox-rows.ts';

const tables = ['leases', 'claims', 'last_sent', 'last_seen'] as const;

type StateTable = (typeof tables)[number];

type Db = Kysely<Tables>;

/** Every kind of state has a table of its own. */
export function createStateLogs(
  db: Db,
): Pick<ServiceStore, 'leases' | 'claims' | 'lastSent' | 'lastSeen'> {
  return {
    leases: createStateLog<'lease'>(db, 'leases'),
    claims: createStateLog<'claim'>(db, 'claims'),
    lastSent: createStateLog<'lastSent'>(db, 'last_sent'),
    lastSeen: createStateLog<'lastSeen'>(db, 'last_seen'),
  };
}

function createStateLog<Kind extends StateKind>(db: Db, table: StateTable): StateLog<Kind> {
  return {
    async take(tenant, key, { value, until }) {
      const row = { ...nameOf(tenant, key), value: textOf(key, value), until };
      return (await insertNew(db, table, [row])) === 1;
    },
    put: (tenant, key, { value, until }, jobs = []) =>
      db.transaction().execute(async (trx) => {
        await putRow(trx, table, nameOf(tenant, key), { value: textOf(key, value), until });
        await putJobs(trx, jobs);
      }),
    async renew(tenant, key, { value, until }) {
      const renewed = await db
        .updateTable(table)
        .set({ until })
        .where((eb) => eb.and(nameOf(tenant, key)))
        .where(hasValue(key, value))
        .executeTakeFirst();
      return renewed.numUpdatedRows === 1n;
    },
    async get(tenant, key) {
      const row = await db
        .selectFrom(table)
        .select(['value', 'until'])
        .where((eb) => eb.and(nameOf(tenant, key)))
        .executeTakeFirst();
      return row && stateOf(key.schema, row);
    },
    async list(tenant, { prefix, schema }) {
      const rows = await db
        .selectFrom(table)
        .select(['key', 'value', 'until'])
        .where('tenant', '=', tenant)
        .where((eb) => eb(eb.fn('starts_with', ['key', eb.val(columnText(prefix))]), '=', true))
        .execute();
      const states = rows.flatMap((row) => {
        const state = stateOf(schema, row);
        return state === undefined ? [] : [{ name: row.key.slice(prefix.length), ...state }];
      });
      // Sorted here, since the order of the database depends on its language.
      return states.sort((a, b) => compareText(a.name, b.name));
    },
    async drop(tenant, key, value) {
      let dropping = db.deleteFrom(table).where((eb) => eb.and(nameOf(tenant, key)));
      if (value !== undefined) dropping = dropping.where(hasValue(key, value));
      await dropping.execute();
    },
  };
}

/** Drops what has expired; returns the number of rows by table. `now` in ISO 8601 UTC. */
export async function pruneStates(db: Db, now: string): Promise<Readonly<Record<string, number>>> {
  const dropped: Record<string, number> = {};
  for (const table of tables) {
    dropped[table] = await dropBefore(db, table, 'until', new Date(now));
  }
  return dropped;
}

/** Compares texts: a column of JSON keeps its text, and has no equality of its own. */
function hasValue<Value>(key: StateKey<StateKind, Value>, value: Value): RawBuilder<SqlBool> {
  return sql<SqlBool>`value::text = ${textOf(key, value)}`;
}

function nameOf<Value>(tenant: string, { text }: StateKey<StateKind, Value>) {
  return { tenant, key: columnText(text) };
}

/** Members are in the order of the schema, so that a value that was read is found by its text. */
function textOf<Value>({ schema }: StateKey<StateKind, Value>, value: Value): string {
  return JSON.stringify(schema.parse(value));
}

function stateOf<Value>(
  schema: z.ZodType<Value>,
  row: { readonly value: unknown; readonly until: Date },
): State<Value> | undefined {
  const read = schema.safeParse(row.value);
  return read.success ? { value: read.data, until: row.until.toISOString() } : undefined;
}
