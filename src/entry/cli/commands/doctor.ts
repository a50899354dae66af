import { resolve } from 'node:path';
import type { Command } from 'commander';
import { renderCatalog, reportCatalog } from '../../../app/doctor/catalog.ts';
import type { DoctorFinding } from '../../../app/doctor/finding.ts';
import { checkMachine } from '../../../app/doctor/machine.ts';
import { checkProject } from '../../../app/doctor/project.ts';
import { checkSources } from '../../../app/doctor/sources.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle, type TerminalStyle } from '../../../present/terminal/style.ts';
import type { Cli } from '../program/command.ts';

interface DoctorOptions {
  readonly dir: string;
  readonly config?: string;
  readonly online?: boolean;
  readonly catalog?: boolean;
  readonly events?: readonly string[];
  readonly json?: boolean;
}

/**
 * `parley doctor`: reports what this machine and folder have, what is missing and how to get it.
 */
export function defineDoctor(command: Command, { io, finish }: Cli): void {
  command
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the folder')
    .option('--online', 'make one small call to each source of audit records')
    .option('--catalog', 'list which operations of the clouds are known, and how well')
    .option('--events <path...>', 'audit logs; lists which of their operations are not known')
    .option('--json', 'print JSON')
    .action(async (options: DoctorOptions) => finish(await doctor(io, options)));
}

async function doctor(io: Io, options: DoctorOptions): Promise<ExitCode> {
  if (options.catalog === true) return showCatalog(io, options);
  if (options.events !== undefined || options.json === true) {
    return printProblem(io, {
      code: 'only-with-catalog',
      message: '--events and --json apply to the catalog.',
      hint: 'Add --catalog.',
    });
  }
  const folder = resolve(io.cwd, options.dir);
  const settings = options.config && resolve(io.cwd, options.config);
  const project = await checkProject(io, folder, settings);
  const findings = [
    ...(await checkMachine(io, project.program)),
    ...project.findings,
    ...(await checkSources(io, folder, options)),
  ];
  const style = createStyle(io.color);
  io.out(`${findings.map((finding) => render(finding, style)).join('\n')}\n`);
  return findings.some(({ required, state }) => required && state !== 'ok') ? 1 : 0;
}

/**
 * `parley doctor --catalog`: reports which operations are known, how well, and which of a log are
 * not.
 */
async function showCatalog(io: Io, { events, json }: DoctorOptions): Promise<ExitCode> {
  const report = await reportCatalog(io, events);
  if (!report.ok) return printProblem(io, report.error);
  if (json === true) io.out(`${jsonText(report.value, 2)}\n`);
  else io.out(terminalText(renderCatalog(report.value, createStyle(io.color)), io.color));
  return 0;
}

function render({ name, state, detail, advice }: DoctorFinding, style: TerminalStyle): string {
  const paint = { ok: style.green, missing: style.yellow, 'too old': style.red, wrong: style.red };
  const head = `${paint[state](state.padEnd(7))} ${name.padEnd(9)} ${detail}`.trimEnd();
  return state === 'ok' || advice === '' ? head : `${head}\n        ${style.dim(advice)}`;
}
