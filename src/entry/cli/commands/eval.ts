import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createAdvisor } from '../../../app/run/advisor.ts';
import { readSettings } from '../../../app/run/own-settings.ts';
import { unobeyedInDecisions } from '../../../config/obeyed.ts';
import type { ConfigFile } from '../../../config/schema.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { renderEvaluation, summaryOfReader } from '../../../present/terminal/evaluation.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { type Measured, measureModel, measureRules } from '../../../stages/intent/eval/measure.ts';
import { type LabeledSession, SessionFile } from '../../../stages/intent/eval/session-file.ts';
import { readYamlFile } from '../../../text/yaml-file.ts';
import type { Cli } from '../program/command.ts';

interface EvalOptions {
  readonly dir: string;
  readonly config?: string;
  readonly sessions?: string;
  readonly llm?: boolean;
  readonly json?: boolean;
}

/**
 * `parley eval`: measures how well the rules, and the model of the settings, classify labeled
 * sessions.
 */
export function defineEval(command: Command, { io, finish }: Cli): void {
  command
    .option('--dir <root>', 'folder of the root module', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--sessions <file>', 'labeled sessions; default: the bundled ones')
    .option('--no-llm', 'measure the rules only')
    .option('--json', 'print JSON')
    .action(async (options: EvalOptions) => finish(await evaluate(io, options)));
}

async function evaluate(io: Io, options: EvalOptions): Promise<ExitCode> {
  const root = resolve(io.cwd, options.dir);
  const config = await readSettings(io, root, options.config, { unobeyed: unobeyedInDecisions });
  if (!config.ok) return printProblem(io, config.error);
  const sessions = await readSessionFile(io, options.sessions);
  if (!sessions.ok) return printProblem(io, sessions.error);
  const measured: Measured[] = [measureRules(sessions.value)];
  const advisor = await createAdvisor(io, root, config.value, {
    ...(options.llm === undefined ? {} : { llm: options.llm }),
    tried: false,
  });
  if (!advisor.ok) return printProblem(io, advisor.error);
  if (advisor.value !== undefined) {
    const { model, prompts } = advisor.value;
    io.err(`Asking ${model.name} about ${sessions.value.length} sessions\n`);
    measured.push(await measureModel(model, prompts.session, sessions.value));
  }
  print(io, options, measured, config.value);
  return 0;
}

async function readSessionFile(
  io: Io,
  file: string | undefined,
): Promise<Result<readonly LabeledSession[]>> {
  const path = file === undefined ? bundledSessions() : resolve(io.cwd, file);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return fail({
      code: 'no-sessions',
      message: 'The labeled sessions cannot be read.',
      place: { file: file ?? path },
      hint: sessionsHint,
    });
  }
  const parsed = readYamlFile(text, file ?? path, SessionFile, sessionsHint);
  return parsed.ok ? ok(parsed.value.sessions) : parsed;
}

const sessionsHint = 'Give a file with --sessions, in the form of fixtures/eval/sessions.yaml.';

function bundledSessions(): string {
  return createRequire(import.meta.url).resolve('#fixtures/eval/sessions.yaml');
}

function print(
  io: Io,
  options: EvalOptions,
  measured: readonly Measured[],
  config: ConfigFile,
): void {
  const price = config.model?.price;
  if (options.json) {
    const readers = measured.map((one) => ({ ...summaryOfReader(one, price), scores: one.scores }));
    io.out(`${jsonText({ readers }, 2)}\n`);
    return;
  }
  io.out(terminalText(renderEvaluation(measured, price, createStyle(io.color)), io.color));
}
