import type { Decision, Outcome } from '../../model/decision.ts';
import { groupBy } from '../../model/group.ts';
import type { Intent } from '../../model/intent.ts';
import type { Report } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { summaryOf } from '../../stages/intent/summary.ts';
import { breakLines, breakWords } from './break.ts';
import { drawGrid } from './grid.ts';
import { shortPath } from './path.ts';
import { paintOutcome, type TerminalStyle } from './style.ts';

interface Row {
  readonly intent: Intent;
  readonly outcome: Outcome;
  readonly decisions: readonly Decision[];
}

/** Who did what, where, what was decided about it and why: a row for each intent and outcome. */
export function renderDecisions(report: Report, style: TerminalStyle, columns: number): string {
  const rows = report.intents.flatMap((intent) => rowsOf(intent, report.decisions));
  if (rows.length === 0) return '';
  const widths = columnWidths(columns);
  const [who = 0, what = 0, where = 0, , why = 0] = widths.map((width) => width - 2);
  const cells = rows.map((row) => [
    `${breakWords(row.intent.actor.name, who)}\n${style.dim(row.intent.actor.class)}`,
    `${breakWords(summaryOfRow(row), what)}\n${style.dim(row.intent.id)}`,
    breakLines(whereOf(row.decisions), where),
    paintOutcome(style, row.outcome),
    breakWords(becauseOf(row.decisions), why),
  ]);
  const head = ['Who', 'What', 'Where', 'Verdict', 'Why'].map((title) => style.bold(title));
  return drawGrid(head, cells, widths);
}

function summaryOfRow({ intent, decisions }: Row): string {
  return summaryOf(
    intent,
    decisions.map(({ drift }) => drift),
  );
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

/** Each address once, with the paths that changed there. */
function whereOf(decisions: readonly Decision[]): string {
  const paths = new Map<string, string[]>();
  for (const { address, path } of decisions) {
    const listed = paths.get(address) ?? [];
    if (path.length > 0) listed.push(shortPath(path));
    paths.set(address, listed);
  }
  const shown = [...paths]
    .slice(0, 4)
    .map(([address, listed]) => `${displayText(address, 160)} ${fewOf(listed)}`.trim())
    .join('\n');
  return paths.size > 4 ? `${shown}\nand ${paths.size - 4} more` : shown;
}

/** So many fields of one resource are named, and how many more there are. */
const maxFields = 8;

function fewOf(fields: readonly string[]): string {
  const shown = fields.slice(0, maxFields).join(', ');
  return fields.length > maxFields ? `${shown} and ${fields.length - maxFields} more` : shown;
}

/** One reason a rule: the others differ in the place only, which has its own column. */
function becauseOf(decisions: readonly Decision[]): string {
  return [...groupBy(decisions, ({ verdict }) => verdict.rule)]
    .map(([rule, [first, ...others]]) => {
      const alike = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
      return `${first?.verdict.because ?? ''}${alike} [${rule}]`;
    })
    .join('\n');
}
