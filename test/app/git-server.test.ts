import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitServer, startGitServer, writeFiles } from './git-server.ts';

const run = promisify(execFile);

let server: GitServer;
let folder: string;

beforeAll(async () => {
  server = await startGitServer({ users: { bot: 'pass:word' } });
  folder = await mkdtemp(join(tmpdir(), 'parley-git-client-'));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('serves clones, takes pushes, and merges', async () => {
  const repository = server.create('acme/shop');
  repository.commit({ 'main.tf': 'a\n', 'envs/prod/main.tf': 'b\n' });
  const anonymous = run('git', ['ls-remote', repository.url], {
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '' },
  });
  await expect(anonymous).rejects.toThrow();
  const url = repository.url.replace('http://', 'http://bot:pass%3Aword@');
  const clone = join(folder, 'clone');
  await run('git', ['clone', '-q', url, clone]);
  expect(await readFile(join(clone, 'envs/prod/main.tf'), 'utf8')).toBe('b\n');

  writeFiles(clone, { 'main.tf': 'c\n' });
  const me = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
  await run('git', ['-C', clone, ...me, 'commit', '-qam', 'edit']);
  await run('git', ['-C', clone, 'push', '-q', 'origin', 'HEAD:refs/heads/change']);
  expect(repository.branches()).toEqual(['change', 'main']);
  expect(repository.read('main.tf')).toBe('a\n');
  repository.merge('change');
  expect(repository.read('main.tf')).toBe('c\n');
});
