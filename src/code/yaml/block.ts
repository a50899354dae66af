import { Document, isScalar, Scalar, visit } from 'yaml';
import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import type { TextEdit } from '../../model/patch.ts';
import { lineEndAt, lineStartAt, newlineOf } from '../../text/lines.ts';
import { splice } from './flow.ts';
import { type MemberRange, memberRanges } from './reconcile.ts';
import {
  type Collection,
  collectionsOf,
  type FreshYaml,
  type YamlPlan,
  type YamlStyle,
  type YamlTree,
} from './tree.ts';

/** How a document writes values on separate lines. */
export interface BlockStyle {
  readonly newline: string;
  /** Columns of indentation for each level. */
  readonly unit: number;
  /** Whether the dashes of a list are indented further than the key it belongs to. */
  readonly indentLists: boolean;
  readonly singleQuotes: boolean;
  /** Whether lists of texts and numbers are written in brackets. */
  readonly listsInBrackets: boolean;
}

/** The style of a document without a text to take it from. */
export const defaultBlockStyle: BlockStyle = {
  newline: '\n',
  unit: 2,
  indentLists: true,
  singleQuotes: false,
  listsInBrackets: false,
};

/** Determines the style from the existing text. */
export function blockStyle(text: string, root: YamlTree): BlockStyle {
  let unit: number | undefined;
  let indentLists: boolean | undefined;
  const listStyles = new Set<YamlStyle>();
  for (const tree of collectionsOf(root)) {
    if (isPlainList(tree)) listStyles.add(tree.style);
    if (tree.style !== 'block' || tree.kind !== 'map') continue;
    for (const { start, value } of tree.members) {
      if (value.kind === 'leaf' || value.style !== 'block') continue;
      const further = columnAt(text, value.start) - columnAt(text, start);
      if (value.kind === 'list') indentLists ??= further > 0;
      if (further > 0) unit ??= further;
    }
  }
  const quotes = (mark: string): number => text.split(new RegExp(`(?<=[\\s[{,])${mark}`)).length;
  return {
    newline: newlineOf(text),
    unit: unit ?? 2,
    indentLists: indentLists ?? true,
    singleQuotes: quotes("'") > quotes('"'),
    listsInBrackets: listStyles.has('flow') && !listStyles.has('block'),
  };
}

/** True for a list of nothing but texts, numbers and the like. */
function isPlainList({ kind, members }: Collection): boolean {
  return (
    kind === 'list' && members.length > 0 && members.every(({ value }) => value.kind === 'leaf')
  );
}

export function columnAt(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

/**
 * A value as YAML on separate lines. The first line is not indented, and there is no newline at the
 * end.
 */
export function renderBlock(value: Json, style: BlockStyle, column: number): string {
  // Text that YAML 1.1, which most tools use, would read as another type must be quoted: `yes`,
  // `0777`.
  const document = new Document(value, { version: '1.1' });
  const quote = style.singleQuotes ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE;
  visit(document, {
    Scalar: (_key, node) => {
      if (isScalar(node) && typeof node.value === 'string' && /^0[ox]/.test(node.value)) {
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
    Seq: (_key, node) => {
      if (!style.listsInBrackets || !node.items.every(isScalar)) return;
      node.flow = true;
      for (const item of node.items) if (typeof item.value === 'string') item.type = quote;
    },
  });
  const text = document.toString({
    directives: false,
    indent: style.unit,
    indentSeq: style.indentLists,
    lineWidth: 0,
    flowCollectionPadding: false,
    singleQuote: style.singleQuotes,
  });
  const lines = text.replace(/\n$/, '').split('\n');
  return lines
    .map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(column) + line))
    .join(style.newline);
}

/** The text after the colon of a key in `column`, with leading blanks or newline. */
export function renderBehindKey(value: Json, style: BlockStyle, column: number): string {
  const isFilled = (isJsonArray(value) || isJsonObject(value)) && Object.keys(value).length > 0;
  const isInBrackets =
    style.listsInBrackets &&
    isJsonArray(value) &&
    value.every((item) => !isJsonArray(item) && !isJsonObject(item));
  if (!isFilled || isInBrackets) return ` ${renderBlock(value, style, column + style.unit)}`;
  const further = isJsonArray(value) && !style.indentLists ? 0 : style.unit;
  const inner = column + further;
  return style.newline + ' '.repeat(inner) + renderBlock(value, style, inner);
}

/** The edits that turn the members of a non-empty block collection into those of a plan. */
export function rewriteBlock(
  text: string,
  tree: Collection,
  plan: YamlPlan,
  style: BlockStyle,
): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const run of memberRanges(tree, plan)) edits.push(...editRun(text, tree, run, style));
  return edits;
}

function editRun(
  text: string,
  tree: Collection,
  run: MemberRange,
  style: BlockStyle,
): readonly TextEdit[] {
  const { members } = tree;
  const column = columnAt(text, tree.start);
  const before = members[run.before];
  const after = members[run.after];
  const fresh = run.fresh.map((one) => renderMember(one, style, column));
  const indented = fresh.map((one) => ' '.repeat(column) + one);
  if (before !== undefined) {
    const from = endOfLines(text, before.end);
    const last = members[run.after - 1];
    const to = last === undefined ? from : endOfLines(text, last.end);
    const lines = indented.map((one) => style.newline + one).join('');
    return [splice(from, Math.max(from, to), lines)];
  }
  const start = startOf(text, tree, 0);
  const next = after === undefined ? tree.end : startOf(text, tree, run.after);
  // The first member may follow the dash of an enclosing list, so new members replace it there.
  const between = style.newline + ' '.repeat(column);
  const behind = fresh.length > 0 && after !== undefined ? between : '';
  return [splice(start, next, fresh.join(between) + behind)];
}

/** Where a member starts: at its key, or at its dash. */
function startOf(text: string, tree: Collection, index: number): number {
  const member = tree.members[index];
  if (member === undefined) return tree.end;
  if (tree.kind === 'map') return member.start;
  const from = index === 0 ? tree.start : endOfLines(text, tree.members[index - 1]?.end ?? 0);
  const column = columnAt(text, tree.start);
  if (index === 0) return tree.start;
  for (let line = lineStartAt(text, member.start); line >= from; ) {
    if (text[line + column] === '-' && text.slice(line, line + column).trim() === '') {
      return line + column;
    }
    if (line === 0) break;
    line = lineStartAt(text, line - 1);
  }
  return member.start;
}

/** The end of the line on which a member ends, including a comment after it. */
function endOfLines(text: string, end: number): number {
  const last = end > 0 && text[end - 1] === '\n' ? end - 1 : end;
  return lineEndAt(text, text[last - 1] === '\r' ? last - 1 : last);
}

function renderMember({ key, value }: FreshYaml, style: BlockStyle, column: number): string {
  if (key === undefined) return `- ${renderBlock(value, style, column + 2)}`;
  return `${renderBlock(key, style, column)}:${renderBehindKey(value, style, column)}`;
}
