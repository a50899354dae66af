import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { doTask } from './do-task.ts';
import type { RunMessage, RunOrder } from './messages.ts';

/*
 * A process that does one task at a time for the service. It reads foreign code, and whatever that
 * code makes it do stays out of the service. Its first argument is its memory limit, in bytes.
 */
// As in `src/cli.ts`.
setFlagsFromString('--interrupt-budget=1000000');

/** A priority, as for `nice`. */
const behind = 5;

const waiting = new Map<number, (order: Extract<RunOrder, { number: number }>) => void>();
let last = 0;
let current: AbortController | undefined;

process.on('message', (order: RunOrder) => {
  if (order.kind === 'task') void start(order.task);
  else if (order.kind === 'abort') current?.abort();
  else waiting.get(order.number)?.(order);
});

// A signal for the service reaches its process group. The service itself decides when tasks end, so
// this process ignores it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

// Without a connection nobody reads the results.
process.on('disconnect', () => process.exit());

yieldToOthers();
watch();

async function start(task: Extract<RunOrder, { kind: 'task' }>['task']): Promise<void> {
  current = new AbortController();
  try {
    const result = await doTask(task, {
      call,
      env: process.env,
      now: () => new Date().toISOString(),
      elapsed: () => performance.now(),
      signal: current.signal,
    });
    sendMessage({ kind: 'done', result, memory: process.memoryUsage.rss() });
  } catch (error) {
    sendMessage({
      kind: 'broken',
      message: error instanceof Error ? error.message : String(error),
    });
  }
}

function call<T>(method: string, ...args: readonly unknown[]): Promise<T> {
  last += 1;
  const number = last;
  return new Promise<T>((resolve, reject) => {
    waiting.set(number, (order) => {
      waiting.delete(number);
      // The method of the same name in `lend.ts` returned the value.
      if (order.kind === 'answer') resolve(order.value as T);
      else reject(new Error(order.message));
    });
    sendMessage({ kind: 'call', number, method, args });
  });
}

function sendMessage(toSend: RunMessage): void {
  if (process.connected) process.send?.(toSend, () => undefined);
}

/**
 * Lowers the priority, because a run and whatever it starts may use an entire processor, and the
 * service must answer first.
 */
function yieldToOthers(): void {
  try {
    setPriority(behind);
  } catch {
    // Not permitted here.
  }
}

/** Watches from a separate thread, since a run may block this one. */
function watch(): void {
  try {
    // Where memory is short, the system kills this process instead of the service.
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Not Linux.
  }
  const watching = { parent: process.ppid, max: Number(process.argv[2]) };
  new Worker(new URL('./watch-program.js', import.meta.url), { workerData: watching }).unref();
}
