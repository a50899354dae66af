import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RedisServer {
  /** The path of its socket, which ioredis accepts as a URL. */
  readonly url: string;
  stop(): Promise<void>;
}

const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('redis');

/** True if this machine has Redis; throws if it does not but PARLEY_REQUIRE demands it. */
export function hasRedis(): boolean {
  const found = spawnSync('redis-server', ['--version']).status === 0;
  if (!found && required) throw new Error('PARLEY_REQUIRE names redis; redis-server is not here');
  return found;
}

/** Starts a Redis server on a socket of its own that keeps nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-redis-'));
  const url = join(folder, 'socket');
  const options = ['--port', '0', '--unixsocket', url, '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...options, '--dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  for await (const line of createInterface({ input: server.stdout })) {
    if (/ready to accept connections/i.test(line)) break;
  }
  server.stdout.resume();
  return {
    url,
    async stop() {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
