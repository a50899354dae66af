import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { awsDerivedRules } from '../../../src/providers/derived/beyond.ts';
import type { WireMembers } from '../../../src/providers/derived/format.ts';
import { loadDerivedRules } from '../../../src/providers/derived/load.ts';
import { cases } from '../../cases.ts';
import { auditEvent, estateOf } from '../catalog/event.ts';
import { schemaProblems } from '../catalog/schema.ts';

const data = loadDerivedRules();
const catalog = createCatalog([], awsDerivedRules(data));
const operations = data.operations();

const junk = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, -1, '', 'x', '****', 'arn:aws:x:y:1:z', 'fs-0123456789ab'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc
      .array(
        fc.tuple(
          fc.constantFrom('__proto__', 'value', 'items', 'key', 'tags', 'name'),
          tie('json'),
        ),
        {
          maxLength: 3,
        },
      )
      .map((entries) => Object.fromEntries(entries) as JsonObject),
  ),
})).json;

/** Requests with the members that the operation has, filled with junk. */
function requestOf({ service, operation }: (typeof operations)[number]): fc.Arbitrary<JsonObject> {
  const [target] = data.targets(service, operation) ?? [];
  const names = [
    'bogus',
    ...namesOf(target?.members ?? {}),
    ...(target?.keys ?? []).flatMap(sources),
  ];
  return fc
    .array(fc.tuple(fc.constantFrom(...names), junk), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries) as JsonObject);
}

function namesOf(members: WireMembers): readonly string[] {
  return Object.keys(members).flatMap((name) => (name === '' ? [] : name.split('|')));
}

function sources(key: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(key).map((source) => source.slice(2));
}

const calls = fc
  .constantFrom(...operations)
  .chain((call) => requestOf(call).map((request) => ({ ...call, request })));

describe('hostile events', () => {
  it('of every operation are translated into what the schema has, or refused', () => {
    fc.assert(
      fc.property(calls, junk, ({ service, operation, request }, response) => {
        const event = auditEvent({
          service,
          operation,
          request,
          response:
            typeof response === 'object' && !Array.isArray(response)
              ? ((response ?? {}) as JsonObject)
              : {},
        });
        const targets = data.targets(service, operation) ?? [];
        const estate = estateOf(
          ...targets.map(({ type }) => ({
            address: `${type}.a`,
            attributes: { id: 'x', name: 'x', arn: 'arn:aws:x:y:1:z' },
          })),
        );
        const translation = catalog.translate(event, estate);

        expect(['effects', 'invalid']).toContain(translation.kind);
        expect(Object.keys(Object.prototype)).toEqual([]);
        if (translation.kind !== 'effects') return;
        for (const { resource, change, coverage } of translation.effects) {
          expect(schemaProblems(resource, change)).toEqual([]);
          expect(['derived', 'touched']).toContain(coverage);
        }
      }),
      { numRuns: cases(4000) },
    );
  });

  it('once each, with a request that fits nothing', () => {
    for (const { service, operation } of operations) {
      const event = auditEvent({ service, operation, request: { bogus: [{ x: null }] } });

      expect(['effects', 'invalid']).toContain(catalog.translate(event, estateOf()).kind);
    }
  });

  it('never become a known value where the log masks it', () => {
    const masked = ['****', 'HIDDEN_DUE_TO_SECURITY_REASONS', '<sensitiveDataRemoved>'];
    fc.assert(
      fc.property(fc.constantFrom(...operations), fc.constantFrom(...masked), (call, mask) => {
        const [target] = data.targets(call.service, call.operation) ?? [];
        const names = namesOf(target?.members ?? {});
        const request = Object.fromEntries(names.map((name) => [name, mask]));
        const translation = catalog.translate(auditEvent({ ...call, request }), estateOf());
        const changes = translation.kind === 'effects' ? translation.effects : [];

        expect(JSON.stringify(changes.map(({ change }) => change))).not.toContain(mask);
      }),
      { numRuns: cases(1000) },
    );
  });

  it('never reach a namesake in another account or region', () => {
    fc.assert(
      fc.property(calls, ({ service, operation, request }) => {
        const targets = data.targets(service, operation) ?? [];
        const estate = estateOf(
          ...targets.map(({ type }) => ({
            address: `${type}.a`,
            attributes: { id: 'x', name: 'x', arn: 'arn:aws:x:us-west-2:999999999999:x' },
          })),
        );
        const translation = catalog.translate(auditEvent({ service, operation, request }), estate);
        const changes = translation.kind === 'effects' ? translation.effects : [];

        expect(changes.filter(({ resource }) => estate.find(resource))).toEqual([]);
      }),
      { numRuns: cases(2000) },
    );
  });
});
