import { formatProblem, type Problem } from '../../model/result.ts';
import type { ExitCode, Io } from '../../ports/io.ts';
import { terminalText } from './safe.ts';

/** The problem on stderr, and the exit code that goes with it. */
export function printProblem(io: Io, problem: Problem): ExitCode {
  const frame = problem.frame === undefined ? '' : `${problem.frame}\n`;
  io.err(`parley: ${terminalText(`${formatProblem(problem)}\n${frame}`, false)}`);
  return 1;
}

/** Each of them on lines of its own. */
export function printProblems(io: Io, problems: readonly Problem[]): ExitCode {
  for (const problem of problems) printProblem(io, problem);
  return 1;
}
