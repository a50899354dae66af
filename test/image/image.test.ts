import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeRecord, stackFiles } from '../app/harness/project.ts';
import { projectSettings } from '../app/harness/settings.ts';
import { pods } from '../deploy/files.ts';
import { eventually } from '../eventually.ts';
import { buildImage, canBuild, type Image, openImage } from './image.ts';
import { createStack, type Stack, type Started } from './stack.ts';

const token = 'api-token-6f1d2c7a9be04835';
const env = {
  POSTGRES_PASSWORD: 'postgres-password-91c0',
  REDIS_PASSWORD: 'redis-password-47ea',
  PARLEY_API_TOKEN: token,
};
const settings = JSON.stringify({
  version: 1,
  sources: [{ name: 'trail', kind: 'push', cloud: 'aws' }],
  forges: [{ name: 'here', kind: 'local' }],
  stacks: [{ name: 'shop', repository: '/srv/infra', forge: 'here', sources: ['trail'] }],
  server: {
    tokens: [
      { name: 'operator', scopes: ['read', 'write', 'events'], token: '${PARLEY_API_TOKEN}' },
    ],
  },
});

/** A repository owned by the user of the image. */
function createRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-infra-'));
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', [
      '-C',
      folder,
      '-c',
      'user.name=Ben',
      '-c',
      'user.email=b@x.test',
      ...args,
    ]);
  git('init', '-q', '-b', 'main');
  for (const [path, content] of Object.entries(stackFiles('.', 'shop', 3, projectSettings))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git('add', '--all');
  git('commit', '-q', '-m', 'code');
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(folder, path), 1000, 1000);
  }
  return folder;
}

