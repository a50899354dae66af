import { expect, it } from 'vitest';
import { renderValue } from '../../../src/hcl/edit/render.ts';
import { parseHcl } from '../../../src/hcl/syntax/parse.ts';
import type { Json } from '../../../src/model/json.ts';
import { describeOracle } from '../oracle.ts';
import { blocksAt, segmentsOf } from './addresses.ts';
import { ctyJson } from './cty.ts';
import { meaningOf } from './meaning.ts';
import {
  appendAttribute,
  appendBlock,
  appendNested,
  apply,
  changedStrings,
  createAt,
  dropAttribute,
  dropAttributeOrKey,
  dropBlock,
  putAttribute,
  type Replayed,
  relabel,
  renameTo,
  setAttribute,
  setAttributeOrKey,
  setStrings,
} from './tools.ts';

interface ToolCase {
  readonly id: string;
  readonly input: string;
  readonly expected: string | null;
  readonly ok?: boolean;
  readonly complete?: boolean;
  readonly op: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** What came of the cases of one oracle. */
interface Tally {
  readonly exact: readonly string[];
  /** Same meaning, our layout. */
  readonly equivalent: readonly string[];
  readonly wrong: readonly string[];
  readonly skipped: readonly string[];
}

function tally(cases: readonly ToolCase[], replay: (one: ToolCase) => Replayed | undefined): Tally {
  const result = { exact: [], equivalent: [], wrong: [], skipped: [] } as Record<
    keyof Tally,
    string[]
  >;
  for (const [index, one] of cases.entries()) {
    const replayed = one.complete === false ? undefined : replay(one);
    const verdict = replayed === undefined ? 'skipped' : judge(one, replayed);
    result[verdict].push(`${one.op.type} #${index}`);
  }
  return result;
}

function judge(one: ToolCase, replayed: Replayed): keyof Tally {
  // Where a tool leaves the file alone and says nothing, we say that the target is missing.
  if (replayed.kind === 'missing') return meansSame(one.expected, one.input) ? 'exact' : 'wrong';
  if (replayed.kind === 'refused') return one.expected === null ? 'exact' : 'wrong';
  if (replayed.text === one.expected) return 'exact';
  return meansSame(one.expected, replayed.text) && changesLess(one, replayed.text)
    ? 'equivalent'
    : 'wrong';
}

function meansSame(a: string | null, b: string): boolean {
  return a !== null && JSON.stringify(meaningOf(a)) === JSON.stringify(meaningOf(b));
}

/** Our result keeps every line of the input that the tool's result keeps too. */
function changesLess(one: ToolCase, text: string): boolean {
  const ours = new Set(linesOf(text));
  const theirs = new Set(linesOf(one.expected ?? ''));
  return linesOf(one.input).every((line) => ours.has(line) || !theirs.has(line));
}

/** Lines with something on them; what became empty counts as `{}` however it is written. */
function linesOf(text: string): readonly string[] {
  const closed = text.replace(/\{\s*\}/g, '{}');
  return closed.split('\n').filter((line) => line.trim() !== '');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const argumentCounts: Readonly<Record<string, number>> = {
  'attribute.append': 2,
  'attribute.set': 2,
  'attribute.remove': 1,
  'attribute.rename': 2,
  'attribute.replace': 3,
  'block.append': 2,
  'block.new': 1,
  'block.remove': 1,
  'block.rename': 2,
};

/** Reading, listing and formatting are no edits; a wrong count of arguments is the command line's. */
function replayHcledit(one: ToolCase): Replayed | undefined {
  const { type, cli_args: given } = one.op;
  const args = Array.isArray(given) ? given.filter((arg) => arg !== '--newline') : argumentsOf(one);
  const [a = '', b = '', c = ''] = args.map(text);
  if (args.length !== argumentCounts[type] || a === '') return undefined;
  switch (type) {
    case 'attribute.append':
      return apply(one.input, appendAttribute(a, b));
    case 'attribute.set':
      return apply(one.input, setAttribute(a, b));
    case 'attribute.remove':
      return apply(one.input, dropAttribute(a));
    case 'attribute.rename':
      return renameWithin(one.input, a, b);
    case 'attribute.replace':
      return replaceAttribute(one.input, a, b, c);
    case 'block.append':
      return apply(one.input, appendNested(a, b));
    case 'block.new':
      return apply(one.input, appendBlock(a));
    case 'block.remove':
      return apply(one.input, dropBlock(a));
    default:
      return apply(one.input, relabel(a, b));
  }
}

function argumentsOf({ op }: ToolCase): readonly unknown[] {
  if (op.type === 'attribute.replace') return [op['address'], op['toName'], op['toValue']];
  if (op.type === 'block.append') return [op['parent'], op['child']];
  const second = op['value'] ?? op['to'];
  return [op['address'] ?? op['from'], ...(second === undefined ? [] : [second])];
}

/** Moving an argument to another block is not renaming, and refused by the tool as well. */
function renameWithin(input: string, from: string, to: string): Replayed {
  const parent = (address: string) => address.split('.').slice(0, -1).join('.');
  if (parent(from) !== parent(to)) return { kind: 'refused' };
  return apply(input, renameTo(from, to.split('.').at(-1) ?? ''));
}

function replaceAttribute(input: string, from: string, name: string, value: string): Replayed {
  const renamed = apply(input, renameTo(from, name));
  if (renamed.kind !== 'text') return renamed;
  const to = [...from.split('.').slice(0, -1), name].join('.');
  return apply(renamed.text, setAttribute(to, value));
}

describeOracle<ToolCase>('edit-hcledit.json', (cases) => {
  it('does what hcledit does, without reformatting', () => {
    const result = tally(cases, replayHcledit);
    report('edit-hcledit', result);

    expect(result.wrong).toEqual([]);
    // Ours write `{}` for an empty block, keep a comment above several arguments, and keep the
    // empty line at the top of a file when a block goes.
    expect(result.exact.length).toBeGreaterThanOrEqual(58);
    expect(result.exact.length + result.equivalent.length).toBeGreaterThanOrEqual(79);
  });
});

function report(name: string, { exact, equivalent, skipped }: Tally): void {
  const counts = `${exact.length} byte-equal, ${equivalent.length} in our layout`;
  console.info(`${name}: ${counts}, ${skipped.length} not applicable`);
}

function replayHclwrite(one: ToolCase): Replayed | undefined {
  const { op, input } = one;
  const labels = (key: string) => (Array.isArray(op[key]) ? op[key].map(text) : []);
  const block = [text(op['typeName']), ...labels('labels')].join('.');
  switch (op.type) {
    case 'block.setType':
      return apply(input, relabel(text(op['oldTypeName']), text(op['newTypeName'])));
    case 'block.setLabels':
      return apply(
        input,
        relabel(
          [text(op['typeName']), ...labels('oldLabels')].join('.'),
          [text(op['typeName']), ...labels('newLabels')].join('.'),
        ),
      );
    case 'attribute.setValue':
      return apply(input, putAttribute(text(op['name']), ctyText(op['val'])));
    case 'attribute.setTraversal':
      return apply(input, putAttribute(text(op['name']), text(op['trav'])));
    case 'attribute.setRaw':
      return apply(input, putAttribute(text(op['name']), text(op['tokens'])));
    case 'attribute.setValueInBlock':
      return apply(input, putAttribute(`${block}.${text(op['attr'])}`, ctyText(op['val'])));
    case 'attribute.setValueInNestedBlock': {
      const path = [op['parentTypeName'], op['childTypeName'], op['attr']].map(text).join('.');
      return apply(input, putAttribute(path, ctyText(op['val'])));
    }
    case 'attribute.remove':
      return apply(input, dropAttribute(text(op['name'])));
    case 'attribute.rename':
      return renameOrKeep(input, text(op['oldName']), text(op['newName']));
    case 'block.append':
      return apply(input, appendBlock([text(op['blockType']), ...labels('labels')].join('.')));
    default:
      // Reading tokens is no edit.
      return undefined;
  }
}

/** hclwrite leaves the file alone where the new name is taken; we refuse. */
function renameOrKeep(input: string, from: string, to: string): Replayed {
  const renamed = apply(input, renameTo(from, to));
  return renamed.kind === 'refused' ? { kind: 'missing' } : renamed;
}

function ctyText(value: unknown): string {
  const json = ctyJson(value);
  if (json === undefined) throw new Error(`unknown value ${JSON.stringify(value)}`);
  return renderValue(json);
}

describeOracle<ToolCase>('edit-hclwrite.json', (cases) => {
  it('does what hclwrite does', () => {
    const result = tally(cases, replayHclwrite);
    report('edit-hclwrite', result);

    expect(result.wrong).toEqual([]);
    // An empty block is `{}` here, and a new block is set apart by an empty line.
    expect(result.exact.length).toBeGreaterThanOrEqual(28);
    expect(result.exact.length + result.equivalent.length).toBe(32);
  });
});

function replayMercari(one: ToolCase): Replayed | undefined {
  const { op, input } = one;
  const query = text(op['query']);
  const value = renderValue((op['value'] ?? 'C') as Json);
  const { body } = parseHcl(input);
  switch (op.type) {
    case 'TestCreate':
      return apply(input, createAt(query, value));
    case 'TestWithAfter':
      return apply(input, createAt(query, value, text(op['after'])));
    case 'TestUpdate':
      return apply(input, setAttributeOrKey(query, value));
    case 'TestDelete': {
      // Labels left out at the end of a query match any.
      const block = [query, `${query}.*`, `${query}.*.*`].find(
        (one) => blocksAt(body, segmentsOf(one)).length > 0,
      );
      return apply(input, block === undefined ? dropAttributeOrKey(query) : dropBlock(block));
    }
    default:
      return undefined;
  }
}

describeOracle<ToolCase>('edit-mercari-hcledit.json', (cases) => {
  it('does what mercari/hcledit does', () => {
    const result = tally(cases, replayMercari);
    report('edit-mercari-hcledit', result);

    expect(result.wrong).toEqual([]);
    // An object that becomes empty closes up to `{}`; odd spacing of other lines stays.
    expect(result.exact.length).toBeGreaterThanOrEqual(34);
    expect(result.exact.length + result.equivalent.length).toBe(40);
  });
});

/** The oracle's operation is a version bump; the place to write follows from what it changed. */
function replayTfupdate(one: ToolCase): Replayed | undefined {
  const isLock = one.op.type.startsWith('TestUpdateLock');
  // Lock files need hashes from a registry; the last case has no valid input.
  if (isLock || one.expected === null) return undefined;
  const places = changedStrings(one.input, one.expected);
  return apply(one.input, setStrings(places));
}

describeOracle<ToolCase>('edit-tfupdate.json', (cases) => {
  it('bumps versions as tfupdate does', () => {
    const result = tally(cases, replayTfupdate);
    report('edit-tfupdate', result);

    expect(result.wrong).toEqual([]);
    // Three expectations show the blank that hclwrite forgets before its formatter runs, and one
    // input was not formatted.
    expect(result.exact.length).toBeGreaterThanOrEqual(35);
    expect(result.exact.length + result.equivalent.length).toBe(39);
  });
});

interface RenderCase {
  readonly func: string;
  readonly value: unknown;
  readonly expected: string;
  readonly complete: boolean;
}

describeOracle<RenderCase>('value-render-hclwrite.json', (cases) => {
  it('renders values as hclwrite does', () => {
    const values = cases.filter((one) => one.complete && one.func === 'TestTokensForValue');
    const different = values.filter((one) => ctyText(one.value) !== one.expected);

    expect(values.length).toBeGreaterThanOrEqual(24);
    expect(different.map((one) => one.expected)).toEqual([]);
  });
});
