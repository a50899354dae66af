import type { Command } from 'commander';
import { latestReport, type ReportOptions } from '../../../app/history/latest-report.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { writeReportPage } from '../../web/report/write-page.ts';
import type { Cli } from '../program/command.ts';
import { stackHelp } from './flags.ts';

interface ReportCommandOptions extends ReportOptions {
  readonly html: string;
}

/** `parley report --html FILE`: writes the last run, or a report in a file, as one page. */
export function defineReport(command: Command, { io, finish }: Cli): void {
  command
    .requiredOption('--html <file>', 'the file to write')
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--stack <name>', stackHelp)
    .option('--report <file>', 'report to read; default: that of the last recorded run')
    .action(async (options: ReportCommandOptions) => finish(await report(io, options)));
}

async function report(io: Io, options: ReportCommandOptions): Promise<ExitCode> {
  const found = await latestReport(io, options);
  if (!found.ok) return printProblems(io, found.error);
  const written = await writeReportPage(io, options.html, found.value.report);
  if (!written.ok) return printProblem(io, written.error);
  io.out(`${options.html}\n`);
  return 0;
}
