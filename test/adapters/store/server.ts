import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Server {
  readonly url: string;
  /** Ends it at once, as in a crash. */
  kill(): void;
  /** Starts it again with the same data at the same URL. */
  restart(): void;
  stop(): void;
}

/** The folder of the newest PostgreSQL programs on this machine. */
function findPrograms(): string | undefined {
  const versions = [...list('/usr/lib/postgresql')].sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => list(folder).includes('initdb'));
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** True if this machine has PostgreSQL; throws if it does not but PARLEY_REQUIRE demands it. */
export function hasServer(): boolean {
  const found = findPrograms() !== undefined;
  if (!found && isRequired) {
    throw new Error('PARLEY_REQUIRE names postgres; its programs are not here');
  }
  return found;
}

const isRequired = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('postgres');

/**
 * Starts a PostgreSQL server on a socket of its own; undefined if this machine has none. `settings`
 * are further server settings, such as `autovacuum_naptime=1s`.
 */
export function startServer(settings: readonly string[] = []): Server | undefined {
  const programs = hasServer() ? findPrograms() : undefined;
  if (programs === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'parley-pg-'));
  const user = unprivileged(folder);
  const run = (program: string, ...args: readonly string[]): void => {
    execFileSync(join(programs, program), args, { stdio: 'ignore', cwd: folder, ...user });
  };
  const data = join(folder, 'data');
  run('initdb', '--pgdata', data, '--username=parley', '--auth=trust', '--no-sync');
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off${settings.map((setting) => ` -c ${setting}`).join('')}`;
  const start = (): void =>
    run(
      'pg_ctl',
      'start',
      '--pgdata',
      data,
      '--wait',
      '--silent',
      '--log',
      join(folder, 'log'),
      '-o',
      options,
    );
  start();
  return {
    url: `postgresql://parley@/postgres?host=${folder}`,
    kill() {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    restart: () => untilItStarts(start),
    stop() {
      run('pg_ctl', 'stop', '--pgdata', data, '--mode=immediate', '--silent');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Retries, because a killed server's shared memory is in use until its last process is gone. */
function untilItStarts(start: () => void): void {
  for (let attempts = 50; ; attempts -= 1) {
    try {
      start();
      return;
    } catch (error) {
      if (attempts === 0) throw error;
      execFileSync('sleep', ['0.1']);
    }
  }
}

/** PostgreSQL refuses to run as root, so the account that its package created is used instead. */
function unprivileged(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [id('-u'), id('-g')];
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o755);
  return { uid, gid };
}
