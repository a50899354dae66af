import type {
  AuditCounts,
  AuditItem,
  AuditReading,
} from '../../../src/evidence/audit/core/types.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { Problem } from '../../../src/model/result.ts';

export interface GatheredAudit {
  readonly items: readonly AuditItem[];
  /** Mutating calls, including failures and dry runs; a corrected call as its correction. */
  readonly events: readonly AuditEvent[];
  /** Calls whose end was not read. */
  readonly unfinished: readonly AuditEvent[];
  /** Calls that were seen before or are corrected; `of` is the id of the event that counts. */
  readonly duplicates: readonly { readonly event: AuditEvent; readonly of: string }[];
  readonly problems: readonly Problem[];
  /** Problems that rule out any conclusion from the logs; also among `problems`. */
  readonly fatal: readonly Problem[];
  readonly counts: AuditCounts;
}

/** Reads to the end, and holds all mutating events in memory, in the order of the files. */
export async function gatherEvents(reading: AuditReading): Promise<GatheredAudit> {
  const items: AuditItem[] = [];
  for await (const item of reading) items.push(item);
  return gatherItems(items, reading.counts());
}

export function gatherItems(items: readonly AuditItem[], counts: AuditCounts): GatheredAudit {
  const events = new Map<string, AuditEvent>();
  const duplicates: { readonly event: AuditEvent; readonly of: string }[] = [];
  for (const item of items) {
    if (item.kind === 'event') events.set(item.event.id, item.event);
    else if (item.kind === 'duplicate') duplicates.push({ event: item.event, of: item.of });
    else if (item.kind === 'superseded') {
      const event = events.get(item.id);
      if (event === undefined) continue;
      events.delete(item.id);
      duplicates.push({ event, of: item.by });
    }
  }
  const problems = items.filter((item) => item.kind === 'problem');
  return {
    items,
    events: [...events.values()],
    unfinished: items.flatMap((item) => (item.kind === 'unfinished' ? [item.event] : [])),
    duplicates,
    problems: problems.map(({ problem }) => problem),
    fatal: problems.filter(({ fatal }) => fatal).map(({ problem }) => problem),
    counts,
  };
}

/** `read` = `kept` + all of `dropped`. */
export function isBalanced({ counts }: Pick<GatheredAudit, 'counts'>): boolean {
  const dropped = Object.values(counts.dropped).reduce((sum, count) => sum + count, 0);
  return counts.read === counts.kept + dropped;
}
