import type { ResourceRef } from '../../model/effect.ts';
import type { Json } from '../../model/json.ts';
import { isJsonObject, own } from '../../model/json.ts';
import { dottedPath } from '../../model/path.ts';
import type { Converter } from './convert.ts';
import { setEffect, setLogged, unknownChange } from './effects.ts';
import { requestAt, scalar } from './request.ts';
import type { CatalogAttributes, CatalogMember } from './sources.ts';
import type { DraftEffect } from './types.ts';

/** Attributes that an API sets by name: name in the API -> dotted state path and converter. */
export type NamedAttributes = Readonly<Record<string, readonly [string, Converter]>>;

/**
 * The `set` of one named attribute. An empty value unsets it; an unknown name may change anything.
 */
export function setNamed(
  resource: ResourceRef,
  table: NamedAttributes,
  name: string,
  value: Json | undefined,
): DraftEffect {
  const known = own(table, name);
  if (known === undefined) return unknownChange(resource);
  const path = dottedPath(known[0]);
  if (value === undefined || scalar(value) === '') return setEffect(resource, path, null);
  return setLogged(resource, path, value, known[1]);
}

/** The names and values of a map in the request, sorted by name. */
export function namedValues(raw: Json | undefined): readonly (readonly [string, Json])[] {
  if (!isJsonObject(raw)) return [];
  return Object.keys(raw)
    .sort()
    .map((name) => [name, raw[name] ?? '']);
}

/** Members for a `create` whose request has the map of values at `path`. */
export function namedMembersOf(table: NamedAttributes, path: string): CatalogAttributes {
  return Object.fromEntries(
    Object.entries(table).map(([name, [attribute, as]]): [string, CatalogMember] => [
      attribute,
      { from: ({ request }) => blankAsAbsent(requestAt(request, `${path}.${name}`)), as },
    ]),
  );
}

function blankAsAbsent(value: Json | undefined): Json | undefined {
  return value === '' ? undefined : value;
}
