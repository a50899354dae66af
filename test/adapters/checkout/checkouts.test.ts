import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckouts } from '../../../src/adapters/checkout/checkouts.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { fail, ok } from '../../../src/model/result.ts';
import { type GitServer, startGitServer, type TestRepository } from '../../app/git-server.ts';
import { startGit } from '../git/starting.ts';

const password = 'very-secret-token';

let server: GitServer;
let elsewhere: GitServer;
let folder: string;
let repository: TestRepository;
let first: string;

const environment = { PATH: process.env['PATH'] ?? '' };
const addressesOf = createAddressLookup({ allowsLoopback: true });

function checkoutsAt(name: string, limits = {}, user = 'bot') {
  return createCheckouts({
    runGit: startGit,
    folder: join(folder, name),
    environment,
    addressesOf,
    credentialFor: async () => ok({ user, password }),
    limits,
  });
}

function stackOf(settings: object = {}): Stack {
  return { ...Stack.parse({ name: 'shop', repository: 'https://a.example/b/c.git' }), ...settings };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-checkouts-'));
  elsewhere = await startGitServer();
  server = await startGitServer({
    users: { bot: password },
    intercept: (request, response) => {
      if (request.url?.startsWith('/moved') !== true) return false;
      const location = `${elsewhere.url}${request.url.slice('/moved'.length)}`;
      response.writeHead(302, { location }).end();
      return true;
    },
  });
  repository = server.create('acme/shop');
  first = repository.commit({
    'envs/prod/main.tf': 'terraform {}\r\n',
    'modules/a/main.tf': '# a\n',
    '.gitattributes': '*.tf text eol=lf filter=run ident working-tree-encoding=UTF-16\n',
  });
});

afterAll(async () => {
  await server.close();
  await elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a checkout', () => {
  it('contains the exact bytes of the tip, and is removed when released', async () => {
    const checkouts = checkoutsAt('plain');
    const stack = stackOf({ repository: repository.url, root: 'envs/prod' });

    const opened = await checkouts.open(stack);

    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.revision).toBe(first);
    expect(await readFile(join(opened.value.root, 'main.tf'), 'utf8')).toBe('terraform {}\r\n');
    const beside = await readFile(join(opened.value.root, '../../modules/a/main.tf'), 'utf8');
    expect(beside).toBe('# a\n');
    await opened.value.release();
    await expect(readdir(opened.value.root)).rejects.toThrow();
    await checkouts.close();
  });

  it('follows the branch, and opens older commits of that branch only', async () => {
    const checkouts = checkoutsAt('branch');
    const own = server.create('acme/branches');
    const old = own.commit({ 'main.tf': 'old\n' });
    const aside = own.commit({ 'main.tf': 'aside\n' }, { branch: 'aside' });
    const stack = stackOf({ repository: own.url });
    const read = async (revision?: string) => {
      const opened = await checkouts.open(stack, revision === undefined ? {} : { revision });
      if (!opened.ok) return opened.error.code;
      return readFile(join(opened.value.root, 'main.tf'), 'utf8');
    };

    expect(await read()).toBe('old\n');
    const next = own.commit({ 'main.tf': 'new\n' });

    expect(await read()).toBe('new\n');
    expect(await read(old)).toBe('old\n');
    expect(await read(next)).toBe('new\n');
    expect(await read(aside)).toBe('no-such-revision');
    expect(await read('--output=x')).toBe('no-such-revision');
    const mirror = await checkouts.mirror(stack);
    expect(mirror).toMatchObject({ ok: true, value: { tip: next } });
    await checkouts.close();
  });

  it('is also made from a local repository', async () => {
    const checkouts = checkoutsAt('local');
    const opened = await checkouts.open(stackOf({ repository: repository.path }));
    expect(opened).toMatchObject({ ok: true, value: { revision: first } });
    await checkouts.close();
  });

  it('runs no code from the repository or from the user’s git settings', async () => {
    const hostile = server.create('acme/hostile');
    const mark = join(folder, 'mark');
    hostile.commit({
      '.gitattributes': '* filter=mark diff=mark\n',
      // Git would take this for a bare repository and use its config.
      'prod/HEAD': 'ref: refs/heads/main\n',
      'prod/config': `[core]\n\tbare = true\n\tfsmonitor = "touch ${mark}"\n[filter "mark"]\n\tsmudge = touch ${mark}\n`,
      'prod/objects/.keep': '',
      'prod/refs/.keep': '',
      'prod/main.tf': '\n',
    });
    const checkouts = createCheckouts({
      runGit: startGit,
      folder: join(folder, 'hostile'),
      environment: { ...environment, GIT_SSH_COMMAND: `touch ${mark}`, GIT_EXTERNAL_DIFF: mark },
      addressesOf,
      credentialFor: async () => ok({ user: 'bot', password }),
    });

    const opened = await checkouts.open(stackOf({ repository: hostile.url, root: 'prod' }));

    expect(opened.ok).toBe(true);
    await expect(readFile(mark)).rejects.toThrow();
    await checkouts.close();
  });
});

