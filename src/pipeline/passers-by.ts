import { isRegion } from '../audit/cloudtrail/region.ts';
import type { Translation } from '../catalog/registry.ts';
import type { AdoptMode } from '../model/adoption.ts';
import type { Effect, ResourceRef } from '../model/effect.ts';
import type { AuditEvent } from '../model/event.ts';
import type { StateIndex } from '../terraform/state/types.ts';

/** The resource that an event changed, when nothing can come of it in this run. */
export type PasserBy = (event: AuditEvent, translation: Translation) => ResourceRef | undefined;

/**
 * Tells events apart, as they are read, that only change what the state does not have. Where
 * nothing is adopted nothing comes of them, and in a busy account they are nearly all there is, so
 * that a run which kept them would grow with the log. What came into being or went is kept: it
 * says of other events what became of them.
 */
export function createPasserBy(adopt: AdoptMode, index: StateIndex): PasserBy {
  if (adopt !== 'none') return () => undefined;
  return ({ cloud, region }, translation) => {
    if (translation.kind !== 'effects' || (cloud === 'aws' && !isRegion(region))) return undefined;
    const { effects } = translation;
    return effects.every((effect) => changesStranger(effect, index))
      ? effects[0]?.resource
      : undefined;
  };
}

function changesStranger({ resource, change, depth }: Effect, index: StateIndex): boolean {
  if (depth !== undefined || change.kind === 'create' || change.kind === 'delete') return false;
  return index.find(resource).kind !== 'found';
}
