import type { StateIndex } from '../../code/terraform/state/types.ts';
import { isRegion } from '../../evidence/audit/cloudtrail/region.ts';
import type { AdoptMode } from '../../model/adoption.ts';
import type { Effect, ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import { standsAlone, wholesNamed } from '../../providers/catalog/wholes.ts';
import { createWholeFinder, type WholeFinder } from '../managed/wholes.ts';

/** An event that only changes resources that are not in the state. */
export interface Passing {
  /** The first resource that it changed. */
  readonly resource: ResourceRef;
  /** True if it still matters should the log show how the resource was created. */
  readonly waits: boolean;
}

/** Returns a value for an event that cannot, or can hardly, have a result in this run. */
export type IrrelevantEvent = (event: AuditEvent, translation: Translation) => Passing | undefined;

/**
 * Detects, while reading, events that only change resources which are not in the state and do not
 * belong to a resource in it. In a busy account these are nearly all events, so keeping them would
 * make a run's memory grow with the log. Creations and deletions are kept, because they explain
 * other events. If everything is adopted, everything is kept.
 */
export function createIrrelevantEvent(adopt: AdoptMode, index: StateIndex): IrrelevantEvent {
  if (adopt === 'all') return () => undefined;
  const wholeOf = createWholeFinder(index);
  return (event, translation) => {
    if (translation.kind !== 'effects') return undefined;
    if (event.cloud === 'aws' && !isRegion(event.region)) return undefined;
    const { effects } = translation;
    const [first] = effects;
    if (first === undefined) return undefined;
    if (!effects.every((effect) => changesUnmanaged(effect, event, index, wholeOf))) {
      return undefined;
    }
    return { resource: first.resource, waits: !effects.every(isAlone) };
  };
}

function changesUnmanaged(
  effect: Effect,
  event: AuditEvent,
  index: StateIndex,
  wholeOf: WholeFinder,
): boolean {
  const { resource, change, coverage } = effect;
  if (coverage !== undefined || change.kind === 'create' || change.kind === 'delete') return false;
  return index.find(resource).kind !== 'found' && wholeOf(effect, event) === undefined;
}

/**
 * True if the resource belongs to nothing, or only to unmanaged resources that belong to nothing
 * themselves.
 */
function isAlone({ resource, on }: Effect): boolean {
  if (standsAlone(resource.type)) return true;
  const wholes = on === undefined ? wholesNamed(resource) : [on];
  return wholes.length > 0 && wholes.every(({ type }) => standsAlone(type));
}
