import { describe, expect, it } from 'vitest';
import { checkEdit } from '../../../../src/code/hcl/edit/check.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { describeOracle } from '../oracle.ts';
import { isAnnotated } from './annotated.ts';
import { annotated } from './annotated-ids.ts';
import { editsOf, type HumanEdit, replay } from './human.ts';
import { meaningOf } from './meaning.ts';
import { strayEdit } from './near.ts';

interface Outcome {
  readonly one: HumanEdit;
  /** One result for each place that the operation could refer to. */
  readonly texts: readonly string[];
  /** Edits that are not near their target. */
  readonly strays: readonly string[];
  /** Why the result differs from the human's bytes; undefined if it does not. */
  readonly reason?: string;
}

/** Replays an edit at each possible place, and checks each result by comparing trees. */
function outcomeOf(one: HumanEdit): Outcome {
  const before = parseHcl(one.input);
  const strays: string[] = [];
  const texts = replay(one).map(({ result, target }) => {
    const after = checkEdit(before, editsOf(result));
    if (!after.ok) throw new Error(`${one.id}: ${after.error.message}`);
    const stray = strayEdit(one.input, editsOf(result), target);
    if (stray !== undefined) strays.push(`${one.id}: ${stray}`);
    return after.value.text;
  });
  const [text = ''] = texts;
  if (texts.includes(one.expected)) return { one, texts, strays };
  return { one, texts, strays, reason: reasonOf(one, text) };
}

const blankLines = /^[ \t]*\n/gm;

/**
 * Differences between our text and the human's; the first whose removal makes both equal applies.
 */
const reasons: readonly (readonly [string, (text: string) => string])[] = [
  ['an empty line', (text) => text.replace(blankLines, '')],
  ['alignment', (text) => text.replace(/[ \t]+/g, ' ')],
  ['a comma', (text) => text.replace(/,(?=\s*[\])}])/g, '')],
  ['an empty line and alignment', (text) => text.replace(blankLines, '').replace(/[ \t]+/g, ' ')],
  ['the newline at the end', (text) => text.trimEnd()],
  ['blanks', (text) => text.replace(/\s+/g, '')],
];

/** What the human did in addition to the operation. */
function reasonOf(one: HumanEdit, text: string): string {
  if (isAnnotated(one)) return 'a comment written or removed besides';
  const found = reasons.find(([, without]) => without(text) === without(one.expected));
  return found?.[0] ?? 'order or layout';
}

const valueOps = new Set([
  'value.set',
  'attribute.set',
  'map.insert',
  'map.remove',
  'list.insert',
  'list.remove',
]);

/** The reasons with their counts, most frequent first. */
function reportOf(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { one, reason } of outcomes) {
    if (reason === undefined) continue;
    const line = `${one.op.type}: ${reason}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return lines.map(([line, count]) => `${String(count).padStart(4)}  ${line}`).join('\n');
}

describeOracle<HumanEdit>('human-edits.json.gz', (cases) => {
  const outcomes = cases.map(outcomeOf);
  const minimal = outcomes.filter(({ one }) => one.minimal);
  const values = minimal.filter(({ one }) => valueOps.has(one.op.type));
  const structure = minimal.filter(({ one }) => !valueOps.has(one.op.type));
  const share = (all: readonly Outcome[]) =>
    all.filter(({ reason }) => reason === undefined).length / all.length;

  // The operations do not mention comments, so the human's comments cannot be reproduced.
  const plain = (all: readonly Outcome[]) => all.filter(({ one }) => !annotated.has(one.id));

  it('reports the differences', () => {
    const percent = (all: readonly Outcome[]) =>
      `${(share(all) * 100).toFixed(1)} % of ${all.length}`;
    console.info(
      `human-edits, byte-equal: ${percent(plain(values))} values and ${percent(plain(structure))} blocks and arguments without another comment; ${percent(values)} values and ${percent(structure)} blocks and arguments in all. The others differ in:\n${reportOf(minimal)}`,
    );

    expect(minimal.length).toBeGreaterThan(1700);
  });

  it('lists the edits that also add or remove a comment', () => {
    const ids = minimal.filter(({ one }) => isAnnotated(one)).map(({ one }) => one.id);

    expect(ids).toEqual([...annotated]);
  });

  describe('writes the same bytes as people did', () => {
    it.each([
      ['values, lists and maps', plain(values), 0.98],
      [
        'values, lists and maps, edits that people repeated counted once',
        distinct(plain(values)),
        0.95,
      ],
      ['blocks and arguments', plain(structure), 0.92],
      ['values, lists and maps, all of them', values, 0.935],
      ['blocks and arguments, all of them', structure, 0.9],
    ] as const)('%s', (_what, all, floor) => {
      expect(share(all)).toBeGreaterThanOrEqual(floor);
    });
  });

  it('gives every minimal edit the meaning that the human gave it', () => {
    const different = minimal
      .filter(({ reason }) => reason !== undefined)
      .filter(({ one, texts }) => {
        const wanted = JSON.stringify(meaningOf(one.expected));
        return !texts.some((text) => JSON.stringify(meaningOf(text)) === wanted);
      })
      .map(({ one }) => one.id);

    // The human also moved the item within its object.
    expect(different).toEqual(['h1634']);
  });

  it('changes nothing far from the target', () => {
    expect(outcomes.flatMap(({ strays }) => strays)).toEqual([]);
  });

  it('finds a place for every edit whose neighbors kept their order', () => {
    const lost = outcomes.filter(({ texts }) => texts.length === 0);

    expect(lost.every(({ one }) => !one.minimal && one.op.type.endsWith('.insert'))).toBe(true);
    expect(lost.length).toBeLessThan(15);
  });
});

/** Counts edits that do the same once: a commit often repeats one edit in many files. */
function distinct(outcomes: readonly Outcome[]): readonly Outcome[] {
  const byEdit = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    const { type, path, attribute, exprPath, key, old, oldExpr, value, values } = outcome.one.op;
    const edit = [type, path, attribute, exprPath, key, old, oldExpr, value, values];
    byEdit.set(JSON.stringify([...edit, outcome.reason]), outcome);
  }
  return [...byEdit.values()];
}
