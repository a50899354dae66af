import { quoteHcl } from '../../../../code/hcl/edit/render.ts';
import { decodeHeredoc, decodeQuoted } from '../../../../code/hcl/syntax/strings.ts';
import type { HeredocTemplate, QuotedTemplate } from '../../../../code/hcl/syntax/template-ast.ts';
import type { Json } from '../../../../model/json.ts';
import type { TextEdit } from '../../../../model/patch.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import type { TraceContext } from './context.ts';
import { reconcileSite } from './literal.ts';
import { type Segment, templateSegments } from './segment.ts';
import { partText, textBetween } from './template-required.ts';

/** A text without interpolations, or the only run of text whose change yields the new value. */
export function* oneTextSites(
  context: TraceContext,
  expr: QuotedTemplate | HeredocTemplate,
  want: Json,
): Generator<Site> {
  if (context.rest.length > 0) return;
  if (expr.parts.every((part) => part.kind === 'text')) yield reconcileSite(context, want);
  else yield* rewordedSites(context, expr, want, oneReworded);
}

/**
 * The texts around values that are still there, if several runs of text change or one is removed.
 */
export function* allTextSites(
  context: TraceContext,
  expr: QuotedTemplate | HeredocTemplate,
  want: Json,
): Generator<Site> {
  if (context.rest.length > 0 || expr.parts.every((part) => part.kind === 'text')) return;
  yield* rewordedSites(context, expr, want, allReworded);
}

type Rewording = (runs: readonly TextSpan[], want: string) => Iterable<readonly string[]>;

/** Sites that change the texts of a template but keep its values. */
function* rewordedSites(
  context: TraceContext,
  expr: QuotedTemplate | HeredocTemplate,
  want: Json,
  rewordings: Rewording,
): Generator<Site> {
  const text = partText(want);
  const segments = text === undefined ? undefined : templateSegments(context, expr);
  if (text === undefined || segments === undefined) return;
  const runs = runsOf(segments);
  for (const texts of rewordings(runs, text)) {
    const edits = runs.flatMap((run, index) => runEdits(context, expr, run, texts[index]));
    const made = edits.filter((edit) => edit !== undefined);
    const [first] = made;
    if (first === undefined || made.length < edits.length) continue;
    yield siteIn(context.scope.file, first.offset, context.kind, context.label, () => ({
      ok: true,
      edits: made,
    }));
  }
}

/** A run of text spans any number of lines, up to the next value or directive. */
interface TextSpan {
  readonly kind: Segment['kind'];
  readonly text: string;
  readonly segments: readonly Segment[];
}

function runsOf(segments: readonly Segment[]): readonly TextSpan[] {
  const runs: TextSpan[] = [];
  for (const segment of segments) {
    const last = runs.at(-1);
    if (last !== undefined && segment.kind === 'text' && endOf(last) === segment.source.start) {
      const text = last.text + segment.text;
      runs[runs.length - 1] = { ...last, text, segments: [...last.segments, segment] };
    } else {
      runs.push({ kind: segment.kind, text: segment.text, segments: [segment] });
    }
  }
  return runs;
}

function endOf({ segments }: TextSpan): number | undefined {
  const last = segments.at(-1);
  return last?.kind === 'text' ? last.source.end : undefined;
}

/**
 * New texts for the runs, with only one changed. A run must not become empty, since its text may
 * come from a value then.
 */
function* oneReworded(runs: readonly TextSpan[], want: string): Generator<readonly string[]> {
  for (const [index, text] of changesOf(runs, want)) {
    if (text !== '') yield runs.map((run) => run.text).with(index, text);
  }
}

/** New texts for the runs, with one removed or several changed. */
function* allReworded(runs: readonly TextSpan[], want: string): Generator<readonly string[]> {
  for (const [index, text] of changesOf(runs, want)) {
    if (text === '') yield runs.map((run) => run.text).with(index, text);
  }
  yield* aroundValues(runs, want);
}

/** Each run of text whose change alone yields the new text, with its new content. */
function* changesOf(runs: readonly TextSpan[], want: string): Generator<readonly [number, string]> {
  const texts = runs.map(({ text }) => text);
  for (const [index, run] of runs.entries()) {
    if (run.kind !== 'text') continue;
    const before = texts.slice(0, index).join('');
    const replacement = textBetween(want, before, texts.slice(index + 1).join(''));
    if (replacement !== undefined) yield [index, replacement];
  }
}

/**
 * The texts around the values, which must occur in the wanted text in order and as separate words.
 */
function* aroundValues(runs: readonly TextSpan[], want: string): Generator<readonly string[]> {
  const texts: string[] = [];
  let at = 0;
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1];
    if (run.kind === 'value') {
      if (!want.startsWith(run.text, at)) return;
      texts.push(run.text);
      at += run.text.length;
      continue;
    }
    const end = next === undefined ? want.length : wordAt(want, next.text, at);
    if (end < 0) return;
    texts.push(want.slice(at, end));
    at = end;
  }
  if (at === want.length) yield texts;
}

function wordAt(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (word === '' || (isBoundary(text, at) && isBoundary(text, at + word.length))) return at;
  }
  return -1;
}

function isBoundary(text: string, at: number): boolean {
  return !/[\p{L}\p{N}]{2}/u.test(text.slice(Math.max(0, at - 1), at + 1));
}

/** The edits that change the text of a run; contains undefined if that is not possible. */
function runEdits(
  context: TraceContext,
  expr: QuotedTemplate | HeredocTemplate,
  run: TextSpan,
  text: string | undefined,
): readonly (TextEdit | undefined)[] {
  if (text === undefined || text === run.text) return [];
  const pieces = run.segments.filter((segment) => segment.kind === 'text');
  const shown = pieces.map((piece) => piece.text);
  let head = 0;
  while (head < shown.length - 1 && text.startsWith(shown.slice(0, head + 1).join(''))) head += 1;
  let tail = 0;
  const start = shown.slice(0, head).join('');
  while (
    tail < shown.length - 1 - head &&
    textBetween(text, start, shown.slice(shown.length - 1 - tail).join('')) !== undefined
  ) {
    tail += 1;
  }
  const end = shown.slice(shown.length - tail).join('');
  const [first, last] = [pieces[head], pieces[shown.length - 1 - tail]];
  const fresh = textBetween(text, start, end);
  if (first === undefined || last === undefined || fresh === undefined) return [undefined];
  const source = context.scope.file.text.slice(first.source.start, last.source.end);
  const { start: offset } = first.source;
  const written = encoded(expr, source, first.text, fresh);
  return [{ offset, length: last.source.end - offset, text: written }];
}

/**
 * New text in the notation of the template: escaped, and with the blanks that it trims or flushes.
 */
function encoded(
  expr: QuotedTemplate | HeredocTemplate,
  source: string,
  shown: string,
  fresh: string,
): string {
  if (expr.kind === 'quoted') {
    const text = quoteHcl(fresh).slice(1, -1);
    const whole = decodeQuoted(source);
    const at = whole.indexOf(shown);
    // Blanks next to a trim marker do not appear in the result, and are kept.
    return at < 0 ? text : whole.slice(0, at) + text + whole.slice(at + shown.length);
  }
  const whole = decodeHeredoc(source);
  const margin = whole.slice(0, Math.max(0, whole.indexOf(shown)));
  return fresh
    .split('\n')
    .map((line, index) => {
      const text = line.replace(/[$%](?=\{)/g, '$&$&');
      return line === '' && index > 0 ? text : margin + text;
    })
    .join('\n');
}
