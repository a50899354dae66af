import type { Decision, Outcome } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { Harm } from '../../model/harm.ts';
import type { Intent } from '../../model/intent.ts';
import type { Report } from '../../model/report.ts';
import { compareText, displayText } from '../../model/text.ts';
import { spanText } from '../../model/time-text.ts';
import {
  intentAccount,
  reasonText,
  sharedReasons,
} from '../../stages/arbitration/explain/account.ts';
import { intentSummary } from '../../stages/intent/summary.ts';
import { fieldLines } from './fields.ts';
import { nextSteps } from './next-step.ts';
import { outcomeMarks } from './outcome-mark.ts';
import { paintOutcome, type TerminalStyle } from './style.ts';
import { padCells, wrapText } from './wrap.ts';

interface CardRow {
  readonly intent: Intent;
  readonly outcome: Outcome;
  readonly decisions: readonly Decision[];
}

/** Cells on the left for verdicts and labels. */
const margin = 13;

/**
 * A card for each intent and outcome: the intent, its actor and resources, the decision, and what
 * to do now. No card is wider than the terminal, or than is comfortable to read.
 */
export function renderCards(report: Report, style: TerminalStyle, columns: number): string {
  const byIntent = groupBy(report.decisions, ({ intent }) => intent);
  const rows = report.intents.flatMap((intent) => rowsOf(intent, byIntent.get(intent.id) ?? []));
  const drifts = new Map(report.drifts.map((drift) => [drift.id, drift]));
  const width = Math.max(60, Math.min(columns, 100));
  return rows.map((row) => card(report, drifts, row, style, width).join('\n')).join('\n\n');
}

function rowsOf(intent: Intent, own: readonly Decision[]): readonly CardRow[] {
  return [...groupBy(own, ({ verdict }) => verdict.outcome)].map(([outcome, some]) => ({
    intent,
    outcome,
    decisions: some,
  }));
}

function card(
  report: Report,
  drifts: ReadonlyMap<string, Drift>,
  { intent, outcome, decisions }: CardRow,
  style: TerminalStyle,
  width: number,
): readonly string[] {
  const room = width - margin;
  const own = decisions.flatMap(({ drift }) => drifts.get(drift) ?? []);
  const title = wrapText(
    displayText(
      intentSummary(
        intent,
        own.map(({ id }) => id),
      ),
      600,
    ),
    room,
  );
  const mark = `${outcomeMarks[outcome]} ${outcome}`;
  const painted = paintOutcome(style, outcome);
  const harm = worstHarm(own.flatMap((drift) => drift.harm ?? []));
  return [
    ...title.map((line, at) =>
      at === 0
        ? `${padCells(mark, margin).replace(outcome, painted)}${style.bold(line)}`
        : `${' '.repeat(margin)}${style.bold(line)}`,
    ),
    ...labeled('', whoText(intent, decisions), room, style.dim),
    ...fieldLines(own, room).map((line) => `${' '.repeat(margin)}${line}`),
    ...(harm === undefined ? [] : labeled('harm', harm, room)),
    ...sharedReasons(decisions).flatMap((reason) =>
      labeled('why', `${reasonText(reason)} [${reason.decision.verdict.rule}]`, room),
    ),
    ...nextSteps(report, intent.id, outcome, decisions).flatMap((line, at) =>
      labeled(at === 0 ? 'next' : '', line, room),
    ),
  ].map((line) => line.trimEnd());
}

function labeled(
  label: string,
  text: string,
  room: number,
  paint: (line: string) => string = (line) => line,
): readonly string[] {
  return wrapText(text, room).map((line, at) => {
    const left = at === 0 && label !== '' ? `  ${label}` : '';
    return `${padCells(left, margin)}${paint(line)}`;
  });
}

/** `ada (human), 2026-03-14 02:22:30 to 02:31:00 UTC, i-...` */
function whoText(intent: Intent, decisions: readonly Decision[]): string {
  const { who, when } = intentAccount(intent, decisions);
  return `${displayText(who.name, 100)} (${who.class}), ${spanText(when)}, ${intent.id}`;
}

/** Only the worst harm, and only if it exceeds hygiene; `explain` shows all of it. */
function worstHarm(harms: readonly Harm[]): string | undefined {
  const [worst] = harms
    .filter(({ direction, severity }) => direction === 'weakens' && severity > 2)
    .sort((a, b) => b.severity - a.severity || compareText(a.because, b.because));
  if (worst === undefined) return undefined;
  const perhaps = worst.doubt === undefined ? '' : ', perhaps';
  return `${displayText(worst.because, 300)} (${worst.dimension}, ${worst.severity} of 5${perhaps})`;
}
