import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { doTask } from './do-task.ts';
import type { RunMessage, RunOrder } from './messages.ts';

/*
 * A process that does one task at a time for the service: it reads code of others, and nothing that
 * this code makes it do reaches the service. Its first argument is the memory that it may have, in bytes.
 */
// As in `src/cli.ts`.
setFlagsFromString('--interrupt-budget=1000000');

/** As `nice` counts. */
const behind = 5;

const waiting = new Map<number, (order: Extract<RunOrder, { number: number }>) => void>();
let last = 0;
let current: AbortController | undefined;

process.on('message', (order: RunOrder) => {
  if (order.kind === 'task') void start(order.task);
  else if (order.kind === 'abort') current?.abort();
  else waiting.get(order.number)?.(order);
});

// A signal for the service reaches its group: what runs is ended by the service, or with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

// Nobody reads what it writes any more.
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
      // The method of the same name made it.
      if (order.kind === 'answer') resolve(order.value as T);
      else reject(new Error(order.message));
    });
    sendMessage({ kind: 'call', number, method, args });
  });
}

function sendMessage(toSend: RunMessage): void {
  if (process.connected) process.send?.(toSend, () => undefined);
}

/** The service answers first: a run may take all of a processor, and so may what it starts. */
function yieldToOthers(): void {
  try {
    setPriority(behind);
  } catch {
    // Not permitted here.
  }
}

/** From a thread of its own, since a run may leave this one no time. */
function watch(): void {
  try {
    // Where memory is short, this process goes and the service stays.
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // No Linux.
  }
  const watching = { parent: process.ppid, max: Number(process.argv[2]) };
  new Worker(new URL('./watch-program.js', import.meta.url), { workerData: watching }).unref();
}
