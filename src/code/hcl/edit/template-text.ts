import type { Json } from '../../../model/json.ts';
import type { TextEdit } from '../../../model/patch.ts';
import { isHclSpace, trimStart } from '../eval/spaces.ts';
import { decodeHeredoc, decodeQuoted } from '../syntax/strings.ts';
import type { HeredocTemplate, QuotedTemplate, TemplatePart } from '../syntax/template-ast.ts';
import type { EvaluateOf } from './literal.ts';
import { quoteHcl } from './render.ts';

export type Template = QuotedTemplate | HeredocTemplate;

/** The string that a template evaluates to, and where each part of it is in the source. */
export interface TemplateText {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** The blanks that each line of a `<<-` heredoc starts with. */
  readonly margin: string;
  readonly template: Template;
}

/** A stretch of the string (`at`, `text`) and the source it comes from (`start`, `end`). */
interface Piece {
  readonly at: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /**
   * `copy`: the same in both. `escape`: one character written as several. `margin`: indentation,
   * which is not in the string. `computed`: the value of an interpolation.
   */
  readonly kind: 'copy' | 'escape' | 'margin' | 'computed';
}

/** Reads a template. Undefined if a part is unknown, conditional, or trims its neighbors. */
export function templateText(
  template: Template,
  source: string,
  evaluateOf: EvaluateOf,
): TemplateText | undefined {
  const margin = marginOf(template, source);
  const pieces: Piece[] = [];
  let at = 0;
  const add = (text: string, start: number, end: number, kind: Piece['kind']): void => {
    pieces.push({ at, text, start, end, kind });
    at += text.length;
  };
  for (const part of template.parts) {
    if (part.kind === 'text') {
      for (const { text, start, end, kind } of stretches(template, part, source, margin)) {
        add(text, start, end, kind);
      }
      continue;
    }
    if (part.kind === 'directive' || part.trimLeft || part.trimRight) return undefined;
    const value = asText(evaluateOf(part.value));
    if (value === undefined) return undefined;
    add(value, part.start, part.end, 'computed');
  }
  return { text: pieces.map((piece) => piece.text).join(''), pieces, margin, template };
}

