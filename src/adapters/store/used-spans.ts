import type { Kysely } from 'kysely';
import type { Report } from '../../model/report.ts';
import { insertNew } from './rows.ts';
import type { Tables } from './tables.ts';

/** A period in which something happened, both ends included. Milliseconds since 1970. */
export interface UsedSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * When the events behind a report happened. Times distinguish records better than ids: some clouds
 * write several records for a call, with ids of their own.
 */
export function usedSpans({ drifts, intents, reverted }: Report): readonly UsedSpan[] {
  const written = new Map(drifts.map(({ id, writes }) => [id, writes]));
  const spans: UsedSpan[] = [];
  const add = (from: string, to: string) =>
    spans.push({ from: Date.parse(from), to: Date.parse(to) });
  for (const { writes = [] } of [...drifts, ...reverted]) {
    for (const { time } of writes) add(time, time);
  }
  for (const intent of intents) {
    const isWritten = intent.drifts.every((id) => (written.get(id)?.length ?? 0) > 0);
    if (!isWritten || intent.drifts.length === 0) add(intent.window.from, intent.window.to);
  }
  for (const { writes = [], window } of reverted) {
    if (writes.length === 0) add(window.from, window.to);
  }
  return merge(spans, 0);
}

/** Joins spans that touch. The result is sorted. */
function merge(spans: readonly UsedSpan[], margin: number): readonly UsedSpan[] {
  const merged: UsedSpan[] = [];
  const wide = spans.map(({ from, to }) => ({ from: from - margin, to: to + margin }));
  for (const span of wide.sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = merged.at(-1);
    if (last === undefined || span.from > last.to) merged.push(span);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return merged;
}

/** The gaps between spans, up to `end`: `from` is included and `to` is not. */
export function gaps(spans: readonly UsedSpan[], margin: number, end: number): readonly UsedSpan[] {
  const found: UsedSpan[] = [];
  let from = 0;
  for (const span of merge(spans, margin)) {
    if (span.from >= end) break;
    if (span.from > from) found.push({ from, to: span.from });
    from = Math.max(from, span.to + 1);
  }
  if (from < end) found.push({ from, to: end });
  return found;
}

/** In their order, so that two runs that are recorded simultaneously do not wait for each other. */
export async function keepSpans(
  db: Kysely<Tables>,
  tenant: string,
  spans: readonly UsedSpan[],
): Promise<void> {
  const rows = spans.map(({ from, to }) => ({
    tenant,
    from_time: new Date(from).toISOString(),
    to_time: new Date(to).toISOString(),
  }));
  await insertNew(db, 'used_spans', rows);
}

export async function readSpans(db: Kysely<Tables>, tenant: string): Promise<readonly UsedSpan[]> {
  const rows = await db
    .selectFrom('used_spans')
    .select(['from_time', 'to_time'])
    .where('tenant', '=', tenant)
    .execute();
  return rows.map(({ from_time, to_time }) => ({
    from: from_time.getTime(),
    to: to_time.getTime(),
  }));
}
