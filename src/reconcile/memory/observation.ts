import { type Actor, unexplainedActor } from '../../model/actor.ts';
import type { Change, Effect, ResourceRef } from '../../model/effect.ts';
import { known } from '../../model/event.ts';
import { contentId } from '../../model/id.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import { addressKey, lookedAt, wholeLook } from '../../stages/drift/look.ts';
import { placeKey } from './place.ts';

/**
 * How a value was observed: by a read-back, by the baseline (the first run on a stack), or in a
 * state that is newer than the last one.
 */
export type DriftLook = 'ReadBack' | 'Baseline' | 'StateRead';

/** True for the name of an observation; the operation of a call may be called the same. */
export function isDriftLook(operation: string): operation is DriftLook {
  return operation === 'ReadBack' || operation === 'Baseline' || operation === 'StateRead';
}

/**
 * What an observation of a place showed: its value, or that the resource exists or is gone.
 * `whole`: the entire resource was read, so that all changes of earlier calls are among the
 * differences. `hidden`: a secret differs from the state, and its value is not kept.
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

/** The actor of a change that only an observation shows is unknown. */
const nobody: Actor = {
  class: 'unknown',
  principal: 'unknown',
  name: 'unknown',
  signature: unexplainedActor,
  evidence: 'claimed',
};

/** An observation as an event, which supersedes all earlier events on the place. */
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

/** A reading as an event without effects. */
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

/** The address of the observed resource. */
export function addressIn({ resource }: Effect): string | undefined {
  return resource.keys[0]?.[addressKey];
}

/** The observed place; undefined for an event from a log. */
export function placeShownBy(event: KeptEvent): string | undefined {
  const effect = effectOf(event);
  const address = effect === undefined ? undefined : addressIn(effect);
  if (effect === undefined || address === undefined) return undefined;
  const { change } = effect;
  const path = change.kind === 'set' ? change.path : [];
  const isWhole = change.kind === 'set' && lookedAt(effect) !== undefined;
  return isWhole ? `${address} *` : placeKey(address, path);
}

/** The observed place and the value there, as text. */
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
