import { createTwoFilesPatch } from 'diff';
import type { ProjectFileChange } from '../../code/terraform/project/write.ts';
import type { TerminalStyle } from './style.ts';

/** Characters of a line that are shown; the files have all of it. */
const longest = 1000;

/** A unified diff of the changes, as `git diff` prints it. */
export function renderDiff(changes: readonly ProjectFileChange[], style: TerminalStyle): string {
  return changes.map((change) => renderFile(change, style)).join('\n');
}

function renderFile({ path, before, after }: ProjectFileChange, style: TerminalStyle): string {
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  const old = visible(before ?? '');
  const patch = createTwoFilesPatch(from, `b/${path}`, old, visible(after), '', '', { context: 3 });
  return patch
    .split('\n')
    .filter((line) => !line.startsWith('=====') && line !== '')
    .map((line) => paintLine(line.length > longest ? `${line.slice(0, longest)}…` : line, style))
    .join('\n');
}

/** Line ends and byte order marks do not change in the file, so the diff leaves them out. */
function visible(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

function paintLine(line: string, style: TerminalStyle): string {
  if (line.startsWith('---') || line.startsWith('+++')) return style.bold(line.trimEnd());
  if (line.startsWith('@@')) return style.cyan(line);
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line;
}
