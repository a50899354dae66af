import { type ChildProcess, fork } from 'node:child_process';
import type { Problem, Result } from '../../../model/result.ts';
import type { Lend } from './lend.ts';
import { type Loss, type LossBounds, processLoss } from './loss.ts';
import type { ApartTask, RunMessage, RunOrder } from './messages.ts';

/** How a process is started. */
export interface ChildOptions {
  /** Path of the script. */
  readonly program: string;
  /** The complete environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly bounds: LossBounds;
  /** The account that it runs as; defaults to that of this process. */
  readonly account?: { readonly uid: number; readonly gid: number };
  /**
   * Milliseconds that a task has to end by itself once it is given up, so that Terraform releases
   * its locks first.
   */
  readonly grace: number;
}

/** How a task ended. `broken`: it threw, as it would have done in this process. */
export type TaskEnd =
  | { readonly kind: 'done'; readonly result: Result<unknown, Problem>; readonly memory: number }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'given-up' }
  | { readonly kind: 'lost'; readonly loss: Loss };

/** A process that does one task at a time. */
export interface RunProcess {
  /** False when it is gone, or must not be used again. */
  readonly isFit: () => boolean;
  /** `max` is in milliseconds and lowers the time of the bounds. */
  do(task: ApartTask, lend: Lend, signal: AbortSignal, max?: number): Promise<TaskEnd>;
  end(): void;
}

/** Characters at the end of the error output that are kept. */
const maxErrorOutput = 4096;

export function startChild({ program, env, bounds, grace, account }: ChildOptions): RunProcess {
  const bytes = bounds.memory * 1024 * 1024;
  const child = fork(program, [String(bytes)], {
    env: { ...env },
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    // The heap is most of the memory. The process itself watches the rest.
    execArgv: [
      `--max-old-space-size=${Math.ceil(bounds.memory * 0.8)}`,
      '--heap-growing-percent=60',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-maxErrorOutput);
  });
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    const settle = (): void => {
      isGone = true;
      resolve();
    };
    // A process that cannot be started has no exit. 'close' comes after all of its error output.
    child.on('error', settle);
    child.once('close', settle);
  });
  const kill = (): void => void child.kill('SIGKILL');
  child.unref();
  child.channel?.unref();
  let isSpent = false;

  const end = (): void => {
    isSpent = true;
    // The process ends itself and whatever it started. If it fails to, it is killed.
    if (child.connected) child.disconnect();
    setTimeout(kill, grace).unref();
  };

  return {
    isFit: () => !isGone && !isSpent && child.connected,
    end,
    async do(task, lend, signal, max = bounds.time) {
      const answered = answers(child, lend);
      const leash = keepLeash(child, { time: Math.min(max, bounds.time), grace, signal, kill });
      child.channel?.ref();
      send(child, { kind: 'task', task });
      const ended = Promise.race([answered.done, gone]).then((received): TaskEnd => {
        answered.stop();
        if (!isGone) child.channel?.unref();
        const isLate = leash.release();
        if (isLate) kill();
        if (isLate) return { kind: 'lost', loss: { kind: 'time' } };
        if (received !== undefined) return received;
        return { kind: 'lost', loss: processLoss(child.exitCode, child.signalCode, errorOutput) };
      });
      const givenUp = leash.givenUp.then((): TaskEnd => {
        isSpent = true;
        // Nobody waits for the task any more, so it may end in its own time, followed by its
        // process.
        void ended.then(end);
        return { kind: 'given-up' };
      });
      return Promise.race([ended, givenUp]);
    },
  };
}

type Ending = Extract<RunMessage, { kind: 'done' | 'broken' }>;

/** Answers the calls of the process until it reports the end of its task. */
function answers(
  child: ChildProcess,
  lend: Lend,
): { readonly done: Promise<Ending>; stop(): void } {
  let reportTo: (received: RunMessage) => void = () => undefined;
  const done = new Promise<Ending>((resolve) => {
    reportTo = (received) => {
      if (received.kind === 'call') void answer(child, lend, received);
      else resolve(received);
    };
  });
  child.on('message', reportTo);
  return { done, stop: () => void child.off('message', reportTo) };
}

async function answer(
  child: ChildProcess,
  lend: Lend,
  { number, method, args }: Extract<RunMessage, { kind: 'call' }>,
): Promise<void> {
  try {
    send(child, { kind: 'answer', number, value: await lend(method, args) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send(child, { kind: 'refusal', number, message });
  }
}

/** Delivery is not checked, since the end of the process is noticed anyway. */
function send(child: ChildProcess, order: RunOrder): void {
  if (child.connected) child.send(order, () => undefined);
}

interface Leash {
  /** Releases everything, and returns whether the time was exceeded. */
  release(): boolean;
  /** Fulfilled when nobody waits for the task any more. */
  readonly givenUp: Promise<void>;
}

/** Asks a task to end when its time is over or nobody waits for it, and then kills its process. */
function keepLeash(
  child: ChildProcess,
  {
    time,
    grace,
    signal,
    kill,
  }: {
    readonly time: number;
    readonly grace: number;
    readonly signal: AbortSignal;
    readonly kill: () => void;
  },
): Leash {
  let isLate = false;
  let force: NodeJS.Timeout | undefined;
  const end = (): void => {
    send(child, { kind: 'abort' });
    force ??= setTimeout(kill, grace);
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, time);
  let abort: () => void = () => undefined;
  const givenUp = new Promise<void>((resolve) => {
    abort = () => {
      end();
      resolve();
    };
  });
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    givenUp,
    release() {
      clearTimeout(timer);
      clearTimeout(force);
      signal.removeEventListener('abort', abort);
      return isLate;
    },
  };
}
