import type { Kysely, Selectable } from 'kysely';
import type { StacksOf } from '../../../ports/store/drift-log.ts';
import type { StoredRun } from '../../../ports/store/run-store.ts';
import type { Page, PageQuery, RunHead, RunLog } from '../../../ports/store/service-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { readBaseline } from '../memory-rows.ts';
import { storeRun } from '../record-run.ts';
import { readRun, readRunRow } from '../run-rows.ts';
import { stackColumns, stacksColumns } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { keepUnexplainedRows } from '../unexplained-rows.ts';
import { putJobs } from './outbox-rows.ts';
import { newestFirst, readPage } from './pages.ts';
import { addPlannedRow, isLatestRun, readPlanned, replacePlanned } from './planned-rows.ts';
import { dropRepeated } from './prune/repeated.ts';
import { keepShown } from './shown/keep.ts';

type Db = Kysely<Tables>;

export function createRunLog(db: Db): RunLog {
  return {
    keep: (of, { record, planned, unexplained, shown, ...origin }, jobs) =>
      db.transaction().execute(async (trx) => {
        const key = stackColumns(of);
        const { run, isNew } = await storeRun(trx, key, record, origin);
        if (!isNew) return run;
        if (unexplained !== undefined) await keepUnexplainedRows(trx, key, unexplained);
        // A run that ends after a later one began does not replace what that one says.
        if (await isLatestRun(trx, key, run)) {
          await replacePlanned(trx, key, run, planned);
          await keepShown(trx, key, run, shown);
        }
        await putJobs(trx, jobs(run));
        await dropRepeated(trx, key);
        return run;
      }),
    get: (key, id) => readOne(db, key, id),
    latest: (key) => readOne(db, key),
    latestHead: async (key) => (await readHeads(db, stackColumns(key), { limit: 1 })).items[0],
    baseline: (key) => readBaseline(db, stackColumns(key)),
    list: (of, page) => readHeads(db, of, page),
    addPlan: (key, run, plan) =>
      db.transaction().execute((trx) => addPlannedRow(trx, stackColumns(key), run, plan)),
    planned: (key, run) => readPlanned(db, stackColumns(key), run),
  };
}

async function readOne(
  db: Db,
  key: StackKey,
  id?: string,
): Promise<(StoredRun & RunHead) | undefined> {
  const row = await readRunRow(db, stackColumns(key), id);
  return row === undefined ? undefined : { ...readRun(row), ...readHead(row) };
}

function readHeads(db: Db, of: StacksOf, page: PageQuery): Promise<Page<RunHead>> {
  const query = db
    .selectFrom('runs')
    .select(headColumns)
    .where((eb) => eb.and(stacksColumns(of)));
  return readPage(query, newestFirst('started_at'), page, readHead);
}

const headColumns = [
  'tenant',
  'stack',
  'id',
  'command',
  'started_at',
  'revision',
  'findings',
  'drift_count',
  'intent_count',
  'unchanged_scans',
  'unchanged_until',
] as const;

type HeadRow = Pick<Selectable<Tables['runs']>, (typeof headColumns)[number]>;

function readHead(row: HeadRow): RunHead {
  const { tenant, stack, id, command, started_at, revision, findings } = row;
  return {
    tenant,
    stack,
    id,
    command,
    startedAt: started_at.toISOString(),
    ...(revision === null ? {} : { revision }),
    ...(findings === null ? {} : { findings }),
    drifts: row.drift_count,
    intents: row.intent_count,
    ...(row.unchanged_until === null
      ? {}
      : {
          unchanged: { scans: row.unchanged_scans, until: row.unchanged_until.toISOString() },
        }),
  };
}
