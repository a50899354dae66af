import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComposeService } from '../deploy/compose-file.ts';
import type { Host } from './network.ts';

/**
 * A data server of docker-compose.yml whose image is not available: run by this machine's program.
 */
export interface DataServer {
  /** True if the health check of docker-compose.yml passes. */
  isHealthy(): boolean;
  stop(): Promise<void>;
}

interface Start {
  readonly user: string;
  readonly folder: string;
  readonly line: readonly string[];
}

export function startRedisService(service: ComposeService, host: Host, folder: string): DataServer {
  const [line = [], user = ''] = [service.command, service.user];
  own(folder, user);
  return start(service, host, { user, folder, line });
}

/**
 * Does what the image does before its server runs: creates a database with a password, open to the
 * network.
 */
export function startPostgresService(
  service: ComposeService,
  host: Host,
  folder: string,
): DataServer {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(a) - Number(b));
  const programs = `/usr/lib/postgresql/${versions.at(-1)}/bin`;
  const { POSTGRES_USER: name = '', POSTGRES_PASSWORD: password = '' } = service.environment ?? {};
  own(folder, 'postgres');
  const data = join(folder, 'data');
  writeFileSync(join(folder, 'password'), password);
  const make = [`${programs}/initdb`, `--pgdata=${data}`, `--username=${name}`, '--no-sync'];
  const auth = ['--auth-host=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
  execFileSync('runuser', ['-u', 'postgres', '--', ...make, ...auth], { cwd: folder });
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n');
  const database = service.environment?.['POSTGRES_DB'] ?? '';
  const single = [`${programs}/postgres`, '--single', '-D', data, 'postgres'];
  execFileSync('runuser', ['-u', 'postgres', '--', ...single], {
    cwd: folder,
    input: `CREATE DATABASE ${database};\n`,
  });
  const options = ['-c', 'listen_addresses=*', '-c', `unix_socket_directories=${folder}`];
  const line = [`${programs}/postgres`, '-D', data, ...options];
  return start(service, host, { user: 'postgres', folder, line });
}

function own(folder: string, user: string): void {
  mkdirSync(folder, { mode: 0o700 });
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  chownSync(folder, id('-u'), id('-g'));
}

function start(
  { environment = {}, healthcheck }: ComposeService,
  host: Host,
  how: Start,
): DataServer {
  const { user, folder, line } = how;
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const inside = ['netns', 'exec', host.namespace, 'setpriv', '--reuid', user];
  const rights = ['--regid', user, '--init-groups', '--'];
  const options: SpawnOptions = { cwd: folder, env, stdio: 'ignore' };
  const child = spawn('ip', [...inside, ...rights, ...line], options);
  const ended = once(child, 'close');
  const [kind, test = ''] = healthcheck?.test ?? [];
  if (kind !== 'CMD-SHELL') throw new Error('The health check has another form.');
  return {
    isHealthy: () =>
      spawnSync('ip', [...inside, ...rights, 'sh', '-c', test], { ...options, timeout: 3000 })
        .status === 0,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
