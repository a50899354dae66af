import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/*
 * Ends the process of this thread when it exceeds its memory limit, and when the service is gone. A
 * separate thread works even if the code never yields.
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
