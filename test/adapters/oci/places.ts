import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startConformantRegistry } from './conformant-registry.ts';

const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',');

/** True if this machine has the program; throws if it does not but PARLEY_REQUIRE demands it. */
export function hasTool(word: 'registry' | 'skopeo'): boolean {
  const program = word === 'registry' ? 'docker-registry' : 'skopeo';
  const found = spawnSync(program, ['--version']).status === 0;
  if (!found && required.includes(word)) {
    throw new Error(`PARLEY_REQUIRE names ${word}; ${program} is not here`);
  }
  return found;
}

/** A place for artifacts, as the tests use it. */
export interface ArtifactServer {
  readonly location: string;
  /** The arguments with which skopeo addresses a repository and tag. */
  readonly skopeo: (repository: string, tag: string) => readonly string[];
  stop(): Promise<void>;
}

export async function startFolder(): Promise<ArtifactServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-artifacts-'));
  return {
    location: folder,
    skopeo: (repository, tag) => [`oci:${join(folder, repository)}:${tag}`],
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Debian's registry with a folder of its own, on a free port. */
export async function startRegistry(): Promise<ArtifactServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-registry-'));
  const port = await freePort();
  const config = join(folder, 'config.yml');
  writeFileSync(
    config,
    `version: 0.1
log: { level: error, accesslog: { disabled: true } }
storage: { filesystem: { rootdirectory: ${join(folder, 'data')} }, delete: { enabled: true } }
http: { addr: "127.0.0.1:${port}" }
`,
  );
  const server = spawn('docker-registry', ['serve', config], { stdio: 'ignore' });
  const ended = once(server, 'close');
  const location = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${location}/v2/`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await sleep(20);
  return {
    location,
    skopeo: (repository, tag) => [
      '--tls-verify=false',
      `docker://127.0.0.1:${port}/${repository}:${tag}`,
    ],
    async stop() {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A registry that lists referrers, which Debian's does not. */
export async function startReferrersRegistry(): Promise<ArtifactServer> {
  const { port, stop } = await startConformantRegistry();
  return {
    location: `http://127.0.0.1:${port}`,
    skopeo: (repository, tag) => [
      '--tls-verify=false',
      `docker://127.0.0.1:${port}/${repository}:${tag}`,
    ],
    stop,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A server has no port.');
  return address.port;
}
