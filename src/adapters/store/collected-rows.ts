import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Json } from '../../model/json.ts';
import { compareText } from '../../model/text.ts';
import type {
  CollectedCloud,
  CollectedLog,
  CollectedPage,
  CollectedRecord,
  CollectedSource,
  OldestRecord,
} from '../../ports/store/collected.ts';
import { insertNew, isBeyond, putRow } from './rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

type Db = Kysely<Tables>;

/** Records that are read together; one may have a megabyte. */
const readAtOnce = 200;

export function createCollectedRows(db: Db, tenant: string): CollectedLog {
  return {
    add: (page) => db.transaction().execute((trx) => addPageRows(trx, tenant, page)),
    cursor: (source, stream) => readCursor(db, tenant, source, stream),
    sources: (since) => readSources(db, tenant, since),
    names: (since) => readNames(db, tenant, since),
    oldest: (collectedSince) => readOldest(db, tenant, collectedSince),
    read: (source, since) => readRecords(db, tenant, source, since),
    prune: (source, before) => prune(db, tenant, source, before),
  };
}

/**
 * The cursor moves in the same transaction as the records, so that after a killed process the page
 * is read again.
 */
export async function addPageRows(db: Db, tenant: string, page: CollectedPage): Promise<number> {
  const rows = distinct(page.records).map((record) => rowOf(tenant, page, record));
  const added = await insertNew(db, 'collected_records', rows);
  if (page.cursor === undefined) return added;
  const moved = { cursor: JSON.stringify(page.cursor), updated_at: page.at };
  const of = { tenant, source: page.source, stream: columnText(page.stream) };
  await putRow(db, 'collect_cursors', of, moved);
  return added;
}

/**
 * In a fixed order: two collectors that insert the same records in different orders would wait for
 * each other.
 */
function distinct(records: readonly CollectedRecord[]): readonly CollectedRecord[] {
  const byId = new Map<string, CollectedRecord>();
  for (const record of records) {
    const id = columnText(record.id);
    if (!byId.has(id)) byId.set(id, { ...record, id });
  }
  return [...byId.values()].sort((a, b) => compareText(a.id, b.id));
}

function rowOf(
  tenant: string,
  { source, cloud, stream, at }: CollectedPage,
  record: CollectedRecord,
) {
  return {
    tenant,
    source,
    id: record.id,
    cloud,
    stream: columnText(stream),
    event_time: record.eventTime,
    ingested_at: record.ingestedAt,
    collected_at: at,
    digest: record.digest,
    raw: columnText(record.raw),
  };
}

async function readCursor(
  db: Db,
  tenant: string,
  source: string,
  stream: string,
): Promise<Json | undefined> {
  const row = await db
    .selectFrom('collect_cursors')
    .select('cursor')
    .where('tenant', '=', tenant)
    .where('source', '=', source)
    .where('stream', '=', columnText(stream))
    .executeTakeFirst();
  return row?.cursor as Json | undefined;
}

async function readSources(
  db: Db,
  tenant: string,
  since: string,
): Promise<readonly CollectedSource[]> {
  const rows = await db
    .selectFrom('collected_records')
    .select((of) => ['source', 'cloud', of.fn.countAll().as('records')])
    .where('tenant', '=', tenant)
    .where('raw', 'is not', null)
    .where('event_time', '>=', new Date(since))
    .groupBy(['source', 'cloud'])
    .orderBy('source')
    .orderBy('cloud')
    .execute();
  return rows.map(({ source, cloud, records }) => ({
    source,
    cloud: cloud as CollectedCloud,
    records: Number(records),
  }));
}

/** Skips from source to source in the index instead of reading every entry. */
async function readNames(db: Db, tenant: string, since: string): Promise<readonly string[]> {
  const { rows } = await sql<{ source: string }>`
    with recursive names (source) as (
      (select source from collected_records
        where tenant = ${tenant} and raw is not null order by source limit 1)
      union all
      select (select source from collected_records
        where tenant = ${tenant} and raw is not null and source > names.source
        order by source limit 1)
      from names where names.source is not null)
    select source from names where source is not null and exists (
      select 1 from collected_records
      where tenant = ${tenant} and source = names.source and raw is not null
        and event_time >= ${new Date(since)})`.execute(db);
  // Sorted here, since the order of the database depends on its collation.
  return rows.map(({ source }) => source).sort();
}

async function readOldest(
  db: Db,
  tenant: string,
  collectedSince: string,
): Promise<readonly OldestRecord[]> {
  const rows = await db
    .selectFrom('collected_records')
    .select(({ fn }) => ['source', fn.min('event_time').as('time')])
    .where('tenant', '=', tenant)
    .where('raw', 'is not', null)
    .where('collected_at', '>=', new Date(collectedSince))
    .groupBy('source')
    .orderBy('source')
    .execute();
  return rows.map(({ source, time }) => ({ source, time: time.toISOString() }));
}

/** Continues after the last row by its key, so that no query stays open between the pieces. */
async function* readRecords(
  db: Db,
  tenant: string,
  source: string,
  since: string,
): AsyncGenerator<readonly string[]> {
  let from = sql<SqlBool>`event_time >= ${new Date(since)}`;
  for (;;) {
    const rows = await db
      .selectFrom('collected_records')
      .select(['id', 'event_time', 'raw'])
      .where('tenant', '=', tenant)
      .where('source', '=', source)
      .where('raw', 'is not', null)
      .where(from)
      .orderBy('event_time')
      .orderBy('id')
      .limit(readAtOnce)
      .execute();
    if (rows.length > 0) yield rows.flatMap(({ raw }) => (raw === null ? [] : [raw]));
    const end = rows.at(-1);
    if (end === undefined || rows.length < readAtOnce) return;
    from = isBeyond(['event_time', 'id'], '>', [end.event_time, end.id]);
  }
}

async function prune(db: Db, tenant: string, source: string, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('collected_records')
    .where('tenant', '=', tenant)
    .where('source', '=', source)
    .where('event_time', '<', new Date(before))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