describe('a checkout is refused', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['a branch that is not there', { branch: 'nothing' }, 'no-such-branch'],
    ['a root that is not there', { root: 'envs/nothing' }, 'no-such-root'],
    ['a root that is a file', { root: 'modules/a/main.tf' }, 'no-such-root'],
    ['a root above', { root: '../..' }, 'root-outside'],
    ['an absolute root', { root: '/etc' }, 'root-outside'],
    ['a root like a flag', { root: '--help' }, 'root-outside'],
    ['a root with NUL', { root: 'a\0b' }, 'root-outside'],
    ['the folder of git', { root: '.git/objects' }, 'root-outside'],
    ['a branch like a flag', { branch: '--upload-pack=touch' }, 'branch-refused'],
    ['a branch with dots', { branch: 'a..b' }, 'branch-refused'],
    ['a branch that is a pattern', { branch: 'x*:refs/heads/main' }, 'branch-refused'],
    ['a branch with a revision', { branch: 'main@{1}' }, 'branch-refused'],
    ['a helper', { repository: 'ext::sh -c touch% x' }, 'repository-refused'],
    ['a file by URL', { repository: 'file:///etc' }, 'repository-refused'],
    ['ssh', { repository: 'ssh://-oProxyCommand=x/y' }, 'repository-refused'],
    ['a path like a flag', { repository: '--upload-pack=x' }, 'repository-refused'],
    ['a path upwards', { repository: '/srv/../etc' }, 'repository-refused'],
    ['a password', { repository: `https://me:${password}@a.example/b.git` }, 'repository-refused'],
    ['metadata', { repository: 'http://169.254.169.254/a.git' }, 'repository-refused'],
    ['metadata as a number', { repository: 'http://2852039166/a.git' }, 'repository-refused'],
    ['metadata in IPv6', { repository: 'http://[fd00:ec2::254]/a.git' }, 'repository-refused'],
    ['plain http with a token', { repository: 'http://a.example/b.git' }, 'repository-unencrypted'],
  ];

  it.each(cases)('for %s', async (_, settings, code) => {
    const checkouts = checkoutsAt('refused');
    const opened = await checkouts.open(stackOf({ repository: repository.url, ...settings }));
    expect(opened).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(opened)).not.toContain(password);
    await checkouts.close();
  });

  const links: readonly (readonly [string, string, string])[] = [
    ['out by a link', '/etc', 'root-outside'],
    ['up by a link', '../..', 'root-outside'],
    ['by a link to what git keeps', '../.git/objects', 'root-outside'],
    ['by a link to nothing', 'nothing', 'no-such-root'],
    ['within by a link', '../real', 'opened'],
  ];

  it.each(links)('by what its root links to: %s', async (name, target, code) => {
    const checkouts = checkoutsAt('links');
    const linked = server.create(`links/${name.replaceAll(' ', '-')}`);
    linked.commit({ 'real/main.tf': '\n' });
    linked.commit({ 'envs/prod': { link: target } });
    const opened = await checkouts.open(stackOf({ repository: linked.url, root: 'envs/prod' }));
    expect(opened.ok ? 'opened' : opened.error.code).toBe(code);
    await checkouts.close();
  });

  it('points links that lead outside, directly or through other links, at themselves', async () => {
    const checkouts = checkoutsAt('files');
    const linked = server.create('links/files');
    linked.commit({
      'main.tf': 'here\n',
      'terraform.tfstate': { link: '/etc/passwd' },
      'a.tf': { link: 'b.tf' },
      'b.tf': { link: '../../../../../../../../etc/passwd' },
      'c.tf': { link: 'main.tf' },
      'later.tf': { link: '/nothing/there/yet' },
    });
    const opened = await checkouts.open(stackOf({ repository: linked.url }));
    if (!opened.ok) throw new Error(opened.error.message);
    const { root } = opened.value;
    expect(await readFile(join(root, 'c.tf'), 'utf8')).toBe('here\n');
    for (const name of ['terraform.tfstate', 'a.tf', 'b.tf', 'later.tf']) {
      expect(await readlink(join(root, name))).toBe(name);
      await expect(readFile(join(root, name))).rejects.toThrow('ELOOP');
    }
    await checkouts.close();
  });
});

