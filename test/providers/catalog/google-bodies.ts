import type { Json, JsonObject } from '../../../src/model/json.ts';
import type { CatalogEntry } from '../../../src/providers/catalog/types.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';
import type { GoogleField, GoogleFields } from '../../../src/providers/google/fields.ts';
import type { GoogleEntry } from '../../../src/providers/google/google.ts';
import type { Kind } from '../../../src/providers/google/kinds.ts';
import { apiName } from '../../../src/providers/google/members.ts';

const sample: Readonly<Record<Kind, Json>> = {
  text: 'new',
  lower: 'new',
  number: 7,
  bool: true,
  inverse: false,
  list: ['new'],
  set: ['new'],
  map: { new: '1' },
  labels: { new: '1' },
  link: 'projects/p/global/networks/new',
  links: ['projects/p/global/networks/new'],
  short: 'zones/z/machineTypes/new',
  seconds: '7s',
  milliseconds: '7s',
  json: '{"a":1}',
};

const stated: Readonly<Record<Kind, Json>> = {
  text: 'old',
  lower: 'old',
  number: 9,
  bool: true,
  inverse: true,
  list: ['old'],
  set: ['old'],
  map: { old: '1' },
  labels: { old: '1' },
  link: 'projects/p/global/networks/old',
  links: ['projects/p/global/networks/old'],
  short: 'old',
  seconds: 9,
  milliseconds: 9000,
  json: '{"b":1}',
};

function innerOf(field: GoogleField): GoogleFields | undefined {
  if (typeof field === 'string' || 'as' in field) return undefined;
  if ('one' in field) return field.one;
  return 'many' in field ? field.many : field.members;
}

function kindOf(field: GoogleField): Kind {
  if (typeof field === 'string') return field;
  return 'as' in field ? field.as : 'text';
}

function sourceOf(attribute: string, field: GoogleField): string {
  const from = typeof field === 'object' ? field.from : undefined;
  return (typeof from === 'object' ? from[0] : from) ?? apiName(attribute);
}

/** A body with a value for every field. */
export function bodyOf(fields: GoogleFields): JsonObject {
  let body: JsonObject = {};
  for (const [attribute, field] of Object.entries(fields)) {
    const inner = innerOf(field);
    const single = typeof field === 'object' && 'one' in field;
    const value =
      inner === undefined ? sample[kindOf(field)] : single ? bodyOf(inner) : [bodyOf(inner)];
    const from = sourceOf(attribute, field);
    body = from === '' ? { ...body, ...(value as JsonObject) } : put(body, from.split('.'), value);
  }
  return body;
}

function put(body: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...body, [name]: value };
  if (rest[0] === '0') return { ...body, [name]: [value] };
  return { ...body, [name]: put((body[name] ?? {}) as JsonObject, rest, value) };
}

/** Attributes as the state has them, with other values than those in the calls. */
export function stateOf(fields: GoogleFields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([attribute, field]) => {
      const inner = innerOf(field);
      return [attribute, inner === undefined ? stated[kindOf(field)] : [stateOf(inner)]];
    }),
  );
}

/** Entries that are generated from tables. */
export const googleEntries = gcpEntries.filter(isGoogle);

function isGoogle(entry: CatalogEntry): entry is GoogleEntry {
  return 'fields' in entry;
}

/** A resource name from the entry's path, with a value for each variable. */
export function nameOf({ path }: GoogleEntry): string {
  return path.replace(/\{(\w+)\}/g, (_, variable: string) => `${variable}-x`);
}
