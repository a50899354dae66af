import type { StateIndex } from '../../code/terraform/state/types.ts';
import { isRegion } from '../../evidence/audit/cloudtrail/region.ts';
import type { AdoptMode } from '../../model/adoption.ts';
import type { Effect, ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Translation } from '../../providers/catalog/registry.ts';
import { standsAlone, wholesNamed } from '../../providers/catalog/wholes.ts';
import { createWholeFinder, type WholeFinder } from '../managed/wholes.ts';

/** An event that only changes what the state does not have. */
export interface Passing {
  /** What it changed. */
  readonly resource: ResourceRef;
  /** Something can come of it yet, if the log has how the resource was made. */
  readonly waits: boolean;
}

/** Tells an event that nothing, or hardly anything, can come of in this run. */
export type IrrelevantEvent = (event: AuditEvent, translation: Translation) => Passing | undefined;

/**
 * Tells events apart, as they are read, that only change what neither the state has nor belongs to
 * something that it has. In a busy account they are nearly all there is, so that a run which kept
 * them would grow with the log. What came into being or went is kept: it says of other events what
 * became of them. Where everything is adopted, everything is kept.
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
  const { resource, change, depth } = effect;
  if (depth !== undefined || change.kind === 'create' || change.kind === 'delete') return false;
  return index.find(resource).kind !== 'found' && wholeOf(effect, event) === undefined;
}

/** It belongs to nothing, or to something that is not managed and belongs to nothing itself. */
function isAlone({ resource, on }: Effect): boolean {
  if (standsAlone(resource.type)) return true;
  const wholes = on === undefined ? wholesNamed(resource) : [on];
  return wholes.length > 0 && wholes.every(({ type }) => standsAlone(type));
}
