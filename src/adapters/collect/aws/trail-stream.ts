import { hour, shiftTime } from '../../../model/instant.ts';
import type { Json } from '../../../model/json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { compareText } from '../../../model/text.ts';
import { type CallFailure, collectProblem } from '../failure.ts';
import { earlierTime } from '../time.ts';
import type { CollectRound, SourcePage, StreamItem } from '../types.ts';
import { type Bucket, type BucketObject, bucketPages } from './bucket.ts';
import {
  dayListings,
  isTrailKey,
  type KeyListing,
  recentListings,
  type TrailFolder,
} from './keys.ts';
import { advanceCursor, parseTrailCursor, settleCursor, type TrailCursor } from './trail-cursor.ts';
import { readTrailFile } from './trail-file.ts';

/** Milliseconds. */
export interface TrailLimits {
  readonly since: number;
  readonly overlap: number;
  /** How far before the cursor to look through folders for late files. */
  readonly late: number;
}

/** Milliseconds between two looks for late files; recent ones are looked for in every round. */
const wideEvery = hour;

/**
 * Reads new files of one account and region in the order in which they were written, whichever
 * day's folder they are in. The cursor lists the files within the overlap by name.
 */
export async function* readTrail(
  bucket: Bucket,
  folder: TrailFolder,
  limits: TrailLimits,
  stored: Json | undefined,
  round: CollectRound,
): AsyncGenerator<StreamItem> {
  const where = `s3://${bucket.name}`;
  const plan = planOf(parseTrailCursor(stored), limits, round);
  const listed = await listAll(bucket, listingsOf(folder, plan, limits, round));
  if (!listed.ok) {
    yield { kind: 'failed', problem: collectProblem(listed.error, where) };
    return;
  }
  let cursor = plan.cursor;
  for (const object of newOnes(listed.value, plan)) {
    const next = advanceCursor(cursor, object, plan.isWide, limits.overlap);
    const failed = yield* readObject(bucket, object, next);
    if (failed) return;
    cursor = next;
  }
  const end = settleCursor(cursor, round.now, plan.isWide, limits.overlap);
  yield { kind: 'page', page: { records: [], read: 0, cursor: { ...end } } };
}

interface Plan {
  readonly cursor: TrailCursor;
  readonly isWide: boolean;
  /** Only files written from this time on may be new. */
  readonly from: string;
  readonly isAgain: boolean;
}

function planOf(stored: TrailCursor | undefined, limits: TrailLimits, round: CollectRound): Plan {
  const first = round.since ?? shiftTime(round.now, -limits.since);
  const cursor = stored ?? { done: first, wide: first, seen: {} };
  const isDue = stored === undefined || stored.wide <= shiftTime(round.now, -wideEvery);
  const from = shiftTime(
    isDue ? earlierTime(cursor.wide, cursor.done) : cursor.done,
    -limits.overlap,
  );
  const isAgain = round.since !== undefined && round.since < from;
  return {
    cursor,
    isWide: isDue || isAgain,
    from: isAgain ? (round.since ?? from) : from,
    isAgain,
  };
}

function listingsOf(
  folder: TrailFolder,
  { isWide, from }: Plan,
  { late, overlap }: TrailLimits,
  { now }: CollectRound,
): readonly KeyListing[] {
  const end = shiftTime(now, overlap);
  return isWide
    ? dayListings(folder, shiftTime(from, -late), end)
    : recentListings(folder, from, end);
}

async function listAll(
  bucket: Bucket,
  listings: readonly KeyListing[],
): Promise<Result<readonly BucketObject[], CallFailure>> {
  const objects: BucketObject[] = [];
  for (const listing of listings) {
    for await (const page of bucketPages(bucket, listing)) {
      if (!page.ok) return fail(page.error);
      objects.push(...page.value.objects.filter(({ key }) => isTrailKey(key)));
    }
  }
  return ok(objects);
}

function newOnes(objects: readonly BucketObject[], { cursor, from, isAgain }: Plan) {
  return objects
    .filter(({ modified }) => modified >= from)
    .filter(({ key, modified }) => isAgain || cursor.seen[key] !== modified)
    .toSorted((a, b) => compareText(orderOf(a), orderOf(b)));
}

function orderOf({ key, modified }: BucketObject): string {
  return `${modified} ${key}`;
}

/**
 * Yields all pages of a file; the last one carries the cursor. Returns true if the stream cannot
 * continue.
 */
async function* readObject(
  bucket: Bucket,
  { key }: BucketObject,
  cursor: TrailCursor,
): AsyncGenerator<StreamItem, boolean> {
  const where = `s3://${bucket.name}/${key}`;
  const object = await bucket.get(key);
  if (!object.ok) {
    const problem = collectProblem(object.error, where);
    // A deleted file does not come back; one without read permission may be readable tomorrow.
    const isGone = object.error.kind === 'missing' && object.error.code !== 'NoSuchBucket';
    yield { kind: isGone ? 'note' : 'failed', problem };
    return !isGone;
  }
  let held: SourcePage = { records: [], read: 0 };
  for await (const part of readTrailFile(object.value.bytes, object.value.modified, where)) {
    if (part.kind === 'note') {
      yield part;
      continue;
    }
    if (held.records.length > 0) yield { kind: 'page', page: held };
    held = { records: part.records, read: part.read };
  }
  yield { kind: 'page', page: { ...held, cursor: { ...cursor } } };
  return false;
}
