import { isWorthALine } from '../../stages/guard/annotations.ts';
import type { GuardChange, GuardReport } from '../../stages/guard/types.ts';
import { capped, markdownCode, markdownProse, markdownTable } from '../proposal/markdown.ts';
import { fromWords, guardReason, headline } from './guard.ts';

/** Forges truncate longer comments. */
const maxRows = 100;

/** The report as a comment on a pull request. Text from outside is shown as code. */
export function guardMarkdown(report: GuardReport): string {
  const rows = report.changes.filter(isWorthALine);
  const { shown, rest } = capped(rows, maxRows, 'change');
  const notes = report.notes.map(
    ({ outcome, address, because }) =>
      `- **${outcome}** ${address === undefined ? '' : `${markdownCode(address)}: `}${markdownProse(because)}`,
  );
  const head = ['', 'Where', 'From', 'Why'];
  return [
    `### parley guard: ${report.outcome}`,
    '',
    markdownProse(headline(report)),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    ...(shown.length === 0 ? [] : ['', ...markdownTable(head, shown.map(row))]),
    ...rest,
  ].join('\n');
}

function row(change: GuardChange): readonly string[] {
  const { outcome, address, path, place } = change;
  const at = place === undefined ? '' : ` (${markdownCode(`${place.file}:${place.line}`)})`;
  const where = `${markdownCode(address)}${path === '' ? '' : ` ${markdownCode(path)}`}${at}`;
  return [`**${outcome}**`, where, fromWords(change), markdownProse(guardReason(change), 1200)];
}
