import Table from 'cli-table3';
import type { Decision, Outcome } from '../../model/decision.ts';
import type { Intent } from '../../model/intent.ts';
import type { Report } from '../../model/report.ts';
import { shortPath } from './path.ts';
import { paintOutcome, type Style } from './style.ts';

interface Row {
  readonly intent: Intent;
  readonly outcome: Outcome;
  readonly decisions: readonly Decision[];
}

/** Who did what, where, what was decided about it and why: a row for each intent and outcome. */
export function renderDecisions(report: Report, style: Style, columns: number): string {
  const rows = report.intents.flatMap((intent) => rowsOf(intent, report.decisions));
  if (rows.length === 0) return '';
  const widths = columnWidths(columns);
  const table = new Table({
    head: ['Who', 'What', 'Where', 'Verdict', 'Why'].map((title) => style.bold(title)),
    colWidths: widths,
    wordWrap: true,
    wrapOnWordBoundary: true,
    style: { head: [], border: [] },
  });
  for (const row of rows) {
    table.push([
      `${row.intent.actor.name}\n${style.dim(row.intent.actor.class)}`,
      `${row.intent.summary}\n${style.dim(row.intent.id)}`,
      breakable(whereOf(row.decisions), (widths[2] ?? 30) - 2),
      paintOutcome(style, row.outcome),
      becauseOf(row.decisions),
    ]);
  }
  return table.toString();
}

function rowsOf(intent: Intent, decisions: readonly Decision[]): readonly Row[] {
  const own = decisions.filter((decision) => decision.intent === intent.id);
  const outcomes = [...new Set(own.map((decision) => decision.verdict.outcome))];
  return outcomes.map((outcome) => ({
    intent,
    outcome,
    decisions: own.filter((decision) => decision.verdict.outcome === outcome),
  }));
}

/** Room for five columns with their borders; the two that hold sentences share what is left. */
function columnWidths(columns: number): number[] {
  const room = Math.max(90, Math.min(columns, 180)) - 6;
  const verdict = 12;
  const who = Math.floor(room * 0.15);
  const where = Math.floor(room * 0.27);
  const what = Math.floor((room - verdict - who - where) * 0.48);
  return [who, what, where, verdict, room - verdict - who - where - what];
}

function whereOf(decisions: readonly Decision[]): string {
  const places = decisions.map(({ address, path }) =>
    path.length === 0 ? address : `${address} ${shortPath(path)}`,
  );
  const shown = places.slice(0, 4).join('\n');
  return places.length > 4 ? `${shown}\nand ${places.length - 4} more` : shown;
}

/** Addresses have no blanks to break at: they break behind a dot or bracket, or where they must. */
function breakable(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => breakLine(line, width))
    .join('\n');
}

function breakLine(line: string, width: number): string {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const head = rest.slice(0, width);
    const at = Math.max(head.lastIndexOf(' '), head.lastIndexOf('.'), head.lastIndexOf('['));
    const cut = at > width / 3 ? at : width;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  return [...parts, rest].join('\n  ');
}

/** One reason a rule: the others differ in the place only, which has its own column. */
function becauseOf(decisions: readonly Decision[]): string {
  const byRule = new Map<string, Decision[]>();
  for (const decision of decisions) {
    byRule.set(decision.verdict.rule, [...(byRule.get(decision.verdict.rule) ?? []), decision]);
  }
  return [...byRule]
    .map(([rule, [first, ...others]]) => {
      const alike = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
      return `${first?.verdict.because ?? ''}${alike} [${rule}]`;
    })
    .join('\n');
}
