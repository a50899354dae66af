import type { NetDriftResult } from '../drift/types.ts';
import type { Actor } from '../model/actor.ts';
import type { AuditEvent } from '../model/event.ts';
import type { TraceLine } from '../model/trace.ts';
import { traceLine } from './trace-line.ts';

/** A line for every event that had effects, and every resource it touched. */
export function traceOutcomes(
  net: NetDriftResult,
  events: ReadonlyMap<string, AuditEvent>,
  actors: ReadonlyMap<string, Actor>,
): readonly TraceLine[] {
  return [...net.perEvent].flatMap(([id, outcomes]) => {
    const event = events.get(id);
    const actor = actors.get(id);
    if (event === undefined || actor === undefined) return [];
    return outcomes.map(({ disposition, address, because }) => {
      const settled = disposition === 'no-effect' ? settledBy(actor) : undefined;
      if (settled === undefined) return traceLine(event, actor, disposition, because, address);
      return traceLine(event, actor, settled.disposition, settled.because, address);
    });
  });
}

/** A change that ended where the code is: whose it was says why. */
function settledBy(
  actor: Actor,
): { readonly disposition: 'iac' | 'automation'; readonly because: string } | undefined {
  if (actor.class === 'iac') {
    return {
      disposition: 'iac',
      because: 'Infrastructure as code did it, and live is what the code says.',
    };
  }
  if (actor.class === 'controller' || actor.class === 'provider') {
    return {
      disposition: 'automation',
      because: 'Automation did it, and live is what the code says.',
    };
  }
  return undefined;
}
