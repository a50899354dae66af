import { describe, expect, it } from 'vitest';
import { gcpEntries } from '../../src/catalog/gcp/all.ts';
import type { Field, Fields } from '../../src/catalog/gcp/fields.ts';
import type { GoogleEntry } from '../../src/catalog/gcp/google.ts';
import type { Kind } from '../../src/catalog/gcp/kinds.ts';
import { apiName } from '../../src/catalog/gcp/members.ts';
import { createCatalog } from '../../src/catalog/registry.ts';
import type { CatalogEntry } from '../../src/catalog/types.ts';
import type { Json, JsonObject } from '../../src/model/json.ts';
import { cuts, invented, withRequest } from './cut.ts';
import { auditEvent, estateOf } from './event.ts';

const catalog = createCatalog(gcpEntries);

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
  json: '{"b":1}',
};

function innerOf(field: Field): Fields | undefined {
  if (typeof field === 'string' || 'as' in field) return undefined;
  if ('one' in field) return field.one;
  return 'many' in field ? field.many : field.members;
}

function kindOf(field: Field): Kind {
  if (typeof field === 'string') return field;
  return 'as' in field ? field.as : 'text';
}

function sourceOf(attribute: string, field: Field): string {
  const from = typeof field === 'object' ? field.from : undefined;
  return (typeof from === 'object' ? from[0] : from) ?? apiName(attribute);
}

/** A body that gives every field a value. */
function bodyOf(fields: Fields): JsonObject {
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

/** What the state has, other than what a call says. */
function stateOf(fields: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([attribute, field]) => {
      const inner = innerOf(field);
      return [attribute, inner === undefined ? stated[kindOf(field)] : [stateOf(inner)]];
    }),
  );
}

const isGoogle = (entry: CatalogEntry): entry is GoogleEntry => 'fields' in entry;
const calls = gcpEntries
  .filter(isGoogle)
  .filter(({ fields }) => Object.keys(fields).length > 0)
  .flatMap((entry) => entry.operations.map((operation) => [operation, entry] as const));

describe('a record of Google Cloud that lacks a member', () => {
  it.each(calls)('says nothing about it: %s', (operation, { service, path, fields, types }) => {
    const name = path.replace(/\{(\w+)\}/g, (_, variable: string) => `${variable}-x`);
    const event = auditEvent({
      cloud: 'gcp',
      scope: 'project-x',
      region: 'region-x',
      service,
      operation,
      request: bodyOf(fields),
      details: { resourceName: name },
    });
    const attributes = { id: name, ...stateOf(fields) };
    const estate = estateOf({ address: `${types[0]}.it`, attributes });
    const whole = catalog.translate(event, estate);

    const problems = [event.request, ...cuts(event.request), {}].flatMap((request) => {
      const cut = catalog.translate(withRequest(event, request), estate);
      return invented(whole, cut, () => false);
    });

    expect([...new Set(problems)]).toEqual([]);
  });

  const setTags = (request: JsonObject, estate = estateOf()) =>
    catalog.translate(
      auditEvent({
        cloud: 'gcp',
        scope: 'p',
        service: 'compute.googleapis.com',
        operation: 'instances.setTags',
        request,
        details: { resourceName: 'projects/p/zones/z/instances/i' },
      }),
      estate,
    );

  it.each<[string, JsonObject]>([
    ['items', { items: ['ssh'], fingerprint: 'x' }],
    ['the message in the request', { tags: { tags: ['ssh'], fingerprint: 'x' } }],
    ['the message of the API', { tags: { items: ['ssh'] } }],
    ['a list', { tags: ['ssh'] }],
  ])('has the tags of an instance wherever a record writes them: %s', (_, request) => {
    expect(setTags(request)).toMatchObject({
      effects: [{ change: { path: ['tags'], value: { kind: 'known', value: ['ssh'] } } }],
    });
  });

  it.each<[string, JsonObject]>([
    ['no tags', { fingerprint: 'x' }],
    ['a message without tags', { tags: { fingerprint: 'x' } }],
    ['an empty message', { tags: {} }],
  ])('leaves the tags of an instance unknown where it has %s', (_, request) => {
    const instance = {
      address: 'google_compute_instance.i',
      attributes: { id: 'projects/p/zones/z/instances/i', tags: ['ssh'] },
    };

    expect(setTags(request, estateOf(instance))).toMatchObject({
      effects: [{ change: { path: ['tags'], value: { kind: 'omitted' } } }],
    });
  });
});
