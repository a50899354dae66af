import type { Command } from 'commander';
import type { ExitCode, Io } from '../../../ports/io.ts';

/** What the commands run with. */
export interface Cli {
  readonly io: Io;
  /** Receives the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}

/**
 * Gives a command its arguments, its flags and its action; or its subcommands, with theirs. The
 * command already has its name, and one of the top level its description.
 */
export type DefineCommand = (command: Command, cli: Cli) => void;