describe.skipIf(!canBuild())('the image', () => {
  let image: Image;
  let repository: string;
  let stack: Stack | undefined;
  beforeAll(() => {
    // Fails if the image is larger than allowed.
    buildImage();
    image = openImage();
    repository = createRepository();
  });
  afterEach(async () => {
    await stack?.remove();
    stack = undefined;
  });
  afterAll(() => {
    rmSync(repository, { recursive: true, force: true });
    image.remove();
  });

  const call = async <Body>(server: Started, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`http://${server.host.addresses['outside']}:8080${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  const health = (): readonly string[] => image.config.Healthcheck.Test.slice(1);
  const change = async (server: Started, queue: number, timeout: number) => {
    const time = Date.now() - 600_000;
    const id = randomUUID();
    const record = changeRecord({ id, stack: 'shop', queue, timeout, time, user: 'ada' });
    const answer = await call(server, 'POST', '/api/v1/events/trail', { Records: [record] });
    expect(answer.status).toBe(202);
  };
  const branchWith = (timeout: number) =>
    eventually(() => {
      const names = execFileSync(
        'git',
        [
          '-c',
          'safe.directory=*',
          '-C',
          repository,
          'for-each-ref',
          '--format=%(refname)',
          'refs/heads/parley/',
        ],
        { encoding: 'utf8' },
      );
      const texts = names
        .split('\n')
        .filter(Boolean)
        .map((name) =>
          execFileSync(
            'git',
            ['-c', 'safe.directory=*', '-C', repository, 'show', `${name}:main.tf`],
            {
              encoding: 'utf8',
            },
          ),
        );
      expect(texts.join()).toContain(`visibility_timeout_seconds = ${timeout}`);
    });

  it('contains nothing that is only needed to build it', () => {
    const there = (path: string) => existsSync(join(image.folder, path));

    for (const path of [
      'app/src',
      'app/test',
      'app/node_modules/vitest',
      'root/.npmrc',
      'root/.npm',
    ])
      expect(there(path), path).toBe(false);
    for (const path of ['root/certificates.pem', 'usr/share/perl', 'usr/local/bin/npm'])
      expect(there(path), path).toBe(false);
    for (const path of ['app/dist/src/cli.js', 'usr/bin/git', 'usr/bin/tini'])
      expect(there(path), path).toBe(true);
    expect(image.config.User).toBe('1000:1000');
  });

  it('contains every module that the program loads', () => {
    const code = `
      const { readdirSync } = require('node:fs');
      const files = readdirSync('/app/dist', { recursive: true }).filter((name) => name.endsWith('.js') && !/(^|\\/)cli\\.js$/.test(name));
      (async () => {
        const lost = [];
        for (const name of files) await import('/app/dist/' + name).catch((error) => {
          if (/ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND/.test(error.code ?? '')) lost.push(name + ': ' + error.message);
        });
        console.log(JSON.stringify({ files: files.length, lost }));
        process.exit(0);
      })();`;
    const said = execFileSync('chroot', [image.folder, 'node', '-e', code], { encoding: 'utf8' });
    const { files, lost } = JSON.parse(
      said.split('\n').findLast((line) => line.startsWith('{')) ?? '',
    );

    expect(lost).toEqual([]);
    expect(files).toBeGreaterThan(100);
  });

  it('works as the services of docker-compose.yml', async () => {
    const mounts = [{ from: repository, to: '/srv/infra', isReadOnly: false }];
    stack = createStack({ image, env, settings, mounts });
    for (const name of ['postgres', 'redis'] as const) {
      const server = stack.data(name);
      await eventually(() => expect(server.isHealthy()).toBe(true));
    }
    const server = stack.up('serve');
    await eventually(() => expect(server.exec(health())).toMatchObject({ code: 0 }));
    const workers = [stack.up('worker'), stack.up('worker')];
    for (const worker of workers) {
      await eventually(() => expect(worker.exec(health())).toMatchObject({ code: 0 }));
    }
    expect(await call(server, 'GET', '/readyz')).toMatchObject({ status: 200 });

    await change(server, 0, 71);
    await branchWith(71);

    // The restrictions of the container.
    expect(server.exec(['touch', '/app/x']).said).toContain('Read-only file system');
    expect(server.exec(['cat', '/proc/self/status']).said).toMatch(/^CapBnd:\s+0+$/m);
    expect(server.exec(['cat', '/proc/self/status']).said).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(server.exec(['id', '--user']).said.trim()).toBe('1000');
    const all = [server, ...workers];
    expect(await Promise.all(all.map((one) => one.stop(45)))).toEqual([0, 0, 0]);
    const said = all.flatMap(({ lines }) => lines).join('\n');
    for (const secret of Object.values(env)) expect(said).not.toContain(secret);
  });

  it('works as the manifests of deploy/kubernetes start it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-settings-'));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'parley.yaml'), settings);
    const mounts = [
      { from: folder, to: '/etc/parley', isReadOnly: true },
      { from: repository, to: '/srv/infra', isReadOnly: false },
    ];
    stack = createStack({ image, env, settings, mounts });
    for (const name of ['postgres', 'redis'] as const) {
      const server = stack.data(name);
      await eventually(() => expect(server.isHealthy()).toBe(true));
    }
    const argsOf = (name: string): readonly string[] =>
      new Map(pods).get(name)?.pod.containers[0]?.args ?? [];
    const migration = stack.up('worker', argsOf('parley-migrate'));
    expect(await migration.ended, migration.lines.join('\n')).toBe(0);
    const server = stack.up('serve', argsOf('parley-server'));
    const worker = stack.up('worker', argsOf('parley-worker'));
    for (const { host } of [server, worker]) {
      await eventually(async () => {
        const answer = await fetch(`http://${host.addresses['outside']}:8080/readyz`);
        expect(answer.status).toBe(200);
      });
    }
    await change(server, 2, 73);
    await branchWith(73);

    expect(await Promise.all([server, worker].map((one) => one.stop(45)))).toEqual([0, 0]);
    rmSync(folder, { recursive: true });
  });

  it('works alone, too', async () => {
    const mounts = [{ from: repository, to: '/srv/infra', isReadOnly: false }];
    stack = createStack({ image, env, settings, mounts });
    const server = stack.up('embedded');
    await eventually(() => expect(server.exec(health())).toMatchObject({ code: 0 }));
    await change(server, 1, 72);
    await branchWith(72);

    expect(await server.stop(45)).toBe(0);
  });
});
