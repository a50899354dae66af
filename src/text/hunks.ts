import { structuredPatch } from 'diff';
import type { DiffHunk, DiffLine, FileDiff } from '../model/file-diff.ts';

/** Lines of context around a change, enough for the comment above it. */
const context = 5;
/** The maximum number of lines shown for one file; nobody reads more. */
const maxLines = 1500;
/** The maximum number of characters in a line. */
const longest = 500;

/** The differences between two versions of a file; `before` is undefined for a new one. */
export function fileDiff(path: string, before: string | undefined, after: string): FileDiff {
  const old = visible(before ?? '');
  const { hunks } = structuredPatch(path, path, old, visible(after), '', '', { context });
  const lines = old.split('\n');
  const shown: DiffHunk[] = [];
  let left = maxLines;
  for (const { oldStart, newStart, lines: own } of hunks) {
    if (left <= 0) break;
    const heading = headingOf(lines, oldStart - 1);
    const numbered = numberedLines(own.slice(0, left), oldStart, newStart);
    left -= own.length;
    shown.push({ ...(heading === undefined ? {} : { heading }), lines: numbered });
  }
  return { path, isNew: before === undefined, hunks: shown };
}

function numberedLines(
  lines: readonly string[],
  oldStart: number,
  newStart: number,
): readonly DiffLine[] {
  let before = Math.max(oldStart, 1);
  let after = Math.max(newStart, 1);
  return lines.flatMap((line): readonly DiffLine[] => {
    const text = line.length > longest + 1 ? `${line.slice(1, longest + 1)}…` : line.slice(1);
    switch (line[0]) {
      case '-':
        return [{ kind: 'removed', text, before: before++ }];
      case '+':
        return [{ kind: 'added', text, after: after++ }];
      case ' ':
        return [{ kind: 'same', text, before: before++, after: after++ }];
      default:
        // The marker "No newline at end of file" is not a line of the file.
        return [];
    }
  });
}

/** The nearest line above without indentation, which in HCL and YAML opens the block. */
function headingOf(lines: readonly string[], start: number): string | undefined {
  for (let at = Math.min(start, lines.length) - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    if (/^[}\])]/.test(line)) return undefined;
    if (/^[\w"]/.test(line)) return line.slice(0, longest);
  }
  return undefined;
}

/** The patch keeps line ends and byte order marks, so the diff need not show them. */
function visible(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
