import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/*
 * Ends the process that it is a thread of: when that has more memory than it may have, and when the
 * service is gone. Neither waits for code that never gives its thread back.
 */
const pause = 200;
const { parent, max } = workerData as { readonly parent: number; readonly max: number };

setInterval(() => {
  if (process.ppid !== parent) end();
  if (process.memoryUsage.rss() > max) {
    writeSync(2, 'memory limit\n');
    end();
  }
}, pause);

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
