import type { Insertable, Kysely } from 'kysely';
import { groupBy } from '../model/group.ts';
import type { Intent } from '../model/intent.ts';
import { advance, type IntentState, type LifecycleStep } from '../model/lifecycle.ts';
import type { Report } from '../model/report.ts';
import { revival } from '../pipeline/lifecycle.ts';
import type {
  RunRecord,
  StepOrigin,
  StoredField,
  StoredIntent,
  StoredRun,
  StoredTransition,
} from '../pipeline/store.ts';
import type { StackKey } from '../service/ports/stack-key.ts';
import { inBatches } from './batches.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** Records the intents of a run, and what the run says of earlier ones. */
export async function recordIntents(
  db: Kysely<Tables>,
  key: StackKey,
  run: StoredRun,
  { report, steps, assess }: RunRecord,
): Promise<void> {
  const ids = report.intents.map(({ id }) => id);
  const concerned = await readIntents(db, key, ids, watchedIn(report));
  const known = new Map(concerned.map((each) => [each.intent.id, each]));
  const decisions = groupBy(report.decisions, ({ intent }) => intent);
  const origin = { run: run.id, time: run.startedAt };
  const moves: Move[] = [];
  for (const intent of report.intents) {
    const before = known.get(intent.id);
    const fields = (decisions.get(intent.id) ?? []).map(fieldOf);
    const stored = before ?? {
      intent,
      state: 'ingested',
      fields,
      firstSeen: run.startedAt,
      lastSeen: run.startedAt,
    };
    const outcomes = fields.map(({ outcome }) => outcome);
    const revived = before === undefined ? undefined : revival(before, outcomes);
    const own = steps.get(intent.id) ?? [];
    const all = revived === undefined ? own : [revived, ...own];
    moves.push(moveOn(key, origin, stored, all, fields));
    known.delete(intent.id);
  }
  for (const stored of known.values()) {
    const step = assess(stored);
    if (step !== undefined) moves.push(moveOn(key, origin, stored, [step], stored.fields));
  }
  await writeMoves(db, moves);
}

/** What a run may find kept or broken; and, where it closes something, put into force. */
function watchedIn({ closedDrifts = [] }: Report): readonly IntentState[] {
  const standing: readonly IntentState[] = ['in-force', 'assured'];
  return closedDrifts.length === 0 ? standing : [...standing, 'translated', 'violated'];
}

/** Takes one step. False where there is none to take. */
export async function stepIntent(
  db: Kysely<Tables>,
  key: StackKey,
  intent: string,
  step: LifecycleStep,
  origin: StepOrigin,
): Promise<boolean> {
  const stored = (await readIntents(db, key, [intent])).find((one) => one.intent.id === intent);
  const next = stored && advance(stored.state, step.event);
  if (stored === undefined || next?.ok !== true || next.value === stored.state) return false;
  await writeMoves(db, [moveOn(key, origin, stored, [step], stored.fields)]);
  return true;
}

function fieldOf({ address, path, verdict }: Report['decisions'][number]): StoredField {
  return { address, path, outcome: verdict.outcome };
}

/** What is written of an intent. */
interface Move {
  readonly transitions: readonly Insertable<Tables['intent_transitions']>[];
  readonly row: Insertable<Tables['intents']>;
}

/** Takes the steps that the life cycle allows from where the intent is. */
function moveOn(
  key: StackKey,
  { run, time }: StepOrigin,
  stored: StoredIntent,
  steps: readonly LifecycleStep[],
  fields: readonly StoredField[],
): Move {
  const transitions: Insertable<Tables['intent_transitions']>[] = [];
  let { state } = stored;
  for (const { event, because } of steps) {
    const next = advance(state, event);
    // Repeated news, such as a second look that finds an intent kept, is no transition.
    if (!next.ok || next.value === state) continue;
    transitions.push({
      ...key,
      intent: stored.intent.id,
      run,
      from_state: state,
      to_state: next.value,
      event,
      because,
      time,
    });
    state = next.value;
  }
  const row = {
    ...key,
    id: stored.intent.id,
    state,
    body: JSON.stringify(stored.intent),
    fields: JSON.stringify(fields),
    first_seen: stored.firstSeen,
    last_seen: later(stored.lastSeen, time),
  };
  return { transitions, row };
}

/** Each intent once: a statement cannot write a row twice. */
async function writeMoves(db: Kysely<Tables>, moves: readonly Move[]): Promise<void> {
  for (const rows of inBatches(moves.flatMap(({ transitions }) => transitions))) {
    await db.insertInto('intent_transitions').values(rows).execute();
  }
  for (const rows of inBatches(moves.map(({ row }) => row))) {
    await db
      .insertInto('intents')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'stack', 'id']).doUpdateSet(({ ref }) => ({
          state: ref('excluded.state'),
          body: ref('excluded.body'),
          fields: ref('excluded.fields'),
          last_seen: ref('excluded.last_seen'),
        })),
      )
      .execute();
  }
}

function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}

/** All intents; or these, and those in some states. */
export async function readIntents(
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

export async function readTransitions(
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
