import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { azureEntries, azureTypes } from '../../../src/providers/azure/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import type { CatalogAttributes } from '../../../src/providers/catalog/sources.ts';
import { auditEvent, estateOf } from '../catalog/event.ts';
import { schemaProblems } from '../catalog/schema.ts';

const catalog = createCatalog(azureEntries);

/** Dotted paths of the members that a type reads from the body. */
function sourcesOf(attributes: CatalogAttributes): readonly string[] {
  return Object.values(attributes).flatMap((member) => {
    if (typeof member === 'string') return [member];
    return typeof member.from === 'string' ? [member.from] : [];
  });
}

function bodyOf(values: readonly (readonly [string, Json])[]): JsonObject {
  const root: Record<string, Json> = {};
  for (const [path, value] of values) {
    const names = path.split('.');
    let node = root;
    for (const name of names.slice(0, -1)) {
      const next = node[name];
      if (typeof next !== 'object' || next === null || Array.isArray(next)) node[name] = {};
      node = node[name] as Record<string, Json>;
    }
    node[names.at(-1) ?? ''] = value;
  }
  return root;
}

const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom<Json>(null, '', 'Enabled', 'None', '00:05:00', 'PT', '***'),
  fc.array(fc.oneof(fc.string(), fc.record({ id: fc.string(), name: fc.string() })), {
    maxLength: 3,
  }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
) as fc.Arbitrary<Json>;

describe('any body', () => {
  it.each(azureTypes.map((spec) => [spec.type, spec] as const))(
    'gives %s values of the right kind, or none',
    (_, spec) => {
      const slash = spec.arm.indexOf('/');
      const path = spec.arm.slice(slash + 1);
      const isGroup = spec.arm === 'Microsoft.Resources/resourceGroups';
      const names = path.split('/').map((word, index) => `${word}/n${index}`);
      const resourceId = isGroup
        ? '/subscriptions/s/resourcegroups/rg'
        : `/subscriptions/s/resourcegroups/rg/providers/${spec.arm.slice(0, slash)}/${names.join('/')}`;
      const sources = sourcesOf({ ...spec.fixed, ...spec.fields });
      const bodies = fc
        .tuple(...sources.map((source) => fc.tuple(fc.constant(source), odd)))
        .map((values) => ({ location: 'West Europe', tags: { a: 'b' }, ...bodyOf(values) }));

      fc.assert(
        fc.property(bodies, (body) => {
          const translation = catalog.translate(
            auditEvent({
              cloud: 'azure',
              service: spec.arm.slice(0, slash).toLowerCase(),
              operation: `${isGroup ? 'subscriptions/' : ''}${path.toLowerCase()}/write`,
              request: { resourceId: resourceId.toLowerCase(), writtenId: resourceId, body },
            }),
            estateOf(),
          );

          expect(translation.kind).not.toBe('unknown-operation');
          if (translation.kind !== 'effects') return;
          const problems = translation.effects.flatMap(({ resource, change }) =>
            schemaProblems(resource, change),
          );
          expect(problems).toEqual([]);
        }),
        { numRuns: 25 },
      );
    },
  );
});
