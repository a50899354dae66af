import type { Insertable, Kysely } from 'kysely';
import type { Intent } from '../../model/intent.ts';
import type { IntentState, LifecycleStep } from '../../model/lifecycle.ts';
import type {
  RunRecord,
  StepOrigin,
  StoredField,
  StoredIntent,
  StoredRun,
  StoredTransition,
} from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import {
  type LifecycleMove,
  planLifecycleMove,
  planLifecycleMoves,
  watchedIn,
} from './intent-moves.ts';
import { insertRows, putRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** Records the intents of a run, and what the run says about earlier ones. */
export async function recordIntents(
  db: Kysely<Tables>,
  key: StackKey,
  run: StoredRun,
  record: RunRecord,
): Promise<void> {
  const { report } = record;
  const ids = report.intents.map(({ id }) => id);
  const concerned = await readIntentRows(db, key, ids, watchedIn(report));
  await writeMoveRows(db, key, planLifecycleMoves(run, record, concerned));
}

/** Takes one step. Returns false if there is none to take. */
export async function stepIntent(
  db: Kysely<Tables>,
  key: StackKey,
  intent: string,
  step: LifecycleStep,
  origin: StepOrigin,
): Promise<boolean> {
  const stored = (await readIntentRows(db, key, [intent])).find((one) => one.intent.id === intent);
  const move = planLifecycleMove(stored, step, origin);
  if (move === undefined) return false;
  await writeMoveRows(db, key, [move]);
  return true;
}

/** Each intent may occur only once: a statement cannot write a row twice. */
export async function writeMoveRows(
  db: Kysely<Tables>,
  key: StackKey,
  moves: readonly LifecycleMove[],
): Promise<void> {
  const transitions = moves.flatMap((move) => move.transitions.map((each) => stepRow(key, each)));
  await insertRows(db, 'intent_transitions', transitions);
  const intents = moves.map(({ stored }) => intentRow(key, stored));
  await putRows(db, 'intents', intents, ['state', 'body', 'fields', 'last_seen']);
}

function stepRow(
  key: StackKey,
  { from, to, ...transition }: StoredTransition,
): Insertable<Tables['intent_transitions']> {
  return { ...key, ...transition, from_state: from, to_state: to };
}

function intentRow(
  key: StackKey,
  { intent, state, fields, firstSeen, lastSeen }: StoredIntent,
): Insertable<Tables['intents']> {
  return {
    ...key,
    id: intent.id,
    state,
    body: JSON.stringify(intent),
    fields: JSON.stringify(fields),
    first_seen: firstSeen,
    last_seen: lastSeen,
  };
}

/** All intents, or those with these ids and those in these states. */
export async function readIntentRows(
  db: Kysely<Tables>,
  key: StackKey,
  ids?: readonly string[],
  states: readonly IntentState[] = [],
): Promise<readonly StoredIntent[]> {
  const rows = await db
    .selectFrom('intents')
    .selectAll()
    .where((eb) => eb.and(key))
    .$if(ids !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([
          eb('id', 'in', [...(ids ?? []), '']),
          ...(states.length === 0 ? [] : [eb('state', 'in', states)]),
        ]),
      ),
    )
    .orderBy('first_seen')
    .orderBy('id')
    .execute();
  return rows.map(({ body, fields, state, first_seen, last_seen }) => ({
    intent: body as Intent,
    state,
    fields: fields as readonly StoredField[],
    firstSeen: first_seen.toISOString(),
    lastSeen: last_seen.toISOString(),
  }));
}

export async function readTransitionRows(
  db: Kysely<Tables>,
  key: StackKey,
  intent: string,
): Promise<readonly StoredTransition[]> {
  const rows = await db
    .selectFrom('intent_transitions')
    .selectAll()
    .where((eb) => eb.and(key))
    .where('intent', '=', columnText(intent))
    .orderBy('seq')
    .execute();
  return rows.map(({ from_state, to_state, event, because, run, time }) => ({
    intent,
    from: from_state,
    to: to_state,
    event,
    because,
    run,
    time: time.toISOString(),
  }));
}
