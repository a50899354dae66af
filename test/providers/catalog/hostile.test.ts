import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { cases } from '../../cases.ts';
import { auditEvent, estateOf } from './event.ts';

const catalog = createCatalog(awsEntries);
const operations = awsEntries.flatMap(({ service, operations: names }) =>
  names.map((operation) => ({ service, operation })),
);

const names = [
  '__proto__',
  'constructor',
  'groupId',
  'instanceId',
  'ipPermissions',
  'items',
  'policyName',
  'tagSet',
  'tags',
  'value',
];

const { object } = fc.letrec<{ json: Json; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, -1, '', 'x', 'sg-1', '****', '10.0.0.0/8'),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...names), tie('json')), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries) as JsonObject),
}));

describe('hostile events', () => {
  it('never throw, whatever is in them, and leave nothing behind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...operations), object, object, (call, request, response) => {
        const event = auditEvent({ ...call, request, response });
        const translation = catalog.translate(event, estateOf());

        expect(['effects', 'invalid']).toContain(translation.kind);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: cases(3000) },
    );
  });

  it('are translated the same way twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...operations), object, (call, request) => {
        const event = auditEvent({ ...call, request });
        const once = catalog.translate(event, estateOf());

        expect(catalog.translate(structuredClone(event), estateOf())).toEqual(once);
      }),
    );
  });
});
