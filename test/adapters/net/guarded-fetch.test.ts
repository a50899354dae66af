import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../../src/adapters/net/guarded-fetch.ts';

let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const [, to] = /^\/to\/(.+)/.exec(request.url ?? '') ?? [];
  if (to === undefined) response.end('hello');
  else response.writeHead(302, { location: decodeURIComponent(to) }).end();
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** A resolver that gives these addresses for every name. */
function names(...addresses: readonly string[]): LookupFunction {
  return (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
}

describe('a guarded fetch', () => {
  it('calls what the rule allows, by address and by name', async () => {
    const call = createGuardedFetch({ allowsLoopback: true, lookup: names('127.0.0.1') });

    expect(await (await call(`http://127.0.0.1:${port}/a`)).text()).toBe('hello');
    expect(await (await call(`http://llm.example:${port}/b`)).text()).toBe('hello');
  });

  it.each([
    ['where clouds hand out credentials', 'http://169.254.169.254/latest', true, []],
    ['the same as IPv6', 'http://[::ffff:169.254.169.254]/latest', true, []],
    ['a name that leads there', 'http://llm.example/v1', true, ['169.254.169.254']],
    [
      'a name of which one address leads there',
      'http://llm.example/v1',
      true,
      ['8.8.8.8', '169.254.169.254'],
    ],
    ['this machine, where that is not allowed', 'http://127.0.0.1:8099/', false, []],
    ['a name of this machine', 'http://llm.example/', false, ['127.0.0.1']],
  ])('does not call %s', async (_, url, allowsLoopback, found) => {
    const call = createGuardedFetch({ allowsLoopback, lookup: names(...found) });

    await expect(call(url, { signal: AbortSignal.timeout(5000) })).rejects.toMatchObject({
      cause: { code: 'PARLEY_REFUSED_ADDRESS' },
    });
  });

  it('does not follow a redirect to an address that is not allowed', async () => {
    asked = [];
    const call = createGuardedFetch({ allowsLoopback: true });
    const there = encodeURIComponent('http://169.254.169.254/latest/meta-data');

    await expect(call(`http://127.0.0.1:${port}/to/${there}`)).rejects.toMatchObject({
      cause: { code: 'PARLEY_REFUSED_ADDRESS' },
    });
    expect(asked).toHaveLength(1);
  });
});
