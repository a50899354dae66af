import { classifyActor } from '../../evidence/actor/classify.ts';
import type { ActorSignature } from '../../evidence/actor/schema.ts';
import type { Actor } from '../../model/actor.ts';
import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { displayText } from '../../model/text.ts';
import type { TraceLine } from '../../model/trace.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { driftLabel } from '../../stages/drift/label.ts';
import { traceLine } from './trace-line.ts';

/** Why a record no longer counts, given the event that replaces it. */
export const voided = {
  corrected: (by: string) => `Event ${by} corrects this record.`,
  duplicate: (by: string) => `Event ${by} is the same call, as another account saw it.`,
};

/** The line for a record that was delivered before, and for a call that changed nothing. */
export function traceSetAside(event: AuditEvent, actor: Actor, isDuplicate: boolean): TraceLine {
  if (isDuplicate) {
    return traceLine(event, actor, 'duplicate', 'The same record was delivered before.');
  }
  if (event.outcome === 'dry-run') {
    return traceLine(event, actor, 'failed', 'It was a dry run: nothing changed.');
  }
  const code = event.errorCode === undefined ? '' : ` with ${displayText(event.errorCode, 120)}`;
  return traceLine(event, actor, 'failed', `The call failed${code}: nothing changed.`);
}

/** The line for a change of a resource that is not managed. */
export function tracePassing(
  event: Pick<KeptEvent, 'id' | 'time' | 'service' | 'operation'>,
  actor: Actor,
  resource: ResourceRef | undefined,
): TraceLine {
  const name = resource === undefined ? '' : `${driftLabel(resource)}: `;
  return traceLine(event, actor, 'unmanaged', `${name}it is not in the state.`);
}

/** The line for an event outside the requested scopes. */
export function traceElsewhere(
  event: AuditEvent,
  signatures: readonly ActorSignature[],
): TraceLine {
  const because = `It belongs to ${displayText(event.scope, 120)}, whose events are not used here.`;
  return traceLine(event, classifyActor(event, signatures), 'unmanaged', because);
}

/** The line for a change that waited in vain; `why` is the reason if another record voided it. */
export function traceGone(event: KeptEvent, why: string | undefined): TraceLine {
  if (why !== undefined) return traceLine(event, event.actor, 'duplicate', why);
  const { translation } = event;
  const effects = translation.kind === 'effects' ? translation.effects : [];
  return tracePassing(event, event.actor, effects[0]?.resource);
}
