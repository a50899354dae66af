import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { breakWords } from './break.ts';

/** Lines of one cell that are shown. Longer cells say how many lines are left out. */
const maxLines = 40;

/**
 * A table with borders. Cells are wrapped at spaces, and words that are wider than their column are
 * broken. A cell may contain line breaks, and colors within a line. The running time is linear in
 * the text.
 */
export function drawGrid(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
): string {
  const bar = (left: string, joint: string, right: string): string =>
    `${left}${widths.map((width) => '─'.repeat(width)).join(joint)}${right}`;
  const drawn = [head, ...rows].map((row) => drawRow(row, widths));
  return [bar('┌', '┬', '┐'), drawn.join(`\n${bar('├', '┼', '┤')}\n`), bar('└', '┴', '┘')].join(
    '\n',
  );
}

function drawRow(row: readonly string[], widths: readonly number[]): string {
  const cells = widths.map((width, at) => cellLines(row[at] ?? '', width - 2));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) => {
    const parts = cells.map((cell, at) => padded(cell[line] ?? '', (widths[at] ?? 0) - 2));
    return `│ ${parts.join(' │ ')} │`;
  }).join('\n');
}

function cellLines(text: string, width: number): readonly string[] {
  const lines = text.split('\n').flatMap((line) => wrapped(line, width));
  if (lines.length <= maxLines) return lines;
  const left = `and ${lines.length - maxLines + 1} more lines`;
  return [...lines.slice(0, maxLines - 1), left];
}

function wrapped(line: string, width: number): readonly string[] {
  if (stringWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const [, gap = '', word = ''] of line.matchAll(/(\s*)(\S+)/g)) {
    if (current !== '' && stringWidth(current + gap + word) > width) {
      lines.push(current);
      current = word;
    } else current += gap + word;
  }
  return [...lines, current].map((one) => cut(one, width));
}

/** Cuts a word that has no place to break, such as one of wide characters. */
function cut(line: string, width: number): string {
  if (stringWidth(line) <= width) return line;
  const [first = ''] = breakWords(stripVTControlCharacters(line), width - 1).split(' ');
  let shown = '';
  for (const letter of first) {
    if (stringWidth(shown + letter) > width - 1) break;
    shown += letter;
  }
  return `${shown}…`;
}

function padded(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - stringWidth(line)));
}
