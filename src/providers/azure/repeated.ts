import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isMasked } from '../../model/masked.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { requestAt } from '../catalog/request.ts';
import type { CatalogAttributes, CatalogMember } from '../catalog/sources.ts';
import { objectsIn } from './convert.ts';

/** A repeated block whose elements are read one by one. */
export interface Repeated extends CatalogMember {
  readonly inside: CatalogAttributes;
}

/**
 * A repeated block from a list of the body. Sources in `inside` are relative to an element. A
 * masked value in any element masks the list.
 */
export function repeated(
  from: string,
  inside: CatalogAttributes,
  resets: readonly string[] = [],
): Repeated {
  return {
    inside,
    as: (value) => value,
    from: (event) => {
      const raw = requestAt(event.request, from);
      if (raw === undefined) return undefined;
      if (hasMask(raw)) return raw;
      return objectsIn(raw).map((element) => readElement(event, element, inside, resets));
    },
  };
}

/** The attributes of one element, with null for those that it unsets. */
export function readElement(
  event: AuditEvent,
  element: JsonObject,
  attributes: CatalogAttributes,
  resets: readonly string[],
): JsonObject {
  const found = elementAttributes(event, element, attributes);
  const names = [...Object.keys(attributes).map((path) => path.split('.')[0] ?? path), ...resets];
  // In the order of the table, in which people usually write them.
  const entries = [...new Set(names)].flatMap((name) => {
    if (Object.hasOwn(found, name)) return [[name, found[name] ?? null] as const];
    return resets.includes(name) ? [[name, null] as const] : [];
  });
  return Object.fromEntries(entries);
}

function isRepeated(member: string | CatalogMember): member is Repeated {
  return typeof member === 'object' && 'inside' in member;
}

function hasMask(value: Json): boolean {
  if (typeof value === 'string') return isMasked(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one: Json) => hasMask(one));
}

/** The dotted paths that attributes set, including those in nested blocks. */
export function azureFieldPaths(attributes: CatalogAttributes): readonly string[] {
  return Object.entries(attributes).flatMap(([path, member]) =>
    isRepeated(member)
      ? [path, ...azureFieldPaths(member.inside).map((inner) => `${path}.0.${inner}`)]
      : [path],
  );
}
