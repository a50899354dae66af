import { formatProblem, type Problem } from '../model/result.ts';
import type { ExitCode, Io } from './io.ts';

/** The problem on stderr, and the exit code that goes with it. */
export function printProblem(io: Io, problem: Problem): ExitCode {
  io.err(`parley: ${formatProblem(problem)}\n`);
  return 1;
}
