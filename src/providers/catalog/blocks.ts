import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { attributesFrom } from './attributes.ts';
import { effect, setEffect } from './effects.ts';
import { itemsAt } from './request.ts';
import type { CatalogAttributes } from './sources.ts';
import { setMembers } from './sources.ts';
import type { DraftEffect, ManagedResource } from './types.ts';

/** The attributes of one element in a list of the request; sources are relative to the element. */
export function elementAttributes(
  event: AuditEvent,
  element: JsonObject,
  attributes: CatalogAttributes,
): JsonObject {
  const resource: ResourceRef = { type: '', keys: [] };
  return attributesFrom(setMembers({ ...event, request: element }, resource, attributes));
}

/**
 * A repeated block that a call replaces as a whole. If the managed resource has as many elements,
 * each attribute is set in its place, so that what the request does not mention stays. Otherwise
 * the list is set as a whole, or reported as unknown if a value in it is masked.
 */
export function blockEffects(
  event: AuditEvent,
  resource: ResourceRef,
  block: AttributePath,
  elements: readonly JsonObject[],
  attributes: CatalogAttributes,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const sets = elements.flatMap((element, index) =>
    setMembers({ ...event, request: element }, resource, attributes, [...block, index]),
  );
  const [name] = block;
  const current = typeof name === 'string' ? itemsAt(managed?.attributes, name).length : 0;
  if (block.length === 1 && elements.length > 0 && current === elements.length) return sets;
  const masked = sets.find(({ change }) => change.kind === 'set' && change.value.kind !== 'known');
  if (masked?.change.kind === 'set') {
    return [effect(resource, { kind: 'set', path: block, value: masked.change.value })];
  }
  const list = elements.map((element) => elementAttributes(event, element, attributes));
  return [setEffect(resource, block, list)];
}
