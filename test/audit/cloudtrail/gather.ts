import type { AuditCounts, AuditItem, AuditReading } from '../../../src/audit/cloudtrail/types.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { Problem } from '../../../src/model/result.ts';

export interface GatheredAudit {
  /** Mutating calls, corrected ones by their correction; failures and dry runs are among them. */
  readonly events: readonly AuditEvent[];
  /** Calls that were seen before or are corrected; `of` is the event that counts. */
  readonly duplicates: readonly { readonly event: AuditEvent; readonly of: string }[];
  readonly problems: readonly Problem[];
  /** Problems after which nothing may be concluded; they are among `problems`, too. */
  readonly fatal: readonly Problem[];
  readonly counts: AuditCounts;
}

/** Reads to the end and holds all mutating events in memory, in the order of the files. */
export async function gatherEvents(reading: AuditReading): Promise<GatheredAudit> {
  const events = new Map<string, AuditEvent>();
  const duplicates: { readonly event: AuditEvent; readonly of: string }[] = [];
  const problems: Problem[] = [];
  const fatal: Problem[] = [];
  const take = (item: AuditItem): void => {
    switch (item.kind) {
      case 'event':
        events.set(item.event.id, item.event);
        break;
      case 'duplicate':
        duplicates.push({ event: item.event, of: item.of });
        break;
      case 'superseded': {
        const event = events.get(item.id);
        if (event === undefined) break;
        events.delete(item.id);
        duplicates.push({ event, of: item.by });
        break;
      }
      case 'problem':
        problems.push(item.problem);
        if (item.fatal) fatal.push(item.problem);
    }
  };
  for await (const item of reading) take(item);
  return { events: [...events.values()], duplicates, problems, fatal, counts: reading.counts() };
}
