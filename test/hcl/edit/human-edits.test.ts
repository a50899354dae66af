import { expect, it } from 'vitest';
import { checkEdit } from '../../../src/hcl/edit/check.ts';
import { parseHcl } from '../../../src/hcl/syntax/parse.ts';
import { describeOracle } from '../oracle.ts';
import { editsOf, type HumanEdit, replay } from './human.ts';
import { commentsOf, meaningOf } from './meaning.ts';

interface Outcome {
  readonly one: HumanEdit;
  readonly texts: readonly string[];
}

/** Applies every replay; checks each by tree comparison. */
function outcomesOf(cases: readonly HumanEdit[]): readonly Outcome[] {
  return cases.map((one) => {
    const before = parseHcl(one.input);
    const texts = replay(one).map((result) => {
      const after = checkEdit(before, editsOf(result));
      if (!after.ok) throw new Error(`${one.id}: ${after.error.message}`);
      return after.value.text;
    });
    return { one, texts };
  });
}

/** The human wrote or removed a comment that is not part of the operation. */
function isAnnotated({ one, texts }: Outcome): boolean {
  if (one.op.type.endsWith('.remove')) return false;
  return commentsOf(one.expected).join('\n') !== commentsOf(texts[0] ?? '').join('\n');
}

/**
 * The least share of bytes-equal results for edits that are `minimal` and not annotated. What
 * differs is the human's choice of an empty line, a comma at the end of a list, alignment against
 * `terraform fmt`, and comments detached from a removed block, which stay.
 */
const floors: Readonly<Record<string, number>> = {
  'value.set': 0.98,
  'attribute.set': 0.99,
  'map.insert': 0.98,
  'map.remove': 1,
  'list.insert': 0.88,
  'list.remove': 1,
  'attribute.insert': 0.88,
  'attribute.remove': 0.91,
  'block.insert': 0.86,
  'block.remove': 0.88,
};

const valueOps = [
  'value.set',
  'attribute.set',
  'map.insert',
  'map.remove',
  'list.insert',
  'list.remove',
];

describeOracle<HumanEdit>('human-edits.json.gz', (cases) => {
  const outcomes = outcomesOf(cases);
  const comparable = outcomes.filter((one) => one.one.minimal && !isAnnotated(one));
  const exact = (all: readonly Outcome[]) =>
    all.filter(({ one, texts }) => texts.includes(one.expected)).length;

  it.each(Object.entries(floors))('writes what people wrote: %s >= %d', (type, floor) => {
    const all = comparable.filter(({ one }) => one.op.type === type);
    const share = exact(all) / all.length;
    console.info(`human-edits ${type}: ${exact(all)} of ${all.length} byte-equal`);

    expect(share).toBeGreaterThanOrEqual(floor);
  });

  it('writes the bytes people wrote in at least 98 % of value, list and map edits', () => {
    const all = comparable.filter(({ one }) => valueOps.includes(one.op.type));

    expect(exact(all) / all.length).toBeGreaterThanOrEqual(0.98);
  });

  it('says what the human said in every minimal edit', () => {
    const different = outcomes
      .filter(({ one }) => one.minimal)
      .filter(({ one, texts }) => {
        const wanted = JSON.stringify(meaningOf(one.expected));
        return !texts.some((text) => JSON.stringify(meaningOf(text)) === wanted);
      })
      .map(({ one }) => one.id);

    // Here the human also moved the item within its object.
    expect(different).toEqual(['h1634']);
  });

  it('finds a place for every edit whose neighbors kept their order', () => {
    const lost = outcomes.filter(({ texts }) => texts.length === 0);

    expect(lost.every(({ one }) => !one.minimal && one.op.type.endsWith('.insert'))).toBe(true);
    expect(lost.length).toBeLessThan(15);
  });
});
