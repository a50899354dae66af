import { formatProblem, type Problem } from '../../model/result.ts';
import type { ExitCode, Io } from '../../ports/io.ts';
import { terminalText } from './safe.ts';

/** Prints the problem on stderr, and returns its exit code. */
export function printProblem(io: Io, problem: Problem): ExitCode {
  const frame = problem.frame === undefined ? '' : `${problem.frame}\n`;
  io.err(`parley: ${terminalText(`${formatProblem(problem)}\n${frame}`, false)}`);
  return 1;
}

/** Prints each problem on its own lines. */
export function printProblems(io: Io, problems: readonly Problem[]): ExitCode {
  for (const problem of problems) printProblem(io, problem);
  return 1;
}
