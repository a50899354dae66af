import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';
import { cases } from '../../cases.ts';
import { auditEvent, estateOf } from '../catalog/event.ts';

const catalog = createCatalog(gcpEntries);
const operations = gcpEntries.flatMap(({ service, operations: names }) =>
  names.map((operation) => ({ service, operation })),
);

const names = [
  '__proto__',
  'additions',
  'alloweds',
  'bindings',
  'body',
  'change',
  'constructor',
  'items',
  'labels',
  'metadata',
  'name',
  'nats',
  'policy',
  'settings',
  'topic',
  'updateMask',
];

const texts = [
  '',
  'x',
  '****',
  'name',
  'projects/p/zones/z/instances/i',
  'projects/_/buckets/b',
  '//compute.googleapis.com/projects/p/global/networks/n',
];

const { object } = fc.letrec<{ json: Json; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, -1, ...texts),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...names), tie('json')), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries) as JsonObject),
}));

const details = fc.record({
  resourceName: fc.constantFrom<Json>(...texts, 7),
  bindingDeltas: fc.array(
    fc.record({
      action: fc.constantFrom('ADD', 'REMOVE', 'X'),
      role: fc.constantFrom<Json>('roles/viewer', ''),
      member: fc.constantFrom<Json>('user:a@b.example', 'allUsers', 1),
    }),
    { maxLength: 2 },
  ),
});

describe('hostile records of Google Cloud', () => {
  it('never make an entry fail, and leave nothing behind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...operations), object, details, (call, request, more) => {
        const event = auditEvent({ ...call, cloud: 'gcp', scope: 'p', request, details: more });
        const translation = catalog.translate(event, estateOf());

        expect(['effects', 'invalid']).toContain(translation.kind);
        expect(JSON.stringify(translation)).not.toContain('the entry failed');
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: cases(3000) },
    );
  });
});
