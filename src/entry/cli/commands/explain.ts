import type { Command } from 'commander';
import { latestReport } from '../../../app/history/latest-report.ts';
import { type About, aboutKnown } from '../../../app/run/about.ts';
import type { Report } from '../../../model/report.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { renderBeside } from '../../../present/terminal/beside.ts';
import { renderExplanation, renderRefusedPatches } from '../../../present/terminal/explanation.ts';
import { renderPassed } from '../../../present/terminal/passed.ts';
import { renderClosedDrifts, renderUnseen } from '../../../present/terminal/past.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { renderUnresolved } from '../../../present/terminal/unresolved.ts';
import type { Cli } from '../program/command.ts';
import { stackHelp } from './flags.ts';

interface ExplainOptions {
  readonly dir: string;
  readonly stack?: string;
  readonly report?: string;
  readonly json?: boolean;
}

/** `parley explain ID`: shows everything that is known about an intent, a drift or an address. */
export function defineExplain(command: Command, { io, finish }: Cli): void {
  command
    .argument('<id>', 'i-..., d-..., an event id or a resource address')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--stack <name>', stackHelp)
    .option('--report <file>', 'report to read; default: that of the last recorded run')
    .option('--json', 'print JSON')
    .action(async (id: string, options: ExplainOptions) => finish(await explain(io, id, options)));
}

async function explain(io: Io, id: string, options: ExplainOptions): Promise<ExitCode> {
  const found = await latestReport(io, options);
  if (!found.ok) return printProblems(io, found.error);
  const { report, file } = found.value;
  const about = aboutKnown(report, id, file);
  if (!about.ok) return printProblem(io, about.error);
  io.out(
    options.json ? `${jsonText(about.value, 2)}\n` : render(io, options.dir, report, about.value),
  );
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
