import { callHash } from '../../evidence/audit/core/seen.ts';
import type { Actor } from '../../model/actor.ts';
import { openName } from '../../model/credential/path.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { Named } from '../../ports/store/named-resources.ts';
import type { Translation } from '../../providers/catalog/registry.ts';

export function keptEvent(
  event: AuditEvent,
  actor: Actor,
  translation: Translation,
  named?: Named,
): KeptEvent {
  const { id, time, cloud, scope, region, service, operation, place, digest } = event;
  const { sharedId, corrects } = event;
  const { sourceIdentity, sourceIp } = event.caller;
  const deployment = cloud === 'azure' ? event.details['correlationId'] : undefined;
  return {
    id,
    time,
    actor,
    ...(sourceIdentity === undefined ? {} : { sourceIdentity }),
    ...(typeof deployment === 'string' ? { deployment } : {}),
    cloud,
    scope,
    region,
    service,
    operation,
    ...(sourceIp === '' ? {} : { source: openName(sourceIp) }),
    place,
    digest,
    call: callHash(event),
    ...(sharedId === undefined ? {} : { sharedId }),
    ...(corrects === undefined ? {} : { corrects }),
    translation,
    ...(named === undefined ? {} : { unknown: { event, ...named } }),
  };
}
