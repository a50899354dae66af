import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './port.ts';

/** A Redis server that writes everything to disk, so that it survives being killed. */
export interface DurableRedis {
  readonly url: string;
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again with the same data and URL. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDurableRedis(): Promise<DurableRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-redis-'));
  const port = await freePort();
  let running = await start(folder, port);
  const kill = async (): Promise<void> => {
    const ended = once(running, 'close');
    running.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}/0`,
    kill,
    async restart() {
      running = await start(folder, port);
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(folder: string, port: number): Promise<ChildProcess> {
  const durable = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'];
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const server = spawn('redis-server', [...place, ...durable], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    if (/ready to accept connections/i.test(line)) break;
  }
  server.stdout.resume();
  return server;
}
