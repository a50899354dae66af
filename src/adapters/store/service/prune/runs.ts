import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../tables.ts';

type Db = Kysely<Tables>;

/** Runs of one transaction: a run may have thousands of drifts. */
const atOnce = 20;

/**
 * Drops runs from before a time, with their drifts and decisions. The latest of each stack stays,
 * and so do those that an open proposal or an unanswered intent refers to.
 */
export async function pruneRuns(db: Db, before: string): Promise<Readonly<Record<string, number>>> {
  const counts = { runs: 0, drifts: 0, decisions: 0 };
  for (;;) {
    const dropped = await db.transaction().execute((trx) => dropSome(trx, before));
    counts.runs += dropped.runs;
    counts.drifts += dropped.drifts;
    counts.decisions += dropped.decisions;
    if (dropped.runs < atOnce) return counts;
  }
}

async function dropSome(db: Db, before: string) {
  const runs = await db
    .selectFrom('runs')
    .select(['tenant', 'stack', 'id'])
    .where('started_at', '<', new Date(before))
    .where(hasLater)
    .where(isFree)
    .orderBy('tenant')
    .orderBy('stack')
    .orderBy('id')
    .limit(atOnce)
    // Rows are locked with SKIP LOCKED, so another process that prunes at the same time skips
    // these.
    .forUpdate()
    .skipLocked()
    .execute();
  return { ...(await dropRuns(db, runs)), runs: runs.length };
}

/**
 * Drops runs with everything that is recorded about them alone; returns how many drifts and
 * decisions.
 */
export async function dropRuns(
  db: Db,
  runs: readonly { readonly tenant: string; readonly stack: string; readonly id: string }[],
): Promise<{ readonly drifts: number; readonly decisions: number }> {
  const counts = { drifts: 0, decisions: 0 };
  for (const { tenant, stack, id } of runs) {
    const of = { tenant, stack, run: id };
    for (const table of ['drifts', 'decisions', 'planned_proposals'] as const) {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where((eb) => eb.and(of))
        .executeTakeFirst();
      if (table !== 'planned_proposals') counts[table] += Number(numDeletedRows);
    }
    await db
      .deleteFrom('runs')
      .where((eb) => eb.and({ tenant, stack, id }))
      .execute();
  }
  return counts;
}

/**
 * True if nothing open refers to the run: no proposal, and no intent that was last seen in it and
 * that nobody has answered and no code has settled.
 */
export const isFree = sql<SqlBool>`not exists (select 1 from proposals
    where proposals.tenant = runs.tenant and proposals.stack = runs.stack
      and proposals.run = runs.id and proposals.state = 'open')
  and not exists (select 1 from intents
    where intents.tenant = runs.tenant and intents.stack = runs.stack
      and intents.last_seen = runs.started_at and intents.state in ('ingested', 'translated')
      and not exists (select 1 from answers
        where answers.tenant = intents.tenant and answers.stack = intents.stack
          and answers.intent = intents.id))`;

const hasLater = sql<SqlBool>`exists (select 1 from runs as later
  where later.tenant = runs.tenant and later.stack = runs.stack
    and (later.started_at, later.id) > (runs.started_at, runs.id))`;
