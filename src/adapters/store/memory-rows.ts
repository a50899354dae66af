import { type Kysely, sql } from 'kysely';
import { contentId } from '../../model/id.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { OpenQuestion } from '../../model/open-question.ts';
import type { AttributePath } from '../../model/path.ts';
import {
  type Memory,
  type MemoryUpdate,
  rememberedEvent,
  type SeenState,
} from '../../ports/store/memory.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { placeKey } from '../../reconcile/memory/place.ts';
import { inBatches, putRow, putRows, readBodies } from './rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

type Db = Kysely<Tables>;

/** What earlier runs of a stack remembered. */
export async function readMemoryRows(db: Db, key: StackKey): Promise<Memory> {
  const events = await readBodies<unknown>(db, 'remembered_events', key, ['time', 'id']);
  const open = await readBodies<OpenDrift>(db, 'open_drifts', key, ['address', 'id']);
  const questions = await readBodies<OpenQuestion>(db, 'open_questions', key, ['address', 'id']);
  const state = await db
    .selectFrom('seen_states')
    .select('body')
    .where((eb) => eb.and(key))
    .executeTakeFirst();
  // The rows hold what `keepMemoryRows` wrote.
  return {
    events: events.map(rememberedEvent),
    open,
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
  await drop(db, 'open_questions', key, update.answered ?? []);
  const events = update.events.map(({ id, time, ...event }) => ({
    ...key,
    id: columnText(id),
    time,
    body: JSON.stringify({ id, time, ...event }),
  }));
  await putRows(db, 'remembered_events', events, ['time', 'body']);
  const open = update.open.map((drift) => ({
    ...key,
    id: placeId(drift),
    address: columnText(drift.address),
    first_seen: drift.firstSeen,
    body: JSON.stringify(drift),
    outcome: drift.verdicts.at(-1)?.outcome ?? null,
  }));
  await putRows(db, 'open_drifts', open, ['body', 'outcome']);
  const questions = (update.questions ?? []).map((question) => ({
    ...key,
    id: question.id,
    address: columnText(question.address),
    first_seen: question.firstSeen,
    body: JSON.stringify(question),
  }));
  await putRows(db, 'open_questions', questions, ['body']);
  if (update.state === undefined) return;
  await putRow(db, 'seen_states', key, { body: JSON.stringify(update.state) });
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
  table: 'remembered_events' | 'open_drifts' | 'open_questions',
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
