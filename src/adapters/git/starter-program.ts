import type { GitOrder, ProcessMessage } from './messages.ts';
import { runGit } from './run.ts';

const running = new Map<number, AbortController>();

process.on('message', (order: GitOrder) => {
  const { number } = order;
  if (order.kind === 'abort') running.get(number)?.abort();
  else void start(order);
});

// Signals for the service reach its entire process group. They are ignored here: commands are ended
// by the service, or when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

// Nobody reads the output of the commands any more.
process.on('disconnect', () => {
  for (const controller of running.values()) controller.abort();
  process.exit();
});

async function start({
  number,
  process: asked,
}: Extract<GitOrder, { kind: 'run' }>): Promise<void> {
  const controller = new AbortController();
  running.set(number, controller);
  try {
    sendMessage({ kind: 'done', number, answer: await runGit(asked, controller.signal) });
  } catch (error) {
    sendMessage({ kind: 'broken', number, message: String(error) });
  } finally {
    running.delete(number);
  }
}

function sendMessage(toSend: ProcessMessage): void {
  if (process.connected) process.send?.(toSend, () => undefined);
}
