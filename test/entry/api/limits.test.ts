import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSharedLimits } from '../../../src/adapters/queue/shared-limits.ts';
import { createPeerTrust } from '../../../src/entry/api/http/origin.ts';
import { secrets, type TestApi, testApis } from './api.ts';

const open = testApis();
const max = 3;
let api: TestApi;

function limited(more: object = {}, given: object = {}): TestApi {
  const { settings } = open().deps;
  const server = { ...settings.server, rate: max, ...more };
  return open({ settings: { ...settings, server }, elapsed: () => 0, ...given });
}

beforeEach(() => {
  api = limited();
});

const body = JSON.stringify({ zen: 'Speak like a human.' });
const sign = (secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

interface From {
  readonly address?: string;
  readonly forwarded?: string;
}

const calling = (of: TestApi, path: string, init: RequestInit, { address, forwarded }: From) => {
  const headers = new Headers(init.headers);
  if (forwarded !== undefined) headers.set('x-forwarded-for', forwarded);
  const incoming = { socket: { remoteAddress: address ?? '203.0.113.9' } };
  return of.app.request(path, { ...init, headers }, { incoming });
};

const hook = (signature: string | undefined, from: From = {}, of = api) =>
  calling(
    of,
    '/api/v1/forges/github/webhooks',
    {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'ping',
        ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }),
      },
    },
    from,
  );

const genuine = () => sign(secrets['HOOK_SECRET'] ?? '');

async function statuses(calls: readonly (() => Response | Promise<Response>)[]) {
  const all: number[] = [];
  for (const call of calls) all.push((await call()).status);
  return all;
}

const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);

describe('limits of signed calls', () => {
  it('are not used up by strangers at the same address, whatever they send', async () => {
    expect(await statuses(times(5, () => hook(undefined)))).toEqual([401, 401, 401, 429, 429]);
    expect(await statuses(times(5, () => hook(sign('a guess of a secret'))))).toEqual(
      times(5, 429),
    );

    expect(await statuses(times(max + 1, () => hook(genuine())))).toEqual([200, 200, 200, 429]);
  });

  it('leave the limit of the address alone', async () => {
    await statuses(times(max, () => hook(genuine())));

    expect(await statuses(times(4, () => calling(api, '/openapi.json', {}, {})))).toEqual([
      200, 200, 200, 429,
    ]);
  });

  it('count a caller with a wrong signature against its address', async () => {
    await statuses(times(max, () => hook(sign('a guess of a secret'))));

    expect((await calling(api, '/openapi.json', {}, {})).status).toBe(429);
    expect((await calling(api, '/openapi.json', {}, { address: '203.0.113.8' })).status).toBe(200);
  });
});

