import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { elementRule } from '../../../src/providers/catalog/elements.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import type { AttributeType, BlockSchema } from '../../../src/providers/schema/types.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { patched } from './harness.ts';

interface Place {
  readonly type: string;
  /** Path of the collection. */
  readonly path: AttributePath;
  readonly name: JsonObject;
  readonly attribute: string;
  readonly value: Json;
}

const schema = loadSchema();

/** Collections of blocks that are identified by a name, with the first other attribute of each. */
function* places(type: string, block: BlockSchema, above: AttributePath = []): Generator<Place> {
  for (const [name, nested] of block.blocks) {
    const path = [...above, name];
    const identity = elementRule(type, name)?.identity;
    const attributes = nested.block.attributes;
    if (identity !== undefined && nested.max !== 1) {
      const sampled = (key: string): Json => sample(attributes.get(key)?.type);
      const [other] = [...attributes].filter(
        ([key, { optional, required, type: of }]) =>
          (optional || required) && !identity.includes(key) && isPlain(of),
      );
      const named = Object.fromEntries(identity.map((key) => [key, sampled(key)]));
      if (other !== undefined) {
        yield { type, path, name: named, attribute: other[0], value: sampled(other[0]) };
      }
    }
    // Descends into blocks that occur at most once.
    if (nested.max === 1) yield* places(type, nested.block, [...path, 0]);
  }
}

function isPlain({ kind }: AttributeType): boolean {
  return kind === 'string' || kind === 'number' || kind === 'bool';
}

function sample(type: AttributeType | undefined): Json {
  if (type?.kind === 'number') return 7;
  return type?.kind === 'bool' ? true : 'seven';
}

const found = schema
  .types()
  .filter((type) => /^(?:aws|azurerm|google)_/.test(type))
  .flatMap((type) => {
    const block = schema.resource(type);
    return block === undefined ? [] : [...places(type, block)];
  });

describe('every collection of named blocks in the catalog', () => {
  it('is more than those of one cloud', () => {
    const clouds = new Set(found.map(({ type }) => type.split('_')[0]));
    expect([...clouds].sort()).toEqual(['aws', 'azurerm', 'google']);
    expect(found.length).toBeGreaterThan(40);
  });

  it.each(found.map((place) => [`${place.type} ${place.path.join('.')}`, place] as const))(
    '%s gets a member by the value of one attribute',
    (_, { type, path, name, attribute, value }) => {
      const address = `${type}.it`;
      const goal: Goal = {
        kind: 'value',
        drift: 'd-1',
        address,
        type,
        path: [...path, { element: name }, attribute],
        value,
      };
      const { synthesis } = patched(
        {
          'main.tf': `resource "${type}" "it" {
}
`,
        },
        [goal],
      );

      expect(synthesis.refused).toEqual([]);
      const [written] = [...synthesis.code.evaluation.attributes(address).keys()];
      expect(written).toBe(path[0]);
      expect(synthesis.verification.passed).toBe(true);
    },
  );
});
