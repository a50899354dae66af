import type { ExitCode, Io } from '../../../ports/io.ts';

/** What the commands run with. */
export interface Cli {
  readonly io: Io;
  /** Receives the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}
