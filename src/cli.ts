#!/usr/bin/env node
import { CommanderError } from 'commander';
import type { ExitCode, Io } from './cli/io.ts';
import { createProgram } from './cli/program.ts';

const io: Io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date().toISOString(),
  elapsed: () => performance.now(),
  columns: process.stdout.columns ?? 140,
  color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
};

let code: ExitCode = 0;
try {
  const program = createProgram(io, (result) => {
    code = result;
  });
  for (const command of [program, ...program.commands]) command.exitOverride();
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    code = error.exitCode === 0 ? 0 : 1;
  } else {
    // Anything that gets here is a bug or broken I/O: the stack is what a report needs.
    io.err(`parley: unexpected error: ${error instanceof Error ? error.stack : error}\n`);
    code = 1;
  }
}
process.exitCode = code;
