import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { unknownChange } from './effects.ts';
import type { Finding, Keys } from './identity.ts';
import type { CatalogAttributes } from './sources.ts';
import { setMembers } from './sources.ts';
import type { DraftEffect } from './types.ts';

interface Update {
  readonly keys: Keys | Finding;
  readonly attributes: CatalogAttributes;
}

/**
 * A `set` for each attribute whose member the request has. If it only has other members, the change
 * is unknown.
 */
export function updateEffects(
  event: AuditEvent,
  resource: ResourceRef,
  spec: Update,
): readonly DraftEffect[] {
  if (event.omitted.includes('request')) return [unknownChange(resource)];
  const sets = setMembers(event, resource, spec.attributes);
  return sets.length === 0 && hasOtherMembers(event, spec) ? [unknownChange(resource)] : sets;
}

/** True if the request has a member that neither names the resource nor is an attribute. */
function hasOtherMembers({ request }: AuditEvent, { keys, attributes }: Update): boolean {
  if (typeof keys === 'function') return Object.keys(request).length > 1;
  const sources = [
    ...keys.flatMap((key) => Object.values(key)),
    ...Object.values(attributes).map((one) => (typeof one === 'string' ? one : one.from)),
  ];
  const known = new Set(
    sources.flatMap((one) => (typeof one === 'string' ? (one.split('.')[0] ?? []) : [])),
  );
  const lower = new Set([...known].map((name) => name.toLowerCase()));
  return Object.keys(request).some((name) => !lower.has(name.toLowerCase()));
}
