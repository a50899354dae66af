import type { Actor, ActorClass } from '../../../src/model/actor.ts';
import type { Drift, DriftValue } from '../../../src/model/drift.ts';
import { contentId } from '../../../src/model/id.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import type { EvidenceEvent } from '../../../src/stages/intent/types.ts';

export function typeIn(address: string): string {
  return /(?:^|\.)((?:aws|google|azurerm)_[a-z0-9_]+)\.[^.]+$/.exec(address)?.[1] ?? 'unknown';
}

export function side(value: Json | undefined | DriftValue): DriftValue {
  if (value === undefined) return { kind: 'absent' };
  const hidden = value as DriftValue;
  return hidden?.kind === 'redacted' || hidden?.kind === 'unknown'
    ? hidden
    : { kind: 'value', value: value as Json };
}

export function makeDrift(
  address: string,
  path: AttributePath,
  declared: Json | undefined | DriftValue,
  live: Json | undefined | DriftValue,
  more: Partial<Drift> = {},
): Drift {
  const sides = { declared: side(declared), live: side(live) };
  return {
    id: contentId('d', { address, path, ...sides } as unknown as Json),
    address,
    type: typeIn(address),
    path,
    ...sides,
    declaredFrom: 'code',
    evidence: ['e1'],
    basis: 'inferred',
    ...more,
  };
}

export const redacted: DriftValue = { kind: 'redacted' };

export function member(
  address: string,
  block: string,
  element: Json,
  joins: boolean,
  more: Partial<Drift> = {},
): Drift {
  const path = [block, { element }];
  return joins
    ? makeDrift(address, path, undefined, element, more)
    : makeDrift(address, path, element, undefined, more);
}

export function created(
  address: string,
  attributes: JsonObject,
  more: Partial<Drift> = {},
  parent?: string,
): Drift {
  const creation = { attributes, importId: 'x', ...(parent === undefined ? {} : { parent }) };
  return makeDrift(address, [], undefined, {}, { creation, ...more });
}

export function deleted(address: string, more: Partial<Drift> = {}): Drift {
  return makeDrift(address, [], {}, undefined, more);
}

export function actor(name: string, kind: ActorClass = 'human', session?: string): Actor {
  return {
    class: kind,
    principal: `arn:aws:iam::123456789012:role/${name}`,
    name,
    signature: 'test',
    evidence: 'trusted',
    ...(session === undefined ? {} : { session }),
  };
}

export function event(
  id: string,
  minute: number,
  by: Actor,
  sourceIdentity?: string,
): EvidenceEvent {
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return {
    id,
    time: `2026-03-14T${clock}:00Z`,
    actor: by,
    ...(sourceIdentity === undefined ? {} : { sourceIdentity }),
  };
}

export function lookup(
  events: readonly EvidenceEvent[],
): (id: string) => EvidenceEvent | undefined {
  const byId = new Map(events.map((one) => [one.id, one]));
  return (id) => byId.get(id);
}
