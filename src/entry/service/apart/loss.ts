import type { Problem } from '../../../model/result.ts';

/** The limits for one task. */
export interface LossBounds {
  /** Milliseconds. */
  readonly time: number;
  /** Megabytes that its process may use. */
  readonly memory: number;
}

/** Why a process did not finish its task. */
export type Loss =
  | { readonly kind: 'time' }
  | { readonly kind: 'memory' }
  /** `how`: an exit code or the name of a signal. */
  | { readonly kind: 'crash'; readonly how: string };

/**
 * The reason is determined from how a process ended and from its last error output. That output is
 * shown to nobody, since foreign code may have written it.
 */
export function processLoss(code: number | null, signal: string | null, errorOutput: string): Loss {
  if (/^memory limit$|heap out of memory|heap limit/m.test(errorOutput)) return { kind: 'memory' };
  return { kind: 'crash', how: signal ?? (code === null ? 'no process' : `exit code ${code}`) };
}

/** Describes a loss. */
export function lossProblem(loss: Loss, { time, memory }: LossBounds): Problem {
  switch (loss.kind) {
    case 'time':
      return {
        code: 'run-timeout',
        message: `The run took longer than ${spanText(time)}, and was stopped.`,
        hint: 'Look for what makes this code large or slow; limits.run.time of the settings allows more.',
      };
    case 'memory':
      return {
        code: 'run-memory',
        message: `The run needed more than ${memory} MB of memory, and was stopped.`,
        hint: 'Look for what makes this code large; limits.run.memory of the settings allows more.',
      };
    case 'crash':
      return {
        code: 'run-crashed',
        message: `The process of the run ended before the run did (${loss.how}).`,
        hint:
          loss.how === 'SIGKILL'
            ? 'Check whether the machine has the memory of limits.run.memory for each run that goes on at a time.'
            : 'This may be a fault of Parley: keep the code that it was looking at for a report.',
      };
  }
}

function spanText(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} seconds`;
  return Number.isInteger(minutes) && minutes > 1
    ? `${minutes} minutes`
    : `${Math.round(minutes * 60)} seconds`;
}
