import type { AuditItem } from '../../evidence/audit/core/types.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { KeptEvent, KeptSteps } from '../../ports/store/kept-event.ts';
import type { Named } from '../../ports/store/named-resources.ts';
import type { Translation } from '../../providers/catalog/registry.ts';

/** A call with one record in the log, which may have further records elsewhere. */
export type Half = Extract<AuditItem, { kind: 'event' | 'unfinished' }>;

/** The effects of a failed call. */
export const noChange: Translation = { kind: 'effects', effects: [], redacted: false };

/** An end record without the request waits for its beginning if it concerns a managed resource. */
export function withSteps(
  kept: KeptEvent,
  item: Half,
  touched: (event: AuditEvent) => Named | undefined,
): KeptEvent {
  if (item.steps === undefined) return kept;
  const steps = keptSteps(item, 'done');
  const isNamed = !steps.began && steps.lacks && touched(item.event) !== undefined;
  return { ...kept, steps: isNamed ? { ...steps, isNamed } : steps };
}

/** A record that does not belong to another one is a call of its own. */
export function keptSteps({ event, steps }: Half, state: KeptSteps['state']): KeptSteps {
  const { call, began, ended, ...more } = steps ?? {
    call: `alone ${event.id}`,
    began: true,
    ended: false,
  };
  return { call, began, ended, ...more, state, lacks: event.omitted.includes('request') };
}
