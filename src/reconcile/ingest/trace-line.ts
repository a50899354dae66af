import type { Actor } from '../../model/actor.ts';
import type { AuditEvent } from '../../model/event.ts';
import { compareInstants } from '../../model/instant.ts';
import { compareText } from '../../model/text.ts';
import type { Disposition, TraceLine } from '../../model/trace.ts';

/** The line of `--trace` that reports the outcome of an event. */
export function traceLine(
  event: Pick<AuditEvent, 'id' | 'time' | 'service' | 'operation'>,
  actor: Actor,
  disposition: Disposition,
  because: string,
  address?: string,
): TraceLine {
  return {
    event: event.id,
    time: event.time,
    operation: `${event.service}:${event.operation}`,
    actor: { class: actor.class, principal: actor.principal, signature: actor.signature },
    disposition,
    ...(address === undefined ? {} : { address }),
    because,
  };
}

/** Sorted by time, then by event. */
export function sortTrace(lines: readonly TraceLine[]): readonly TraceLine[] {
  return [...lines].sort(
    (a, b) =>
      compareInstants(a.time, b.time) ||
      compareText(a.event, b.event) ||
      compareText(a.disposition, b.disposition),
  );
}
