import { isWorthALine } from '../../stages/guard/annotations.ts';
import type { GuardChange, GuardReport } from '../../stages/guard/types.ts';
import { capped, code, prose, table } from '../proposal/markdown.ts';
import { fromWords, headline, whyOf } from './guard.ts';

/** Forges cut longer comments off. */
const maxRows = 100;

/** The same for a comment of a pull request: whatever came from outside stands in code. */
export function guardMarkdown(report: GuardReport): string {
  const rows = report.changes.filter(isWorthALine);
  const { shown, rest } = capped(rows, maxRows, 'change');
  const notes = report.notes.map(
    ({ outcome, address, because }) =>
      `- **${outcome}** ${address === undefined ? '' : `${code(address)}: `}${prose(because)}`,
  );
  const head = ['', 'Where', 'From', 'Why'];
  return [
    `### parley guard: ${report.outcome}`,
    '',
    prose(headline(report)),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    ...(shown.length === 0 ? [] : ['', ...table(head, shown.map(row))]),
    ...rest,
  ].join('\n');
}

function row(change: GuardChange): readonly string[] {
  const { outcome, address, path, place } = change;
  const at = place === undefined ? '' : ` (${code(`${place.file}:${place.line}`)})`;
  const where = `${code(address)}${path === '' ? '' : ` ${code(path)}`}${at}`;
  return [`**${outcome}**`, where, fromWords(change), prose(whyOf(change), 1200)];
}
