import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { whoAnswers } from '../../../app/answer/ask/who.ts';
import { selectHistory } from '../../../app/history/history.ts';
import {
  type JudgingOptions,
  type LogOptions,
  type ProjectOptions,
  type ProofOptions,
  runOptions,
} from '../../../app/run/options.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText } from '../../../present/terminal/safe.ts';
import { agentName } from '../../mcp/agent.ts';
import type { ToolCall } from '../../mcp/server.ts';
import type { Cli } from '../program/command.ts';
import { stackHelp } from './flags.ts';

interface McpFlags extends ProjectOptions, LogOptions, JudgingOptions, ProofOptions {
  readonly stack?: string;
  readonly allowWrites?: boolean;
}

/** `parley mcp`: serves the tools for agents over standard input and output. */
export function defineMcp(command: Command, { io, finish }: Cli): void {
  command
    .option('--dir <root>', 'folder of the root module, or of the service', '.')
    .option('--stack <name>', stackHelp)
    .option('--state <location>', 'state that dry runs look at; default: as `parley scan` finds it')
    .option('--events <path...>', 'logs that proposals are made from; default: what was collected')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--policy <name>', 'policy; default: the one of the settings')
    .option('--var-file <file...>', 'variable files, as terraform takes them')
    .option('--workspace <name>', 'workspace of Terraform')
    .addOption(
      new Option('--verify <level>', 'how far proposals are proved')
        .choices(['evaluate', 'validate', 'plan'])
        .default('evaluate'),
    )
    .option('--allow-writes', 'also list the tools that declare, answer and propose')
    .action(async (flags: McpFlags) => finish(await serveTools(io, flags)));
}

async function serveTools(io: Io, flags: McpFlags): Promise<ExitCode> {
  const [{ projectPlace }, { serveStdio }] = await Promise.all([
    import('../../mcp/place/project.ts'),
    import('../../mcp/stdio.ts'),
  ]);
  const history = await selectHistory(io, flags);
  if (!history.ok) return printProblems(io, history.error);
  const run = runOptions(flags, { log: flags, judging: flags, proof: flags });
  await serveStdio(io, {
    place: projectPlace(io, run, history.value),
    token: await whoAnswers(io, resolve(io.cwd, flags.dir)),
    may: { read: true, write: flags.allowWrites === true },
    mayApprove: false,
    called: (call) => io.err(`${lineOf(io, call)}\n`),
  });
  return 0;
}

/** The log line for a call: which tool was called and by whom, but never its arguments. */
function lineOf(io: Io, { tool, agent, problem, error }: ToolCall): string {
  const reason = error instanceof Error ? error.name : undefined;
  return jsonText({ time: io.now(), tool, agent: agentName(agent), problem, reason });
}
