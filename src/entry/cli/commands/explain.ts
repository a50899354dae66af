import { join, resolve } from 'node:path';
import { historyOf, withHistory } from '../../../app/history/history.ts';
import { lastReport, noReport, readReport } from '../../../app/history/read-report.ts';
import { type About, aboutId, isNothingAbout } from '../../../app/run/about.ts';
import type { Report } from '../../../model/report.ts';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { renderBeside } from '../../../present/terminal/beside.ts';
import { renderExplanation, renderRefusedPatches } from '../../../present/terminal/explanation.ts';
import { renderPassed } from '../../../present/terminal/passed.ts';
import { renderClosedDrifts, renderUnseen } from '../../../present/terminal/past.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { renderUnresolved } from '../../../present/terminal/unresolved.ts';

export interface ExplainOptions {
  readonly dir: string;
  readonly stack?: string;
  readonly report?: string;
  readonly json?: boolean;
}

/** `parley explain ID`: everything that is known about an intent, a drift or an address. */
export async function runExplain(io: Io, id: string, options: ExplainOptions): Promise<ExitCode> {
  if (options.report !== undefined) return explainFile(io, id, options, options.report);
  const history = await historyOf(io, options);
  if (!history.ok) return printProblems(io, history.error);
  if (history.value.kind === 'project') {
    return explainFile(io, id, options, join(options.dir, ...lastReport));
  }
  const { tenant, stack: name } = history.value.key;
  const stack = `${tenant}/${name}`;
  return withHistory(io, { ...options, stack }, 'knows earlier runs', async (store) => {
    const run = await store.latestRun();
    return run === undefined
      ? printProblem(io, noReport({ file: options.dir }))
      : explain(io, id, options, run.report, options.dir);
  });
}

async function explainFile(
  io: Io,
  id: string,
  options: ExplainOptions,
  file: string,
): Promise<ExitCode> {
  const report = await readReport(resolve(io.cwd, file), file);
  if (!report.ok) return printProblem(io, report.error);
  return explain(io, id, options, report.value, file);
}

function explain(
  io: Io,
  id: string,
  options: ExplainOptions,
  report: Report,
  file: string,
): ExitCode {
  const about = aboutId(report, id);
  if (isNothingAbout(about)) return printProblem(io, unknownId(report, id, file));
  io.out(options.json ? `${jsonText(about, 2)}\n` : render(io, options.dir, report, about));
  return 0;
}

function render(io: Io, dir: string, report: Report, about: About): string {
  const style = createStyle(io.color);
  const sections = [
    ...about.intents.map((intent) => renderExplanation(report, intent.id, style, dir)),
    ...about.openDrifts.map((drift) => renderUnseen(drift, style)),
    renderClosedDrifts(about.closedDrifts, style),
    renderBeside(about.beside, style),
    renderPassed(about.reverted, style),
    renderUnresolved(about.unresolved, style),
    ...about.unresolved.map((each) => renderRefusedPatches(each, style)),
  ];
  const text = sections.filter((section) => section !== '').join('\n\n');
  return `${terminalText(text, io.color)}\n`;
}

function unknownId(report: Report, id: string, file: string): Problem {
  const known = report.intents.map((intent) => intent.id).join(', ');
  return {
    code: 'unknown-id',
    message: `The report has no intent, drift, event or address ${displayText(id, 120)}.`,
    place: { file },
    hint: `Its intents are: ${known === '' ? 'none' : known}.`,
  };
}
