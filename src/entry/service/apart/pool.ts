import { type ChildOptions, type RunProcess, startChild, type TaskEnd } from './child.ts';
import type { Lend } from './lend.ts';
import type { ApartTask } from './messages.ts';

/** Processes that do tasks. Each is kept for a while for the next task. */
export interface Pool {
  /** `max` is in milliseconds and lowers the time of the bounds. */
  do(task: ApartTask, lend: Lend, signal: AbortSignal, max?: number): Promise<TaskEnd>;
  /** Ends all processes. */
  close(): void;
}

/**
 * Milliseconds that a process without a task is kept: starting one takes long, but each uses
 * memory.
 */
const rest = 5 * 60_000;

/**
 * Share of the memory limit. A process that uses more after a task would leave too little for the
 * next one.
 */
const maxKept = 0.5;

export function createPool(options: ChildOptions): Pool {
  const idle = new Map<RunProcess, NodeJS.Timeout>();
  const busy = new Set<RunProcess>();

  const take = (): RunProcess => {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.isFit()) return child;
    }
    return startChild(options);
  };
  const keep = (child: RunProcess): void => {
    const end = (): void => {
      idle.delete(child);
      child.end();
    };
    const timer = setTimeout(end, rest);
    timer.unref();
    idle.set(child, timer);
  };

  return {
    async do(task, lend, signal, max) {
      const child = take();
      busy.add(child);
      const end = await child.do(task, lend, signal, max);
      busy.delete(child);
      const roomy = options.bounds.memory * 1024 * 1024 * maxKept;
      if (end.kind === 'done' && end.memory <= roomy && child.isFit()) keep(child);
      else if (end.kind !== 'given-up') child.end();
      return end;
    },
    close() {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        child.end();
      }
      for (const child of busy) child.end();
      idle.clear();
    },
  };
}
