import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckouts } from '../../../src/adapters/checkout/checkouts.ts';
import { createGit } from '../../../src/adapters/checkout/git.ts';
import { canPin } from '../../../src/adapters/checkout/pin.ts';
import { createPusher } from '../../../src/adapters/forge/remote/push.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { ok } from '../../../src/model/result.ts';
import { type GitServer, startGitServer, type TestRepository } from '../../app/git-server.ts';

/** A name that no DNS server resolves. */
const host = 'git.parley.invalid';
const path = process.env['PATH'] ?? '';

let server: GitServer;
let elsewhere: GitServer;
let shop: TestRepository;
let folder: string;
let tip: string;
let places = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-pin-'));
  elsewhere = await startGitServer();
  server = await startGitServer({
    intercept: ({ url = '' }, response) => {
      if (url.startsWith('/dumb/')) {
        const text = dumb(url);
        response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' });
        response.end(text);
        return true;
      }
      if (!url.startsWith('/moved')) return false;
      const port = new URL(server.url).port;
      const location = `http://metadata.parley.invalid:${port}${url.slice('/moved'.length)}`;
      response.writeHead(302, { location }).end();
      return true;
    },
  });
  shop = server.create('acme/shop');
  tip = shop.commit({ 'main.tf': '\n' });
});

