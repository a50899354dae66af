import type { AuditItem } from '../../evidence/audit/core/types.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { KeptEvent, KeptSteps } from '../../ports/store/kept-event.ts';
import type { Named } from '../../ports/store/named-resources.ts';
import type { Translation } from '../../providers/catalog/registry.ts';

/** A call of which the log has a record, and others may have more. */
export type Half = Extract<AuditItem, { kind: 'event' | 'unfinished' }>;

/** What a call that failed did. */
export const noChange: Translation = { kind: 'effects', effects: [], redacted: false };

/** An end without what was requested waits for its beginning, where it is about something managed. */
export function withSteps(
  kept: KeptEvent,
  item: Half,
  touched: (event: AuditEvent) => Named | undefined,
): KeptEvent {
  if (item.steps === undefined) return kept;
  const steps = stepsOf(item, 'done');
  const isNamed = !steps.began && steps.lacks && touched(item.event) !== undefined;
  return { ...kept, steps: isNamed ? { ...steps, isNamed } : steps };
}

/** A record that belongs to no other is a call of its own. */
export function stepsOf({ event, steps }: Half, state: KeptSteps['state']): KeptSteps {
  const { call, began, ended, ...more } = steps ?? {
    call: `alone ${event.id}`,
    began: true,
    ended: false,
  };
  return { call, began, ended, ...more, state, lacks: event.omitted.includes('request') };
}
