import type { StateIndex } from '../../code/terraform/state/types.ts';
import type { Effect, ResourceRef } from '../../model/effect.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import type { Touched } from '../../ports/store/named-resources.ts';
import { isHiddenLook, lookAfter } from '../../stages/drift/look.ts';
import type { LiveState } from '../drift/read-back.ts';
import { type DriftLook, observedDrift } from '../memory/observation.ts';
import { knownEstate, type Stage } from '../stages.ts';
import { readdressed, touchedBy } from './asked.ts';

/**
 * Adds untranslatable calls to the effects, as unknown changes of the resources that they name. If
 * the provider reads these resources, it shows what the calls changed. A read-back after a call
 * answers it, so later differences are not attributed to that call; only drifts already known to be
 * caused by it stay so.
 */
export function withHiddenCalls(stage: Stage, effects: readonly Effect[]): readonly Effect[] {
  const { input, ingested, index } = stage;
  const calls = [...ingested.events.values()].flatMap((event) =>
    touchedBy(event).map((touched) => ({ event, touched: readdressed(touched, index) })),
  );
  if (calls.length === 0 && !effects.some(isHiddenLook)) return effects;
  const estate = knownEstate(stage);
  const read = lookAfter(effects);
  const behind = new Set(
    (input.earlier.memory?.open ?? []).flatMap(({ address, path, evidence }) =>
      path.length === 0 ? [] : evidence.map(({ event }) => `${event} ${address}`),
    ),
  );
  const counts = (effect: Effect, address: string | undefined, isAsked: boolean): boolean =>
    address === undefined || read(address, effect.time) === undefined
      ? isAsked
      : behind.has(`${effect.event} ${address}`);
  const named = calls.flatMap(({ event, touched }): readonly Effect[] => {
    const effect = hiddenEffect(event, touched, index);
    if (effect === undefined) return [];
    return counts(effect, touched.address, input.readBack !== undefined) ? [effect] : [];
  });
  const others = effects.filter(
    (effect) =>
      !isHiddenLook(effect) || counts(effect, estate.find(effect.resource)?.address, true),
  );
  return [...others, ...named];
}

function hiddenEffect(
  { id, time }: KeptEvent,
  touched: Touched,
  index: StateIndex,
): Effect | undefined {
  const resource = hiddenCallRef(touched, index);
  const change = { kind: 'set', path: [], value: { kind: 'omitted' } } as const;
  return resource === undefined ? undefined : { event: id, time, resource, change };
}

/** A ref that identifies exactly this resource; undefined if its names do not. */
export function hiddenCallRef(
  { address, type, key }: Touched,
  index: StateIndex,
): ResourceRef | undefined {
  const attributes = index.get(address)?.attributes ?? {};
  const refs = [key.attribute, 'arn', 'id'].flatMap((name): ResourceRef[] => {
    const value = attributes[name];
    return typeof value === 'string' ? [{ type, keys: [{ [name]: value }] }] : [];
  });
  return refs.find((ref) => {
    const found = index.find(ref);
    return found.kind === 'found' && found.resource.address === address;
  });
}

/**
 * Records that the provider read the resources of untranslatable calls completely, so that later
 * runs without a read-back have it, too.
 */
export function wholeLooks(
  stage: Stage,
  live: LiveState,
  look: DriftLook,
): readonly RememberedEvent[] {
  const { input, ingested, index } = stage;
  const estate = knownEstate(stage);
  const addresses = [...ingested.events.values()].flatMap((event) => {
    const { translation } = event;
    const effects = translation.kind === 'effects' ? translation.effects.filter(isHiddenLook) : [];
    return [
      ...touchedBy(event).map((touched) => readdressed(touched, index).address),
      ...effects.flatMap(({ resource }) => estate.find(resource)?.address ?? []),
    ];
  });
  return [...new Set(addresses)].sort().flatMap((address) => {
    const resource = live.resources.get(address)?.resource;
    if (resource === undefined || resource.kind === 'gone') return [];
    const { type } = resource;
    return [observedDrift({ address, type, shown: { kind: 'whole' }, look, at: input.startedAt })];
  });
}
