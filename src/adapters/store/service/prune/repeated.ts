import type { Kysely, Selectable } from 'kysely';
import { hour } from '../../../../model/instant.ts';
import type { StackKey } from '../../../../ports/store/stack-key.ts';
import type { Tables } from '../../tables.ts';
import { dropRuns, isFree } from './runs.ts';

type Db = Kysely<Tables>;
type Head = Pick<
  Selectable<Tables['runs']>,
  'id' | 'started_at' | 'findings' | 'revision' | 'command'
>;

/**
 * Milliseconds for which a run stays even if a later one says the same: jobs may still refer to it.
 */
const young = hour;
/** Latest runs that are compared: earlier ones that repeat others were already dropped. */
const maxHeads = 200;

/**
 * Drops runs that say the same as the runs before and after them. Keeps the first run of such a
 * series and the last one, and counts the runs between. Runs that an open proposal or intent refers
 * to stay, too.
 */
export async function dropRepeated(db: Db, key: StackKey): Promise<number> {
  const heads: readonly Head[] = await db
    .selectFrom('runs')
    .select(['id', 'started_at', 'findings', 'revision', 'command'])
    .where((eb) => eb.and(key))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxHeads)
    .execute();
  const old = (heads[0]?.started_at.getTime() ?? 0) - young;
  let dropped = 0;
  for (const stretch of stretchesOf(heads)) {
    const between = stretch.slice(1, -1).filter((one) => one.started_at.getTime() < old);
    const first = stretch.at(-1);
    if (first === undefined || between.length === 0) continue;
    dropped += await dropBetween(db, key, first.id, between);
  }
  return dropped;
}

/** Newest first, like the input; a run without a digest of its findings is a stretch of its own. */
function stretchesOf(heads: readonly Head[]): readonly (readonly Head[])[] {
  const stretches: Head[][] = [];
  for (const head of heads) {
    const last = stretches.at(-1);
    if (last?.[0] !== undefined && hasSameFindings(last[0], head)) last.push(head);
    else stretches.push([head]);
  }
  return stretches;
}

function hasSameFindings(one: Head, other: Head): boolean {
  return (
    one.findings !== null &&
    one.findings === other.findings &&
    one.revision === other.revision &&
    one.command === other.command
  );
}

async function dropBetween(
  db: Db,
  key: StackKey,
  first: string,
  between: readonly Head[],
): Promise<number> {
  const free = await db
    .selectFrom('runs')
    .select(['tenant', 'stack', 'id', 'started_at'])
    .where((eb) => eb.and(key))
    .where(
      'id',
      'in',
      between.map(({ id }) => id),
    )
    .where(isFree)
    .orderBy('started_at', 'desc')
    .execute();
  const [last] = free;
  if (last === undefined) return 0;
  await dropRuns(db, free);
  await db
    .updateTable('runs')
    .set((eb) => ({
      unchanged_scans: eb('unchanged_scans', '+', free.length),
      unchanged_until: last.started_at.toISOString(),
    }))
    .where((eb) => eb.and({ ...key, id: first }))
    .execute();
  return free.length;
}
