import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';
import { cuts, invented, withRequest } from './cut.ts';
import { auditEvent, estateOf } from './event.ts';
import { bodyOf, googleEntries, nameOf, stateOf } from './google-bodies.ts';

const catalog = createCatalog(gcpEntries);

const calls = googleEntries
  .filter(({ fields }) => Object.keys(fields).length > 0)
  .flatMap((entry) => entry.operations.map((operation) => [operation, entry] as const));

describe('a record of Google Cloud that lacks a member', () => {
  it.each(calls)('says nothing about it: %s', (operation, entry) => {
    const { service, fields, types } = entry;
    const name = nameOf(entry);
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
