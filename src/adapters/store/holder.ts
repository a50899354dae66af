import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasErrorCode } from '../../model/system-error.ts';

/** A process that holds something exclusively, as it describes itself in a file. */
export interface Holder {
  readonly host: string;
  readonly pid: number;
  /** When the process started, since process ids are reused. */
  readonly started: string;
}

export function describeSelf(): Holder {
  return { host: hostname(), pid: process.pid, started: startOf(process.pid) };
}

/** Undefined for a text that does not name a process. */
export function parseHolder(text: string): Holder | undefined {
  try {
    const { host, pid, started } = JSON.parse(text) as Partial<Holder>;
    if (typeof host !== 'string' || typeof pid !== 'number') return undefined;
    return { host, pid, started: String(started) };
  } catch {
    return undefined;
  }
}

/**
 * True if the process no longer runs; false for a process on another machine, which cannot be
 * checked here.
 */
export function isGone({ host, pid, started }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasErrorCode(error, 'ESRCH');
  }
  return startOf(pid) !== started;
}

/** Start time in clock ticks; empty if the system does not report it. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // Only Linux has these files; elsewhere the id alone has to be enough.
    return '';
  }
}
