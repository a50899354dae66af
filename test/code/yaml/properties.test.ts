import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Document, parse, visit } from 'yaml';
import { editJsonText } from '../../../src/code/yaml/json.ts';
import { editYamlText } from '../../../src/code/yaml/yaml.ts';
import { isJsonArray, type Json } from '../../../src/model/json.ts';
import { editedText } from '../../../src/text/edits.ts';

const words = fc.oneof(
  fc.stringMatching(/^[a-z]{1,6}$/),
  fc.constantFrom('yes', '0777', '', ' x', 'a: b', '#c', '${x}', '"', "'", 'a\nb\n', 'é', '~', '-'),
  fc.string({ maxLength: 8 }),
);
const leaf = fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null));
const keys = fc.oneof(fc.stringMatching(/^[a-z]{1,3}$/), fc.constantFrom('k:', 'x y', '__proto__'));
const { document } = fc.letrec<{ any: Json; document: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'depth' },
    leaf,
    fc.array(tie('any'), { maxLength: 4, depthIdentifier: 'depth' }),
    fc.dictionary(keys, tie('any'), { maxKeys: 4, depthIdentifier: 'depth' }),
  ),
  document: fc.oneof(
    fc.dictionary(keys, tie('any'), { minKeys: 1, maxKeys: 5 }),
    fc.array(tie('any'), { minLength: 1, maxLength: 4 }),
  ),
}));

/** Two documents that have much in common, like those before and after a change. */
const change = fc
  .tuple(document, document, fc.array(fc.nat(), { maxLength: 12 }))
  .map(([before, other, picks]) => {
    let at = 0;
    const pick = (count: number): number => (picks[at++ % Math.max(1, picks.length)] ?? 0) % count;
    return { before, after: mixed(before, other, pick) };
  });

function mixed(value: Json, other: Json, pick: (count: number) => number): Json {
  if (typeof value !== 'object' || value === null) return pick(3) === 0 ? firstLeaf(other) : value;
  if (isJsonArray(value)) {
    const kept = value.filter(() => pick(4) > 0).map((one) => mixed(one, other, pick));
    return pick(3) === 0 ? [...kept, other] : kept;
  }
  const kept = Object.entries(value)
    .filter(() => pick(5) > 0)
    .map(([key, one]): [string, Json] => [key, mixed(one, other, pick)]);
  return Object.fromEntries(pick(3) === 0 ? [...kept, ['fresh', other]] : kept);
}

function firstLeaf(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  return firstLeaf(Object.values(value)[0] ?? 'leaf');
}

function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

describe('editJsonText', () => {
  it('always gives the text the wanted value', () => {
    fc.assert(
      fc.property(
        change,
        fc.constantFrom<string | number>(0, 2, '\t'),
        ({ before, after }, indent) => {
          const text = JSON.stringify(before, null, indent);
          const edits = editJsonText(text, after);
          expect(edits).toBeDefined();
          expect(JSON.parse(editedText(text, edits ?? []))).toEqual(after);
          expect(editJsonText(text, before)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('editYamlText', () => {
  it('always gives the text the wanted value', () => {
    fc.assert(
      fc.property(
        change,
        fc.boolean(),
        fc.constantFrom(2, 4),
        fc.nat(3),
        (both, indentSeq, indent, flow) => {
          const { before, after } = both;
          const tree = new Document(before);
          let count = 0;
          // Writes some of the collections in flow style.
          visit(tree, {
            Collection: (_key, node) => {
              count++;
              if (flow > 0 && count % (flow + 1) === 0) node.flow = true;
            },
          });
          const text = tree.toString({ indentSeq, indent });
          if (!isContainer(before)) return;
          const edits = editYamlText(text, after);
          expect(edits).toBeDefined();
          expect(parse(editedText(text, edits ?? []))).toEqual(after);
          expect(editYamlText(text, before)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
