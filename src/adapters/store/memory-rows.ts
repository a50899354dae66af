import { type Insertable, type Kysely, sql } from 'kysely';
import { contentId } from '../../model/id.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { AttributePath } from '../../model/path.ts';
import {
  type Memory,
  type MemoryUpdate,
  rememberedEvent,
  type SeenState,
} from '../../ports/store/memory.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { placeKey } from '../../reconcile/memory/place.ts';
import { inBatches } from './batches.ts';
import { keepQuestions, readQuestions } from './question-rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

type Db = Kysely<Tables>;

/** What earlier runs of a stack remembered. */
export async function readMemoryRows(db: Db, key: StackKey): Promise<Memory> {
  const events = await db
    .selectFrom('remembered_events')
    .select('body')
    .where((eb) => eb.and(key))
    .orderBy('time')
    .orderBy('id')
    .execute();
  const open = await db
    .selectFrom('open_drifts')
    .select('body')
    .where((eb) => eb.and(key))
    .orderBy('address')
    .orderBy('id')
    .execute();
  const state = await db
    .selectFrom('seen_states')
    .select('body')
    .where((eb) => eb.and(key))
    .executeTakeFirst();
  const questions = await readQuestions(db, key);
  // The rows hold what `keepMemoryRows` wrote.
  return {
    events: events.map(({ body }) => rememberedEvent(body)),
    open: open.map(({ body }) => body as OpenDrift),
    ...(questions.length === 0 ? {} : { questions }),
    ...(state === undefined ? {} : { state: state.body as SeenState }),
  };
}

/** When the complete state of a stack was first read back, ISO 8601 UTC. */
export async function readBaseline(db: Db, key: StackKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('seen_states')
    .select(sql<string | null>`body ->> 'baseline'`.as('baseline'))
    .where((eb) => eb.and(key))
    .executeTakeFirst();
  return row?.baseline ?? undefined;
}

/** Writes what a run changed. What another run wrote meanwhile about other places stays. */
export async function keepMemoryRows(db: Db, key: StackKey, update: MemoryUpdate): Promise<void> {
  await drop(db, 'remembered_events', key, update.forgotten.map(columnText));
  await drop(db, 'open_drifts', key, update.closed.map(keyId));
  for (const some of inBatches(update.events)) {
    const rows = some.map(({ id, time, ...event }) => ({
      ...key,
      id: columnText(id),
      time,
      body: JSON.stringify({ id, time, ...event }),
    }));
    await putEvents(db, rows);
  }
  for (const some of inBatches(update.open)) {
    const rows = some.map((drift) => ({
      ...key,
      id: placeId(drift),
      address: columnText(drift.address),
      first_seen: drift.firstSeen,
      body: JSON.stringify(drift),
      outcome: drift.verdicts.at(-1)?.outcome ?? null,
    }));
    await putOpen(db, rows);
  }
  await keepQuestions(db, key, update);
  if (update.state === undefined) return;
  const body = JSON.stringify(update.state);
  await db
    .insertInto('seen_states')
    .values({ ...key, body })
    .onConflict((conflict) => conflict.columns(['tenant', 'stack']).doUpdateSet({ body }))
    .execute();
}

export function placeId(place: { readonly address: string; readonly path: AttributePath }): string {
  return keyId(placeKey(place.address, place.path));
}

/** Hashed, because a path may be longer than an index allows. */
function keyId(place: string): string {
  return contentId('o', place);
}

async function drop(
  db: Db,
  table: 'remembered_events' | 'open_drifts',
  key: StackKey,
  ids: readonly string[],
): Promise<void> {
  for (const some of inBatches(ids)) {
    await db
      .deleteFrom(table)
      .where((eb) => eb.and(key))
      .where('id', 'in', some)
      .execute();
  }
}

async function putEvents(
  db: Db,
  rows: readonly Insertable<Tables['remembered_events']>[],
): Promise<void> {
  await db
    .insertInto('remembered_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'stack', 'id']).doUpdateSet((eb) => ({
        time: eb.ref('excluded.time'),
        body: eb.ref('excluded.body'),
      })),
    )
    .execute();
}

async function putOpen(db: Db, rows: readonly Insertable<Tables['open_drifts']>[]): Promise<void> {
  await db
    .insertInto('open_drifts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'stack', 'id']).doUpdateSet((eb) => ({
        body: eb.ref('excluded.body'),
        outcome: eb.ref('excluded.outcome'),
      })),
    )
    .execute();
}
