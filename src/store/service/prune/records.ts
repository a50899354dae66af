import type { Kysely } from 'kysely';
import type { Cloud } from '../../../pipeline/collected.ts';
import type { Tables } from '../../tables.ts';
import { gaps, readSpans, type Span } from '../../used-spans.ts';

type Db = Kysely<Tables>;

/** Records of one statement: on a folder nothing else runs meanwhile. */
const atOnce = 2000;

const second = 1000;
const hour = 3_600_000;
const day = 24 * hour;

/**
 * How far the records of a call may be from the time of its event, in milliseconds. CloudTrail has
 * one record a call; the others write when a long operation begins and when it ends.
 */
const margins: readonly (readonly [readonly Cloud[], number])[] = [
  [['aws'], second],
  [['azure', 'gcp'], hour],
];

/**
 * Drops the text of records that no run used and that happened before a time; id, time and digest
 * stay, for proof, and so that the record is not stored anew when its page is read again. How many.
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
    const spans = await readSpans(db, tenant);
    for (const [clouds, margin] of margins) {
      for (const gap of gaps(spans, margin, before)) {
        dropped += await dropTexts(db, tenant, clouds, gap);
      }
    }
  }
  return dropped;
}

/** Drops spans that no record is left of, with a day to spare; how many. */
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
    // Records that are as old and come late were of no use to any run.
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

async function dropTexts(
  db: Db,
  tenant: string,
  clouds: readonly Cloud[],
  gap: Span,
): Promise<number> {
  let dropped = 0;
  for (let { from } = gap; from < gap.to; ) {
    const next = await db
      .selectFrom('collected_records')
      .select('event_time')
      .where('tenant', '=', tenant)
      .where('raw', 'is not', null)
      .where('event_time', '>=', new Date(from))
      .where('event_time', '<', new Date(gap.to))
      .orderBy('event_time')
      .offset(atOnce)
      .limit(1)
      .executeTakeFirst();
    // Many may have the same time, and those belong to one piece.
    const to = next === undefined ? gap.to : Math.max(next.event_time.getTime(), from + 1);
    const { numUpdatedRows } = await db
      .updateTable('collected_records')
      .set({ raw: null })
      .where('tenant', '=', tenant)
      .where('cloud', 'in', [...clouds])
      .where('raw', 'is not', null)
      .where('event_time', '>=', new Date(from))
      .where('event_time', '<', new Date(to))
      .executeTakeFirst();
    dropped += Number(numUpdatedRows);
    from = to;
  }
  return dropped;
}
