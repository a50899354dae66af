import type { TextEdit } from '../../../model/patch.ts';
import { applyEdits, composeEdits, editShift, type Shift } from '../../../text/edits.ts';
import type { HclFile } from '../syntax/ast.ts';
import { parseHcl } from '../syntax/parse.ts';
import { lineIndexAt, type SourceLine, sourceLines } from './lines.ts';

/**
 * Adds to `edits` what keeps aligned lines aligned: a run of lines that was laid out as `terraform
 * fmt` would do it stays so, and any other run keeps its layout.
 */
export function keepAlignment(file: HclFile, edits: readonly TextEdit[]): readonly TextEdit[] {
  if (edits.length === 0) return edits;
  const withEquals = alignColumn(file, edits, equalsColumn);
  return alignColumn(file, withEquals, commentColumn);
}

/** One of the two things that `terraform fmt` puts below each other. */
interface Column {
  /** Offset of the token to align on a line, or -1 if the line has none. */
  readonly at: (line: SourceLine) => number;
  /** Whether the token on this line aligns with those on the lines around it. */
  readonly joins: (line: SourceLine) => boolean;
}

const equalsColumn: Column = { at: (line) => line.equals, joins: (line) => line.aligns };
const commentColumn: Column = { at: (line) => line.comment, joins: (line) => line.comment >= 0 };

interface View {
  readonly text: string;
  readonly lines: readonly SourceLine[];
  readonly column: Column;
}

function alignColumn(
  file: HclFile,
  edits: readonly TextEdit[],
  column: Column,
): readonly TextEdit[] {
  const applied = applyEdits(file.text, edits);
  if (!applied.ok) return edits;
  const before: View = { text: file.text, lines: sourceLines(file), column };
  const after: View = { text: applied.value, lines: sourceLines(parseHcl(applied.value)), column };
  const shift = editShift(edits);
  const origins = originsOf(before, shift);
  const spaces: TextEdit[] = [];
  for (const run of touchedRuns(after, shift))
    spaces.push(...alignRun(before, after, run, origins));
  return composeEdits(file.text.length, edits, spaces);
}

/** For each aligned token that no edit replaced: its new offset, mapped to the line it was on. */
function originsOf(before: View, shift: Shift): ReadonlyMap<number, number> {
  const origins = new Map<number, number>();
  for (const [index, line] of before.lines.entries()) {
    const at = before.column.at(line);
    if (at < 0) continue;
    // An edit that replaced the token leaves nothing between the shifted start and end.
    if (shift.before(at + 1) - shift.after(at) === 1) origins.set(shift.after(at), index);
  }
  return origins;
}

type AlignedLines = readonly number[];

/** The runs of lines that an edit wrote on or next to, as line numbers. */
function touchedRuns(view: View, shift: Shift): readonly AlignedLines[] {
  const touched = shift.written.flatMap(({ start, end }) => {
    const first = Math.max(lineIndexAt(view.lines, start) - 1, 0);
    const last = lineIndexAt(view.lines, end) + 1;
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return runsAt(view, touched);
}

/** The runs that the lines belong to, each listed once. */
function runsAt(view: View, lines: readonly number[]): readonly AlignedLines[] {
  const runs: AlignedLines[] = [];
  const seen = new Set<number>();
  for (const index of lines) {
    if (seen.has(index)) continue;
    const run = runAt(view, index);
    if (run.length > 0) runs.push(run);
    for (const line of run) seen.add(line);
  }
  return runs;
}

/** The run that a line belongs to. A token that aligns with no other is a run of its own. */
function runAt(view: View, index: number): AlignedLines {
  const line = view.lines[index];
  if (line === undefined || view.column.at(line) < 0) return [];
  const joins = (at: number): boolean => {
    const other = view.lines[at];
    return other !== undefined && view.column.joins(other);
  };
  if (!joins(index)) return [index];
  let first = index;
  while (joins(first - 1)) first--;
  const run = [first];
  for (let next = first + 1; joins(next); next++) run.push(next);
  return run;
}

function alignRun(
  before: View,
  after: View,
  run: AlignedLines,
  origins: ReadonlyMap<number, number>,
): readonly TextEdit[] {
  const tokens = run.map((index) => tokenOf(after, index)).filter((one) => one !== undefined);
  const stayed = tokens.filter((token) => origins.has(token.offset));
  const old = stayed.map((token) => origins.get(token.offset) ?? 0);
  if (runsAt(before, old).every((each) => isAligned(before, each))) {
    const width = Math.max(...tokens.map((token) => token.leadWidth)) + 1;
    return tokens.flatMap((token) => moveTo(token, width));
  }
  // The run was not laid out as `terraform fmt` does. If all of its old lines share one column, new
  // lines use that column too.
  const columns = new Set(stayed.map((token) => token.column));
  const [column] = columns;
  if (columns.size !== 1 || column === undefined || stayed.length < 2) return [];
  const fresh = tokens.filter((token) => !origins.has(token.offset) && token.leadWidth < column);
  return fresh.flatMap((token) => moveTo(token, column));
}

function isAligned(view: View, run: AlignedLines): boolean {
  const tokens = run.map((index) => tokenOf(view, index)).filter((one) => one !== undefined);
  const width = Math.max(...tokens.map((token) => token.leadWidth)) + 1;
  return tokens.every((token) => token.column === width);
}

interface Token {
  readonly offset: number;
  /**
   * Width of the line up to the last non-blank before the token. `column` is the width up to the
   * token itself.
   */
  readonly leadWidth: number;
  readonly column: number;
}

function tokenOf(view: View, index: number): Token | undefined {
  const line = view.lines[index];
  const offset = line === undefined ? -1 : view.column.at(line);
  if (line === undefined || offset < 0) return undefined;
  const lead = view.text.slice(line.start, offset);
  // After a heredoc or a comment of several lines, only the last line counts towards the width.
  const shown = lead.slice(lead.lastIndexOf('\n') + 1);
  return { offset, leadWidth: columnsOf(shown.trimEnd()), column: columnsOf(shown) };
}

/** Adds or removes blanks right before the token; the text before them does not change. */
function moveTo(token: Token, column: number): readonly TextEdit[] {
  const wanted = Math.max(column, token.leadWidth + 1);
  const missing = wanted - token.column;
  if (missing === 0) return [];
  if (missing > 0) return [{ offset: token.offset, length: 0, text: ' '.repeat(missing) }];
  return [{ offset: token.offset + missing, length: -missing, text: '' }];
}

const ascii = /^[ -~\t]*$/;

/** Columns as `terraform fmt` counts them: user-perceived characters. */
export function columnsOf(text: string): number {
  if (ascii.test(text)) return text.length;
  return [...new Intl.Segmenter().segment(text)].length;
}
