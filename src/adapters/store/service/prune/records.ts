import type { Kysely } from 'kysely';
import { groupBy } from '../../../../model/group.ts';
import { day, hour, second } from '../../../../model/instant.ts';
import type { CollectedCloud } from '../../../../ports/store/collected.ts';
import { isBeyond } from '../../rows.ts';
import type { Tables } from '../../tables.ts';
import { gaps, readSpans, type UsedSpan } from '../../used-spans.ts';

type Db = Kysely<Tables>;

/**
 * Records of one batch. It is small, since nothing else can use the database of a folder meanwhile.
 */
const atOnce = 2000;

/**
 * How far the records of a call may be from the time of its event, in milliseconds. CloudTrail
 * writes one record for a call; the others write when a long operation begins and when it ends.
 */
const margins: Readonly<Record<CollectedCloud, number>> = { aws: second, azure: hour, gcp: hour };

/**
 * Drops the text of records that no run used and that happened before a time; returns how many. Id,
 * time and digest stay, as proof, and so that the record is not stored again when its page is read
 * again.
 */
export async function dropUnusedTexts(db: Db, before: number): Promise<number> {
  const tenants = await db
    .selectFrom('collected_records')
    .select('tenant')
    .distinct()
    .where('raw', 'is not', null)
    .where('event_time', '<', new Date(before))
    .execute();
  let dropped = 0;
  for (const { tenant } of tenants) {
    const isUnused = unusedBy(await readSpans(db, tenant), before);
    let last: OldText | undefined;
    for (;;) {
      const records = await oldTexts(db, tenant, before, last);
      dropped += await dropTexts(db, tenant, records.filter(isUnused));
      last = records.at(-1);
      if (records.length < atOnce) break;
    }
  }
  return dropped;
}

/** Drops spans from which no record is left, with a day to spare; returns how many. */
export async function dropOldSpans(db: Db, before: number): Promise<number> {
  const tenants = await db.selectFrom('used_spans').select('tenant').distinct().execute();
  let dropped = 0;
  for (const { tenant } of tenants) {
    const oldest = await db
      .selectFrom('collected_records')
      .select('event_time')
      .where('tenant', '=', tenant)
      .where('raw', 'is not', null)
      .orderBy('event_time')
      .limit(1)
      .executeTakeFirst();
    // No run used records that are as old and came late.
    const from = Math.min(oldest?.event_time.getTime() ?? before, before) - day;
    const { numDeletedRows } = await db
      .deleteFrom('used_spans')
      .where('tenant', '=', tenant)
      .where('to_time', '<', new Date(from))
      .executeTakeFirst();
    dropped += Number(numDeletedRows);
  }
  return dropped;
}

interface OldText {
  readonly source: string;
  readonly id: string;
  readonly cloud: string;
  readonly event_time: Date;
}

/** A test for unused records, which have to come in the order of their times. */
function unusedBy(spans: readonly UsedSpan[], before: number): (record: OldText) => boolean {
  const entries = Object.entries(margins).map(([cloud, margin]) => {
    const list = gaps(spans, margin, before);
    let at = 0;
    const isFree = (time: number): boolean => {
      while ((list[at]?.to ?? Number.POSITIVE_INFINITY) <= time) at += 1;
      return (list[at]?.from ?? Number.POSITIVE_INFINITY) <= time;
    };
    return [cloud, isFree] as const;
  });
  const byCloud = new Map(entries);
  return ({ cloud, event_time }) => byCloud.get(cloud)?.(event_time.getTime()) ?? false;
}

/** The next records after one, by time, that still have their texts. */
function oldTexts(
  db: Db,
  tenant: string,
  before: number,
  last: OldText | undefined,
): Promise<readonly OldText[]> {
  let query = db
    .selectFrom('collected_records')
    .select(['source', 'id', 'cloud', 'event_time'])
    .where('tenant', '=', tenant)
    .where('raw', 'is not', null)
    .where('event_time', '<', new Date(before));
  if (last !== undefined) {
    const { event_time, source, id } = last;
    query = query.where(isBeyond(['event_time', 'source', 'id'], '>', [event_time, source, id]));
  }
  return query.orderBy('event_time').orderBy('source').orderBy('id').limit(atOnce).execute();
}

async function dropTexts(db: Db, tenant: string, records: readonly OldText[]): Promise<number> {
  let dropped = 0;
  for (const [source, own] of groupBy(records, (record) => record.source)) {
    const { numUpdatedRows } = await db
      .updateTable('collected_records')
      .set({ raw: null })
      .where('tenant', '=', tenant)
      .where('source', '=', source)
      .where(
        'id',
        'in',
        own.map(({ id }) => id),
      )
      .executeTakeFirst();
    dropped += Number(numUpdatedRows);
  }
  return dropped;
}