function asText(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

type Stretch = Omit<Piece, 'at'>;

const quotedEscape = /\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|([$%])\1(?=\{)/gsu;
const heredocEscape = /([$%])\1(?=\{)/g;

function* stretches(
  template: Template,
  part: TemplatePart,
  source: string,
  margin: string,
): Generator<Stretch> {
  const isQuoted = template.kind === 'quoted';
  const decode = isQuoted ? decodeQuoted : decodeHeredoc;
  const escapes = isQuoted ? quotedEscape : heredocEscape;
  for (const line of linesOf(template, part, source)) {
    const text = source.slice(line.start, line.end);
    const cut = line.isWhole && !isHclSpace(text) ? margin.length : 0;
    if (cut > 0) yield { text: '', start: line.start, end: line.start + cut, kind: 'margin' };
    let start = line.start + cut;
    for (const match of text.slice(cut).matchAll(escapes)) {
      const from = line.start + cut + match.index;
      const to = from + match[0].length;
      if (from > start) yield copy(source, start, from);
      const decoded = match[1] ?? decode(match[0]);
      yield { text: decoded, start: from, end: to, kind: 'escape' };
      start = to;
    }
    if (line.end > start) yield copy(source, start, line.end);
  }
}

function copy(source: string, start: number, end: number): Stretch {
  return { text: source.slice(start, end), start, end, kind: 'copy' };
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** True if it starts at the start of a line in the source. */
  readonly isWhole: boolean;
}

function* linesOf(template: Template, part: TemplatePart, source: string): Generator<Line> {
  if (template.kind === 'quoted') return yield { ...part, isWhole: false };
  for (let start = part.start; start < part.end; ) {
    const newline = source.indexOf('\n', start);
    const end = newline < 0 || newline >= part.end ? part.end : newline + 1;
    yield { start, end, isWhole: start === template.bodyStart || source[start - 1] === '\n' };
    start = end;
  }
}

/** The indentation that all lines of a `<<-` heredoc share; blank lines do not count. */
function marginOf(template: Template, source: string): string {
  if (template.kind === 'quoted' || !template.flush) return '';
  let margin: string | undefined;
  for (const part of template.parts) {
    if (part.kind !== 'text') {
      const isFirst = part.start === template.bodyStart || source[part.start - 1] === '\n';
      if (isFirst) return '';
      continue;
    }
    for (const { start, end, isWhole } of linesOf(template, part, source)) {
      const text = source.slice(start, end);
      if (!isWhole || (text.endsWith('\n') && isHclSpace(text))) continue;
      const blanks = text.slice(0, text.length - trimStart(text).length);
      if (margin === undefined || blanks.length < margin.length) margin = blanks;
    }
  }
  return margin ?? '';
}

/**
 * Translates edits of the string into edits of the source. Undefined if one of them reaches into a
 * computed part, if one replaces a computed part without `replacesComputed`, or if the template
 * cannot hold the text.
 */
export function sourceEdits(
  from: TemplateText,
  edits: readonly TextEdit[],
  replacesComputed = false,
): readonly TextEdit[] | undefined {
  const result: TextEdit[] = [];
  for (const edit of edits) {
    const made = sourceEdit(from, edit, replacesComputed);
    if (made === undefined) return undefined;
    result.push(made);
  }
  return result;
}

function sourceEdit(
  from: TemplateText,
  edit: TextEdit,
  replacesComputed: boolean,
): TextEdit | undefined {
  const { text, template } = from;
  const behind = edit.offset + edit.length;
  // A computed part may be removed entirely; replacing it needs `replacesComputed`.
  const mayCover = replacesComputed || edit.text === '';
  const touched = from.pieces.some(({ kind, at, text: value }) => {
    const end = at + value.length;
    if (kind !== 'computed' || at >= behind || end <= edit.offset) return false;
    return !(mayCover && edit.offset <= at && end <= behind);
  });
  if (touched) return undefined;
  if (template.kind === 'quoted') {
    const start = locate(from, edit.offset, 'behind');
    const end = edit.length === 0 ? start : locate(from, behind, 'before');
    if (start === undefined || end === undefined) return undefined;
    return { offset: start, length: end - start, text: quoteHcl(edit.text).slice(1, -1) };
  }
  if (/[^\P{Cc}\n\t]/u.test(edit.text.replaceAll('\r\n', '\n'))) return undefined;
  const isFirst = edit.offset === 0 || text[edit.offset - 1] === '\n';
  const isNext = behind === 0 || text[behind - 1] === '\n';
  const endsLine = edit.text === '' ? isFirst : edit.text.endsWith('\n');
  const start = locate(from, edit.offset, isFirst ? 'before' : 'behind');
  const end = locate(from, behind, isNext && !endsLine ? 'behind' : 'before');
  if (start === undefined || end === undefined) return undefined;
  const lines = edit.text.split('\n').map((line, index, all) => {
    const isLast = index === all.length - 1;
    const isStart = index > 0 || isFirst;
    const needs = isLast && line === '' ? endsLine && !isNext : !isHclSpace(line) || isLast;
    return (isStart && needs ? from.margin : '') + line.replace(/[$%](?=\{)/g, '$&$&');
  });
  return { offset: start, length: Math.max(0, end - start), text: lines.join('\n') };
}

/** The source offset of an offset in the string, `before` or `behind` the margin there. */
function locate(from: TemplateText, at: number, side: 'before' | 'behind'): number | undefined {
  const inside = from.pieces.find((one) => one.at < at && at < one.at + one.text.length);
  if (inside !== undefined) {
    return inside.kind === 'copy' ? inside.start + at - inside.at : undefined;
  }
  const here =
    side === 'before'
      ? from.pieces.find(
          (one) => (one.at === at && one.text !== '') || (one.at === at && one.kind === 'margin'),
        )
      : from.pieces.find((one) => one.at === at && one.kind !== 'margin');
  if (here !== undefined) return here.start;
  const { template } = from;
  return template.kind === 'quoted' ? template.end - 1 : template.bodyEnd;
}