describe('addresses behind proxies', () => {
  const proxies = { trusted_proxies: ['10.0.0.0/8', '192.0.2.1', '2001:db8:f::/48'] };

  it.each([
    ['the proxy says who called', '10.1.2.3', '203.0.113.1', '10.1.2.3', '203.0.113.2', 200],
    ['two proxies in a row', '10.1.2.3', '203.0.113.1, 192.0.2.1', '10.9.9.9', '203.0.113.1', 429],
    ['a proxy of IPv6', '2001:db8:f::1', '203.0.113.1', '10.1.2.3', '203.0.113.1', 429],
    ['one that writes ports', '10.1.2.3', '203.0.113.1:5', '10.1.2.3', '203.0.113.1:6', 429],
    ['a mapped address', '::ffff:10.1.2.3', '203.0.113.1', '10.1.2.3', '203.0.113.1', 429],
    [
      'what the caller wrote before',
      '10.1.2.3',
      '1.1.1.1, 203.0.113.1',
      '10.1.2.3',
      '2.2.2.2, 203.0.113.1',
      429,
    ],
    ['no proxy, whatever it writes', '203.0.113.7', '1.1.1.1', '203.0.113.7', '2.2.2.2', 429],
    ['a proxy that writes nonsense', '10.1.2.3', 'you know who', '10.1.2.3', 'nobody', 429],
    ['all of them proxies', '10.1.2.3', '10.0.0.1', '10.1.2.3', '10.0.0.2', 200],
  ])('%s', async (_, address, forwarded, otherAddress, otherForwarded, status) => {
    const behind = limited(proxies);
    const call = (from: From) => calling(behind, '/openapi.json', {}, from);
    await statuses(times(max, () => call({ address, forwarded })));

    const next = await call({ address: otherAddress, forwarded: otherForwarded });

    expect(next.status).toBe(status);
  });

  it.each([
    ['10.0.0.0/8', '10.9.8.7', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['::1', '::1', true],
    ['10.0.0.0/33', '10.0.0.0', false],
    ['proxy.example', '10.0.0.0', false],
    ['10.0.0.0/', '10.0.0.0', false],
  ])('%s names %s: %s', (proxy, remote, expected) => {
    expect(createPeerTrust([proxy])(remote)).toBe(expected);
  });
});

describe('limits of several processes', () => {
  it('are shared once the processes have synchronised', async () => {
    const { store } = api;
    const now = Date.UTC(2026, 2, 14);
    const processes = [0, 1].map(() => {
      const limits = createSharedLimits(store.rates, () => now);
      const served = limited({}, { limit: (rate: never) => limits.limit('calls test', rate) });
      return { limits, served };
    });
    const [one, other] = processes;
    if (one === undefined || other === undefined) throw new Error('There are two.');
    const ask = (of: TestApi) => () =>
      calling(of, '/openapi.json', {}, { address: '203.0.113.50' });
    const exchange = async () => {
      for (const { limits } of processes) await limits.exchange();
    };

    expect(await statuses([ask(one.served), ask(other.served)])).toEqual([200, 200]);
    await exchange();
    await exchange();
    expect(await statuses([ask(other.served), ask(other.served)])).toEqual([200, 429]);
    await exchange();
    await statuses([ask(one.served)]);
    await exchange();

    expect(await statuses([ask(one.served)])).toEqual([429]);
  });

  it('are local while the store is unavailable, and nothing is forgotten', async () => {
    const now = 1_000_000;
    let isAway = true;
    const reported: ReadonlyMap<string, number>[] = [];
    const limits = createSharedLimits(
      {
        async advance(groups) {
          if (isAway) throw new Error('away');
          reported.push(groups);
          return new Map([...groups].map(([key, by]) => [key, now + by]));
        },
      },
      () => now,
    );
    const limit = limits.limit('calls', { burst: 2, interval: 100 });
    limit.take('a');
    limit.take('a');

    await expect(limits.exchange()).rejects.toThrow('away');
    expect(limit.wait('a')).toBe(100);
    isAway = false;
    await limits.exchange();

    expect(reported).toEqual([new Map([['calls a', 200]])]);
    expect(limit.wait('a')).toBe(100);
  });
});

describe('an unavailable store', () => {
  const read = { headers: { authorization: `Bearer ${secrets['TOKEN_READ']}` } };
  const withRuns = (list: () => Promise<never>) => {
    const { store } = api;
    return open({ store: { ...store, runs: { ...store.runs, list } }, limits: { answerTime: 50 } });
  };

  it.each([
    ['refuses connections', Object.assign(new Error('no'), { code: 'ECONNREFUSED' })],
    ['has no socket', Object.assign(new Error('no'), { code: 'ENOENT', syscall: 'connect' })],
    ['shuts down', Object.assign(new Error('no'), { code: '57P01' })],
    ['went away', new Error('Connection terminated unexpectedly')],
    ['has many addresses', new AggregateError([Object.assign(new Error(), { code: 'ETIMEDOUT' })])],
  ])('leads to 503 and not 500 if it %s', async (_, error) => {
    const answer = await withRuns(() => Promise.reject(error)).call('/api/v1/scans', read);

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'store-away' });
  });

  it('leads to 503 if it does not answer', async () => {
    const answer = await withRuns(() => new Promise(() => undefined)).call('/api/v1/scans', read);

    expect(answer.status).toBe(503);
  });

  it('is not blamed for an error of our own', async () => {
    const wrong = Object.assign(new Error('no'), { code: 'ENOENT', syscall: 'open' });
    const answer = await withRuns(() => Promise.reject(wrong)).call('/api/v1/scans', read);

    expect(answer.status).toBe(500);
  });
});
