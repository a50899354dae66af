import stringWidth from 'string-width';
import type { Decision, Outcome } from '../../model/decision.ts';
import { groupBy } from '../../model/group.ts';
import type { Intent } from '../../model/intent.ts';
import { decides } from '../../model/parties.ts';
import type { Report } from '../../model/report.ts';
import { compareKeys } from '../../model/text.ts';
import { spanText } from '../../model/time-text.ts';
import { outcomeMarks } from './outcome-mark.ts';
import { paintOutcome, type TerminalStyle } from './style.ts';
import { timeAxis } from './time-axis.ts';
import { padCells } from './wrap.ts';

/** Cells for the names on the left. */
const margin = 13;

/** The content of one cell of a lane. */
interface Mark {
  readonly outcome: Outcome;
  readonly intents: number;
  readonly isSevere: boolean;
}

/**
 * When each class of actor acted and what was decided, in lanes, and the number of verdicts of each
 * kind.
 */
export function renderTimeline(report: Report, style: TerminalStyle, columns: number): string {
  if (report.intents.length === 0) return '';
  const cells = Math.max(60, Math.min(columns, 100)) - margin;
  const [from, to] = extent(report.intents);
  const axis = timeAxis(from, to, cells);
  const severe = severeIntents(report);
  const lanes = [...groupBy(report.intents, ({ actor }) => actor.class)].sort(compareKeys);
  const drawn = lanes.map(([name, intents]) => {
    const line = lane(intents, report.decisions, severe, axis.cellOf);
    return `${padCells(name, margin)}${paintLane(line, style)}`.trimEnd();
  });
  const title = `${style.bold('When')}  ${style.dim(extentText(from, to))}`;
  const note =
    severe.size === 0 ? [] : [style.dim(`${' '.repeat(margin)}! does harm (3 to 5 of 5)`)];
  const labels = style.dim(`${' '.repeat(margin)}${axis.labels}`);
  return [title, ...drawn, labels, ...note, '', verdictBar(report.decisions, style, cells)].join(
    '\n',
  );
}

function extent(intents: readonly Intent[]): readonly [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { window } of intents) {
    from = Math.min(from, Date.parse(window.from));
    to = Math.max(to, Date.parse(window.to));
  }
  return [from, to];
}

function extentText(from: number, to: number): string {
  const [first, last] = [new Date(from), new Date(to)];
  return spanText({ from: first.toISOString(), to: last.toISOString() }, 'minute');
}

function severeIntents({ drifts, intents }: Report): ReadonlySet<string> {
  const severe = new Set(
    drifts
      .filter(({ harm = [] }) =>
        harm.some(({ direction, severity }) => direction === 'weakens' && severity > 2),
      )
      .map(({ id }) => id),
  );
  return new Set(
    intents.filter((intent) => intent.drifts.some((id) => severe.has(id))).map(({ id }) => id),
  );
}

/** A mark where an intent ended, and a line from where it began. */
function lane(
  intents: readonly Intent[],
  decisions: readonly Decision[],
  severe: ReadonlySet<string>,
  cellOf: (moment: number) => number,
): ReadonlyMap<number, Mark | '─'> {
  const line = new Map<number, Mark | '─'>();
  for (const { id, window } of intents) {
    const end = cellOf(Date.parse(window.to));
    for (let cell = cellOf(Date.parse(window.from)); cell < end; cell += 1) {
      if (!line.has(cell)) line.set(cell, '─');
    }
    const outcome = worst(decisions.filter(({ intent }) => intent === id));
    const there = line.get(end);
    const before = there === '─' ? undefined : there;
    line.set(end, {
      outcome: before === undefined ? outcome : worse(before.outcome, outcome),
      intents: (before?.intents ?? 0) + 1,
      isSevere: severe.has(id) || before?.isSevere === true,
    });
  }
  return line;
}

/** Outcomes in order of urgency for the reader. */
const ranking: readonly Outcome[] = [
  'escalate',
  'reject',
  'expired',
  'defer',
  'compromise',
  'delegate',
  'accept',
  'noop',
];

function worse(a: Outcome, b: Outcome): Outcome {
  return ranking.indexOf(a) <= ranking.indexOf(b) ? a : b;
}

function worst(decisions: readonly Decision[]): Outcome {
  return decisions.map(({ verdict }) => verdict.outcome).reduce(worse, 'noop');
}

/**
 * A number where several intents share one cell. `!` follows those that do harm, where there is
 * room.
 */
function paintLane(line: ReadonlyMap<number, Mark | '─'>, style: TerminalStyle): string {
  const end = Math.max(...line.keys()) + 1;
  let text = '';
  for (let cell = 0; cell <= end; cell += 1) {
    const mark = line.get(cell);
    const before = line.get(cell - 1);
    if (mark === '─') text += style.dim(mark);
    else if (mark !== undefined) text += painted(mark, style);
    else if (before !== undefined && before !== '─' && before.isSevere) text += style.red('!');
    else text += ' ';
  }
  return text;
}

function painted({ outcome, intents }: Mark, style: TerminalStyle): string {
  const shown = intents === 1 ? outcomeMarks[outcome] : intents > 9 ? '+' : String(intents);
  return paintOutcome(style, outcome, shown);
}

/** At least one cell for each outcome; the rest is divided by the number of drifts. */
function verdictBar(decisions: readonly Decision[], style: TerminalStyle, cells: number): string {
  const counts = [...groupBy(decisions.filter(decides), ({ verdict }) => verdict.outcome)]
    .map(([outcome, some]) => ({ outcome, count: some.length }))
    .sort((a, b) => ranking.indexOf(b.outcome) - ranking.indexOf(a.outcome));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const length = Math.min(cells, total);
  const bar = counts.map(({ outcome, count }) =>
    paintOutcome(
      style,
      outcome,
      outcomeMarks[outcome].repeat(Math.max(1, Math.round((count / total) * length))),
    ),
  );
  const labels = counts.map(
    ({ outcome, count }) => `${outcomeMarks[outcome]} ${paintOutcome(style, outcome)} ${count}`,
  );
  return [padCells('Verdicts', margin) + bar.join(''), ...inLines(labels, cells)].join('\n');
}

/** As many words on a line as fit. */
function inLines(labels: readonly string[], cells: number): readonly string[] {
  const lines: string[] = [];
  for (const label of labels) {
    const joined = `${lines.at(-1) ?? ''}   ${label}`;
    if (lines.length > 0 && stringWidth(joined) <= cells) lines[lines.length - 1] = joined;
    else lines.push(label);
  }
  return lines.map((line) => ' '.repeat(margin) + line);
}