describe('the token', () => {
  it('is not shown when it is rejected', async () => {
    const checkouts = checkoutsAt('wrong', {}, 'nobody');
    const opened = await checkouts.open(stackOf({ repository: repository.url }));
    expect(opened).toMatchObject({ ok: false, error: { code: 'repository-unreachable' } });
    expect(JSON.stringify(opened)).toContain('it asks for credentials');
    expect(JSON.stringify(opened)).not.toContain(password);
    await checkouts.close();
  });

  it('is not sent to another host', async () => {
    elsewhere.create('acme/shop').commit({ 'main.tf': '\n' });
    const checkouts = checkoutsAt('redirected');
    const moved = `${server.url}/moved/acme/shop.git`;
    const opened = await checkouts.open(stackOf({ repository: moved }));
    expect(opened).toMatchObject({ ok: false, error: { code: 'repository-unreachable' } });
    expect(elsewhere.requests).toEqual([]);
    await checkouts.close();
  });

  it('is not written to any file', async () => {
    const checkouts = checkoutsAt('searched');
    await checkouts.open(stackOf({ repository: repository.url }));
    const encoded = Buffer.from(`bot:${password}`).toString('base64');
    for (const entry of await readdir(join(folder, 'searched'), {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!entry.isFile()) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
      expect(text.includes(password) || text.includes(encoded)).toBe(false);
    }
    await checkouts.close();
  });

  it('is reported as missing when it cannot be obtained', async () => {
    const checkouts = createCheckouts({
      runGit: startGit,
      folder: join(folder, 'none'),
      environment,
      addressesOf,
      credentialFor: async () => fail({ code: 'forge-token', message: 'None.', hint: 'Set it.' }),
    });
    const opened = await checkouts.open(stackOf({ repository: repository.url }));
    expect(opened).toMatchObject({ ok: false, error: { code: 'forge-token' } });
    await checkouts.close();
  });
});

describe('a repository over its limit', () => {
  const cases = [
    ['files', { files: 2 }],
    ['bytes', { bytes: 10 }],
  ] as const;

  it.each(cases)('of %s is refused', async (_, limits) => {
    const checkouts = checkoutsAt('limited', limits);
    const opened = await checkouts.open(stackOf({ repository: repository.url }));
    expect(opened).toMatchObject({ ok: false, error: { code: 'repository-too-large' } });
    await checkouts.close();
  });

  it('of time is refused, and leaves a copy that the next attempt can use', async () => {
    const asked: string[] = [];
    let isSlow = true;
    const slow = await startGitServer({
      intercept: ({ url = '' }) => {
        asked.push(url);
        return isSlow;
      },
    });
    slow.create('a/b').commit({ 'main.tf': '\n' });
    const stack = stackOf({ repository: `${slow.url}/a/b.git` });
    const checkouts = checkoutsAt('slow', { timeout: 500 });
    const late = await checkouts.open(stack);
    expect(late).toMatchObject({ ok: false, error: { code: 'repository-unreachable' } });
    isSlow = false;
    const controller = new AbortController();
    controller.abort();
    expect((await checkouts.open(stack, { signal: controller.signal })).ok).toBe(false);
    expect((await checkoutsAt('slow').open(stack)).ok).toBe(true);
    await checkouts.close();
    await slow.close();
  });
});
