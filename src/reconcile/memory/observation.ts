import type { Actor } from '../../model/actor.ts';
import type { Change, Effect, ResourceRef } from '../../model/effect.ts';
import { known } from '../../model/event.ts';
import { contentId } from '../../model/id.ts';
import type { Json } from '../../model/json.ts';
import { canonicalJson } from '../../model/json.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import { addressKey, lookedAt, wholeLook } from '../../stages/drift/look.ts';
import { unexplainedActor } from '../../stages/intent/identity.ts';
import { placeKey } from './place.ts';

/**
 * How something was looked at: a provider read it, the first look at a stack read it, or a state
 * that is newer than the last one says it.
 */
export type DriftLook = 'ReadBack' | 'Baseline' | 'StateRead';

/**
 * What a look showed of a place: its value, or that the resource is there or gone. `whole`: all of
 * it was read, so that whatever calls before that changed follows from what differs. `hidden`: it has
 * another secret than the state, of which nothing is kept.
 */
export type ShownDrift =
  | { readonly kind: 'value'; readonly path: AttributePath; readonly value: Json | undefined }
  | { readonly kind: 'hidden'; readonly path: AttributePath }
  | { readonly kind: 'there' | 'gone' | 'whole' };

export interface Observation {
  readonly address: string;
  readonly type: string;
  readonly shown: ShownDrift;
  readonly look: DriftLook;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Who did what only a look shows is unknown. */
const nobody: Actor = {
  class: 'unknown',
  principal: 'unknown',
  name: 'unknown',
  signature: unexplainedActor,
  evidence: 'claimed',
};

/** What a look showed, as an event of its own: what happened before it counts no more. */
export function observedDrift(observation: Observation): RememberedEvent {
  const { address, type, shown, look, at } = observation;
  const id = contentId('readback', { address, shown: shownJson(shown), look, at });
  const resource: ResourceRef = { type, keys: [{ [addressKey]: address }] };
  const effect = { event: id, time: at, resource, change: changeOf(shown) };
  return {
    ...reading(id, at, address, look),
    translation: { kind: 'effects', effects: [effect], redacted: false },
    addresses: { [canonicalJson(resource as unknown as Json)]: address },
  };
}

/** A reading as an event without effects of its own. */
export function reading(id: string, time: string, address: string, look: DriftLook): KeptEvent {
  return {
    id,
    time,
    actor: nobody,
    cloud: 'aws',
    scope: '',
    region: '',
    service: 'terraform',
    operation: look,
    place: { file: address },
    translation: { kind: 'effects', effects: [], redacted: false },
  };
}

export function isObservation({ actor: { signature } }: Pick<KeptEvent, 'actor'>): boolean {
  return signature === nobody.signature;
}

/** The address of the resource that an observation is of. */
export function addressIn({ resource }: Effect): string | undefined {
  return resource.keys[0]?.[addressKey];
}

/** The place that an observation is of; undefined for an event of a log. */
export function placeShownBy(event: KeptEvent): string | undefined {
  const effect = effectOf(event);
  const address = effect === undefined ? undefined : addressIn(effect);
  if (effect === undefined || address === undefined) return undefined;
  const { change } = effect;
  const path = change.kind === 'set' ? change.path : [];
  const isWhole = change.kind === 'set' && lookedAt(effect) !== undefined;
  return isWhole ? `${address} *` : placeKey(address, path);
}

/** The same with what it showed there, as one text. */
export function shownBy(
  event: KeptEvent,
): { readonly place: string; readonly value: string } | undefined {
  const place = placeShownBy(event);
  const effect = effectOf(event);
  if (effect === undefined || place === undefined) return undefined;
  return { place, value: canonicalJson(effect.change as unknown as Json) };
}

function effectOf(event: KeptEvent): Effect | undefined {
  if (!isObservation(event) || event.translation.kind !== 'effects') return undefined;
  return event.translation.effects[0];
}

function changeOf(shown: ShownDrift): Change {
  switch (shown.kind) {
    case 'value':
      return { kind: 'set', path: shown.path, value: known(shown.value ?? null) };
    case 'there':
      return { kind: 'create', attributes: {} };
    case 'hidden':
      return { kind: 'set', path: shown.path, value: { kind: 'redacted' } };
    case 'gone':
      return { kind: 'delete' };
    case 'whole':
      return wholeLook;
  }
}

function shownJson(shown: ShownDrift): Json {
  if (shown.kind === 'hidden') return [shown.kind, pathKey(shown.path)];
  if (shown.kind !== 'value') return shown.kind;
  return [pathKey(shown.path), shown.value ?? null];
}
