import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';
import { isWorthALine } from '../../stages/guard/annotations.ts';
import type { GuardChange, GuardOutcome, GuardReport } from '../../stages/guard/types.ts';
import { breakWords } from './break.ts';
import { drawGrid } from './grid.ts';
import type { TerminalStyle } from './style.ts';

/**
 * What a plan would undo or harm: a line about the entire plan, notes, and a row for each change.
 */
export function renderGuard(report: GuardReport, style: TerminalStyle, columns: number): string {
  const notes = report.notes.map(
    ({ outcome, address, because }) =>
      `${paint(style, outcome)}  ${address === undefined ? '' : `${displayText(address, 160)}: `}${displayText(because, 600)}`,
  );
  const rows = report.changes.filter(isWorthALine);
  const parts = [heading(report, style), ...notes];
  if (rows.length > 0) parts.push(changeTable(rows, style, columns));
  const better = report.changes.length - rows.length;
  if (better > 0)
    parts.push(
      style.dim(`${formatCount(better, 'other change')} of low severity: see --format json.`),
    );
  return `${parts.join('\n')}\n`;
}

/** The result for the entire plan, and the knowledge that it is based on. */
export function headline({ outcome, plan, known }: GuardReport): string {
  const what = {
    pass: 'No objections to this plan',
    warn: 'Review this before you apply',
    block: 'Do not apply this plan as it is',
  }[outcome];
  const besides = known.store
    ? `${formatCount(known.openDrifts, 'open drift')}, ${formatCount(known.delegations, 'delegated field')} and ${formatCount(known.declarations, 'declared intent')} known`
    : 'no store was read';
  return `${what}: ${formatCount(plan.changes, 'resource')} changed, ${besides}.`;
}

function heading(report: GuardReport, style: TerminalStyle): string {
  return `${paint(style, report.outcome)}  ${headline(report)}`;
}

function changeTable(rows: readonly GuardChange[], style: TerminalStyle, columns: number): string {
  const room = Math.max(90, Math.min(columns, 180)) - 5;
  const outcome = 9;
  const where = Math.floor((room - outcome) * 0.34);
  const from = 12;
  const widths = [outcome, where, from, room - outcome - where - from];
  const cells = rows.map((row) => {
    const place = row.place === undefined ? '' : `\n${row.place.file}:${row.place.line}`;
    return [
      paint(style, row.outcome),
      breakWords(displayText(`${row.address} ${row.path}`, 300) + place, where - 2),
      fromWords(row),
      breakWords(displayText(guardReason(row), 1200), (widths[3] ?? 0) - 2),
    ];
  });
  const head = ['', 'Where', 'From', 'Why'].map((title) => style.bold(title));
  return drawGrid(head, cells, widths);
}

/** Whether the code wants the change, or the apply merely reverts the cloud. */
export function fromWords({ putsBack, inBase }: GuardChange): string {
  if (putsBack) return 'puts back';
  return inBase === true ? 'base branch' : 'code';
}

/** The reason, and the harm that it does not already mention. */
export function guardReason({ because, harm }: GuardChange): string {
  const more = harm
    .filter(({ direction, because: why }) => direction === 'weakens' && !because.includes(why))
    .map(
      ({ dimension, severity, because: why }) => `Harm to ${dimension} (${severity} of 5): ${why}.`,
    );
  const stated = harm.filter(({ because: why }) => because.includes(why));
  const levels = stated.map(
    ({ dimension, severity, direction }) => `${direction} ${dimension}, ${severity} of 5`,
  );
  const level = levels.length === 0 ? [] : [`(${levels.join('; ')})`];
  return [because, ...level, ...more].join(' ');
}

function paint(style: TerminalStyle, outcome: GuardOutcome): string {
  return { pass: style.green, warn: style.yellow, block: style.red }[outcome](outcome);
}
