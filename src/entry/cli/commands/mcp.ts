import { resolve } from 'node:path';
import { whoAnswers } from '../../../app/answer/ask/who.ts';
import { selectHistory } from '../../../app/history/history.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText } from '../../../present/terminal/safe.ts';
import { agentName } from '../../mcp/agent.ts';
import { type ProjectOptions, projectPlace } from '../../mcp/place/project.ts';
import type { ToolCall } from '../../mcp/server.ts';
import { serveStdio } from '../../mcp/stdio.ts';

export interface McpOptions extends ProjectOptions {
  readonly allowWrites?: boolean;
}

/** `parley mcp`: serves the tools for agents over standard input and output. */
export async function runMcp(io: Io, options: McpOptions): Promise<ExitCode> {
  const { allowWrites = false, ...place } = options;
  const history = await selectHistory(io, options);
  if (!history.ok) return printProblems(io, history.error);
  await serveStdio(io, {
    place: projectPlace(io, place, history.value),
    token: await whoAnswers(io, resolve(io.cwd, options.dir)),
    may: { read: true, write: allowWrites },
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
