import type { Kysely } from 'kysely';
import type { ClosedDrift, OpenDrift } from '../../../model/open-drift.ts';
import type { OpenQuestion } from '../../../model/open-question.ts';
import type { DriftLog, OpenDriftCounts, StacksOf } from '../../../ports/store/drift-log.ts';
import type { Page, PageQuery } from '../../../ports/store/service-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { placeKey } from '../../../reconcile/memory/place.ts';
import { inBatches } from '../rows.ts';
import { stackColumns, stacksColumns } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';
import { newestFirst, readPage } from './pages.ts';

type Db = Kysely<Tables>;

export function createDriftLog(db: Db): DriftLog {
  return {
    open: (of, page) =>
      readSeen(db, 'open_drifts', of, page, ({ stack, body }) => ({
        stack,
        drift: body as OpenDrift,
      })),
    closed: (of, page) => {
      const query = db
        .selectFrom('closed_drifts')
        .select(['stack', 'run', 'id', 'closed_at', 'body'])
        .where((eb) => eb.and(stacksColumns(of)));
      return readPage(query, newestFirst('closed_at'), page, ({ stack, run, body }) => ({
        stack,
        run,
        drift: body as ClosedDrift,
      }));
    },
    questions: (of, page) =>
      readSeen(db, 'open_questions', of, page, ({ stack, body }) => ({
        stack,
        question: body as OpenQuestion,
      })),
    closings: (key, addresses) => readClosings(db, stackColumns(key), addresses),
    standing: (key) => readStanding(db, stackColumns(key)),
  };
}

interface SeenRow {
  readonly stack: string;
  readonly body: unknown;
}

/** Those with the latest first sight come first. */
function readSeen<Item>(
  db: Db,
  table: 'open_drifts' | 'open_questions',
  of: StacksOf,
  page: PageQuery,
  itemOf: (row: SeenRow) => Item,
): Promise<Page<Item>> {
  const query = db
    .selectFrom(table)
    .select(['stack', 'id', 'first_seen', 'body'])
    .where((eb) => eb.and(stacksColumns(of)));
  return readPage(query, newestFirst('first_seen'), page, itemOf);
}

async function readClosings(
  db: Db,
  key: StackKey,
  addresses: readonly string[],
): Promise<readonly ClosedDrift[]> {
  const last = new Map<string, ClosedDrift>();
  for (const some of inBatches([...new Set(addresses.map(columnText))])) {
    const rows = await db
      .selectFrom('closed_drifts')
      .select('body')
      .where((eb) => eb.and(key))
      .where('address', 'in', some)
      .orderBy('closed_at')
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const drift = row.body as ClosedDrift;
      last.set(placeKey(drift.address, drift.path), drift);
    }
  }
  return [...last.values()];
}

async function readStanding(db: Db, key: StackKey): Promise<OpenDriftCounts | undefined> {
  const latest = await db
    .selectFrom('runs')
    .select(['id', 'started_at'])
    .where((eb) => eb.and(key))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest === undefined) return undefined;
  const groups = await db
    .selectFrom('open_drifts')
    .select(({ fn, eb }) => [
      'outcome',
      fn.countAll().as('open'),
      fn.min('first_seen').as('since'),
      fn
        .countAll()
        .filterWhere(eb('first_seen', '>=', latest.started_at))
        .as('fresh'),
    ])
    .where((eb) => eb.and(key))
    .groupBy('outcome')
    .orderBy('outcome')
    .execute();
  const closed = await db
    .selectFrom('closed_drifts')
    .select(({ fn }) => fn.countAll().as('closed'))
    .where((eb) => eb.and({ ...key, run: latest.id }))
    .executeTakeFirstOrThrow();
  const asked = await db
    .selectFrom('open_questions')
    .select(({ fn }) => fn.countAll().as('open'))
    .where((eb) => eb.and(key))
    .executeTakeFirstOrThrow();
  const questions = Number(asked.open);
  const since = groups.map((group) => group.since.toISOString()).sort()[0];
  return {
    open: sum(groups.map(({ open }) => Number(open))),
    ...(since === undefined ? {} : { since }),
    fresh: sum(groups.map(({ fresh }) => Number(fresh))),
    closed: Number(closed.closed),
    ...(questions === 0 ? {} : { questions }),
    outcomes: new Map(
      groups.map(({ outcome, open }) => [outcome ?? 'undecided', Number(open)] as const),
    ),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
