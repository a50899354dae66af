import { CommanderError } from 'commander';
import type { ExitCode, Io } from '../../ports/io.ts';
import { createProgram } from './program/create.ts';

/** Runs one command line, given without the program's name, and returns its exit code. */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const finish = (result: ExitCode): void => {
    code = result;
  };
  try {
    const program = await createProgram(args, { io, finish });
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    // Anything that gets here is a bug or broken I/O, and a bug report needs the stack trace.
    io.err(`parley: unexpected error: ${error instanceof Error ? error.stack : error}\n`);
    return 1;
  }
}