afterAll(async () => {
  await server.close();
  await elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * A server of plain files (the dumb HTTP protocol) that refers to another server for its objects.
 */
function dumb(path: string): string | undefined {
  if (path.endsWith('/HEAD')) return 'ref: refs/heads/main\n';
  if (path.includes('/info/refs')) return `${'1'.repeat(40)}\trefs/heads/main\n`;
  return path.endsWith('/http-alternates') ? `${elsewhere.url}/acme/shop.git/objects\n` : undefined;
}

/** A resolver that gives these answers in turn, and records the names it was asked for. */
function names(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (name, _, callback) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    if (answer.length === 0) callback(Object.assign(new Error(name), { code: 'ENOTFOUND' }), '', 0);
    else
      callback(
        null,
        answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };
  return { asked, addressesOf: createAddressLookup({ allowsLoopback: true, lookup }) };
}

function url(name: string, at = '/acme/shop.git'): string {
  return `http://${name}:${new URL(server.url).port}${at}`;
}

async function open(
  repository: string,
  { addressesOf }: ReturnType<typeof names>,
  environment: Readonly<Record<string, string>> = {},
) {
  places += 1;
  const checkouts = createCheckouts({
    folder: join(folder, String(places)),
    environment: { PATH: path, ...environment },
    addressesOf,
    credentialFor: async () => ok(undefined),
  });
  const stack = Stack.parse({ name: 'shop', repository: 'https://a.example/b.git' });
  const opened = await checkouts.open({ ...stack, repository });
  await checkouts.close();
  return opened.ok ? opened.value.revision : opened.error.code;
}

describe('the host of a repository', () => {
  it('is called at the address that was checked, without another lookup by git', async () => {
    const found = names(['127.0.0.1']);
    expect(await open(url('Git.Parley.invalid'), found)).toBe(tip);
    expect(found.asked).toEqual([host]);
  });

  it('is called at the next address if the first does not answer', async () => {
    expect(await open(url(host), names(['::1', '127.0.0.1']))).toBe(tip);
  });

  it.each([
    ['a metadata service', ['169.254.169.254']],
    ['one in IPv6', ['fd00:ec2::254']],
    ['one in IPv6 as IPv4', ['::ffff:169.254.169.254']],
    ['a neighbor', ['fe80::1']],
    ['a good address and a bad one', ['127.0.0.1', '169.254.169.254']],
  ])('is not called if it resolves to %s', async (_, addresses) => {
    const before = server.requests.length;
    expect(await open(url(host), names(addresses))).toBe('repository-refused');
    expect(server.requests).toHaveLength(before);
  });

  it('is resolved and checked anew for each checkout', async () => {
    const found = names(['127.0.0.1'], ['169.254.169.254']);
    expect(await open(url(host), found)).toBe(tip);
    expect(await open(url(host), found)).toBe('repository-refused');
  });

  it('that does not resolve is reported as unreachable', async () => {
    expect(await open(url(host), names([]))).toBe('repository-unreachable');
  });

  it('cannot redirect git to another host', async () => {
    const found = names(['127.0.0.1']);
    expect(await open(url(host, '/moved/acme/shop.git'), found)).toBe('repository-unreachable');
    expect(found.asked).toEqual([host]);
  });

  it('cannot make git fetch objects from another host', async () => {
    const found = names(['127.0.0.1']);
    const repository = url(host, '/dumb/acme/shop.git');
    expect(await open(repository, found)).toBe('repository-unreachable');
    expect(server.requests.map(({ path }) => path)).toContain(
      '/dumb/acme/shop.git/objects/info/http-alternates',
    );
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    'http://git.parley.invalid./a.git',
    'http://git.p%61rley.invalid/a.git',
    'http://ⓖit.parley.invalid/a.git',
    'http://127.1/a.git',
    'http://0x7f000001/a.git',
    'http://git.parley.invalid?@169.254.169.254/a.git',
    'http://git.parley.invalid#@169.254.169.254/a.git',
    'http://[fe80::1]/a.git',
    'http://[::ffff:169.254.169.254]/a.git',
  ])('is refused if two parsers could read it differently: %s', async (repository) => {
    const found = names(['127.0.0.1']);
    expect(await open(repository, found)).toBe('repository-refused');
    expect(found.asked).toEqual([]);
  });
});

describe('a push', () => {
  const push = (found: ReturnType<typeof names>) => {
    const git = createGit({ PATH: path }, folder, found.addressesOf);
    const pusher = createPusher({ git, by: { name: 'Parley', email: 'parley@localhost' } });
    return pusher.branches({ gitDir: join(folder, '1'), url: url(host), base: tip });
  };

  it('goes to the address that was checked', async () => {
    shop.git('update-ref', 'refs/heads/parley/i-1', tip);
    expect(await push(names(['127.0.0.1']))).toEqual(ok(new Map([['parley/i-1', tip]])));
  });

  it('does not go to a metadata service', async () => {
    const refused = { ok: false, error: { code: 'remote-refused' } };
    expect(await push(names(['169.254.169.254']))).toMatchObject(refused);
  });
});

describe('behind a proxy', () => {
  let proxy: Server;
  let seen: string[];
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    // Only the proxy can resolve the name.
    proxy = createServer((asked, answer) => {
      const { pathname, search, port, hostname } = new URL(asked.url ?? '');
      seen.push(hostname);
      const { method, headers } = asked;
      const target = { host: '127.0.0.1', port, path: pathname + search, method, headers };
      const forwarded = request(target, (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      });
      asked.pipe(forwarded);
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    environment = { http_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  });

  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each([
    ['a name that only the proxy knows', [], 'opened'],
    ['a name of here', ['10.0.0.1'], 'opened'],
    ['a name of a metadata service', ['169.254.169.254'], 'repository-refused'],
  ])('%s', async (_, addresses, outcome) => {
    seen = [];
    const opened = await open(url(host), names(addresses), environment);
    expect(opened).toBe(outcome === 'opened' ? tip : outcome);
    expect(new Set(seen)).toEqual(new Set(outcome === 'opened' ? [host] : []));
  });

  it('does not let git resolve an unknown name that bypasses the proxy', async () => {
    seen = [];
    // Every machine resolves `localhost`, so git would reach it by itself.
    const around = { ...environment, no_proxy: 'localhost' };
    const before = server.requests.length;
    expect(await open(url('localhost'), names([]), around)).toBe('repository-unreachable');
    expect([seen.length, server.requests.length]).toEqual([0, before]);
  });
});

describe('a git too old to be pinned to an address', () => {
  it('is not started for a host name, but is for an address', async () => {
    const tools = join(folder, 'tools');
    await mkdir(tools);
    const old = `#!/bin/sh\nPATH='${path}'\n[ "$1" = version ] && echo 'git version 2.34.1' && exit\nexec git "$@"\n`;
    await writeFile(join(tools, 'git'), old);
    await chmod(join(tools, 'git'), 0o755);
    const environment = { PATH: `${tools}${delimiter}${path}` };
    const before = server.requests.length;

    expect(await open(url(host), names(['127.0.0.1']), environment)).toBe('git-too-old');

    expect(server.requests).toHaveLength(before);
    expect(await open(url('127.0.0.1'), names([]), environment)).toBe(tip);
  });

  it.each([
    ['git version 2.36.6', false],
    ['git version 2.37.0', true],
    ['git version 2.39.5 (Apple Git-154)', true],
    ['git version 2.47.1.windows.2', true],
    ['git version 3.0.0', true],
    ['git version 1.99.0', false],
    ['', false],
  ])('is recognized by its version: %j', (version, can) => {
    expect(canPin(version)).toBe(can);
  });
});
