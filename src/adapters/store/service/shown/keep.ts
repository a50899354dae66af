import { type Kysely, sql } from 'kysely';
import { shiftTime } from '../../../../model/instant.ts';
import { compareText } from '../../../../model/text.ts';
import type { StoredRun } from '../../../../ports/store/run-store.ts';
import type { ShownRun, ShownWindow } from '../../../../ports/store/shown.ts';
import type { StackKey } from '../../../../ports/store/stack-key.ts';
import { reportedIntents } from '../../../../reconcile/shown/intents.ts';
import { putRow } from '../../rows.ts';
import type { Tables } from '../../tables.ts';
import { columnText } from '../../text.ts';
import { shownRow } from './row.ts';
import { noteChange } from './version.ts';

type Db = Kysely<Tables>;

/** Rows of one insert: each has many columns. */
const atOnce = 500;

/** Records what pages list for a run, in the transaction that records the run. */
export async function keepShown(
  db: Db,
  key: StackKey,
  run: StoredRun,
  shown: ShownRun | undefined,
): Promise<void> {
  const { tenant, stack } = key;
  const time = run.startedAt;
  const intents = reportedIntents(stack, run.report, shown?.diffs);
  const proposed = await proposedIn(db, key);
  const rows = intents.map((intent) => ({
    ...shownRow(tenant, { id: run.id, time }, intent),
    proposed: proposed.has(intent.card.intent),
  }));
  for (let at = 0; at < rows.length; at += atOnce) await putAll(db, rows.slice(at, at + atOnce));
  await closeOthers(db, key, run);
  await keepDay(db, key, run);
  await keepStack(db, key, run, shown);
  await noteChange(db, key);
}

type Row = ReturnType<typeof shownRow> & { readonly proposed: boolean };

const replaced = [
  ...(['run', 'open', 'asks', 'proposed', 'severity', 'class', 'outcomes', 'dimensions'] as const),
  ...(['rules', 'words', 'from_time', 'to_time', 'last_seen', 'digest'] as const),
] as const;

/** An unchanged row only gets the new run: its texts may be long. */
async function putAll(db: Db, rows: readonly Row[]): Promise<void> {
  await db
    .insertInto('shown_intents')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'stack', 'id']).doUpdateSet(({ ref }) => ({
        ...Object.fromEntries(replaced.map((name) => [name, ref(`excluded.${name}`)])),
        card: sql`case when shown_intents.digest = excluded.digest then shown_intents.card else excluded.card end`,
        detail: sql`case when shown_intents.digest = excluded.digest then shown_intents.detail else excluded.detail end`,
      })),
    )
    .execute();
}

async function closeOthers(db: Db, key: StackKey, { id, startedAt }: StoredRun): Promise<void> {
  await db
    .updateTable('shown_intents')
    .set({ open: false, last_seen: startedAt })
    .where((eb) => eb.and(key))
    .where('open', '=', true)
    .where('run', '<>', id)
    .execute();
}

async function keepDay(db: Db, key: StackKey, { startedAt, report }: StoredRun): Promise<void> {
  const counts = {
    drifts: report.openDrifts?.length ?? report.drifts.length,
    intents: report.intents.length,
  };
  await putRow(db, 'shown_days', { ...key, day: startedAt.slice(0, 10) }, counts);
}

async function keepStack(
  db: Db,
  key: StackKey,
  { record, startedAt }: StoredRun,
  shown: ShownRun | undefined,
): Promise<void> {
  const earlier = await deploymentsBefore(db, key, startedAt);
  const windows = [...contextWindows(record), ...withDeployments(earlier, shown)];
  const row = {
    ...(shown === undefined
      ? {}
      : { policy: columnText(shown.policy), approvers: JSON.stringify(shown.approvers ?? []) }),
    windows: JSON.stringify(windows),
  };
  await putRow(db, 'shown_stacks', key, row);
}

function contextWindows(record: StoredRun['record']): readonly ShownWindow[] {
  const context = record?.context;
  return (['incidents', 'freezes', 'maintenance'] as const).flatMap((kind) =>
    (context?.[kind] ?? []).map(({ id, from, to }) => ({
      kind: kind === 'incidents' ? 'incident' : kind === 'freezes' ? 'freeze' : kind,
      name: id,
      from,
      ...(to === undefined ? {} : { to }),
    })),
  );
}

/** Milliseconds; pages do not look back as far. */
const deploymentMemory = 100 * 86_400_000;
/** Most deployments that are kept for a stack, the newest: each scan reads and writes them. */
const maxDeployments = 400;

/** Deployments that earlier runs saw: a log shows only those of its own time. */
async function deploymentsBefore(
  db: Db,
  key: StackKey,
  now: string,
): Promise<readonly ShownWindow[]> {
  const row = await db
    .selectFrom('shown_stacks')
    .select('windows')
    .where((eb) => eb.and(key))
    .executeTakeFirst();
  const oldest = shiftTime(now, -deploymentMemory);
  return ((row?.windows ?? []) as readonly ShownWindow[]).filter(
    ({ kind, from }) => kind === 'deployment' && from >= oldest,
  );
}

/**
 * Adds the deployments of a run to earlier ones. Logs overlap: what a later one has is the same
 * deployment, or more of it.
 */
function withDeployments(
  earlier: readonly ShownWindow[],
  shown: ShownRun | undefined,
): readonly ShownWindow[] {
  const seen = (shown?.deployments ?? []).map(
    (one): ShownWindow => ({ ...one, kind: 'deployment' }),
  );
  const isSame = (a: ShownWindow, b: ShownWindow) =>
    a.name === b.name && a.from <= (b.to ?? b.from) && b.from <= (a.to ?? a.from);
  const ending = earlier.filter((one) => !seen.some((other) => isSame(one, other)));
  const joined = seen.map((one) => {
    const same = earlier.filter((other) => isSame(one, other));
    const ends = [one, ...same].map(({ from, to = from }) => to).sort();
    return {
      ...one,
      from: [one, ...same].map(({ from }) => from).sort()[0] ?? one.from,
      to: ends.at(-1) ?? one.from,
    };
  });
  return [...ending, ...joined]
    .sort((a, b) => compareText(`${a.from} ${a.name}`, `${b.from} ${b.name}`))
    .slice(-maxDeployments);
}

/** Records whether an intent has an open proposal, in the transaction that changes that. */
export async function noteProposed(db: Db, key: StackKey, intent: string): Promise<void> {
  const proposed = (await proposedIn(db, key, intent)).has(intent);
  await db
    .updateTable('shown_intents')
    .set({ proposed })
    .where((eb) => eb.and({ ...key, id: columnText(intent) }))
    .where('proposed', '<>', proposed)
    .execute();
  await noteChange(db, key);
}

async function proposedIn(db: Db, key: StackKey, intent?: string): Promise<ReadonlySet<string>> {
  let query = db
    .selectFrom('proposals')
    .select('intent')
    .where((eb) => eb.and(key))
    .where('state', '=', 'open');
  if (intent !== undefined) query = query.where('intent', '=', columnText(intent));
  return new Set((await query.execute()).map((row) => row.intent));
}
