import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LogFields } from '../../../src/adapters/telemetry/log.ts';
import { silentLog } from '../../adapters/telemetry/silent-log.ts';
import { bearer, fakeQueues, post, secrets, type TestApi, testApis, tokens } from './api.ts';
import type { FlatApi } from './flat-api.ts';

const open = testApis();
let api: TestApi;

beforeEach(() => {
  api = open();
});

describe('an error', () => {
  it.each<[string, string, RequestInit, number, string]>([
    ['no such path', '/api/v2/stacks', {}, 404, 'not-found'],
    [
      'a path with an end too many',
      '/api/v1/stacks/',
      { headers: bearer('read') },
      404,
      'not-found',
    ],
    ['another method', '/healthz', { method: 'DELETE' }, 405, 'method'],
    ['an unknown method', '/api/v1/stacks', { method: 'PROPFIND' }, 405, 'method'],
    [
      'another media type',
      '/api/v1/events/trail',
      post('a=b', { ...bearer('events'), 'content-type': 'text/xml' }),
      415,
      'body-type',
    ],
    [
      'a packed body',
      '/api/v1/events/trail',
      post('x', { ...bearer('events'), 'content-encoding': 'gzip' }),
      415,
      'body-encoding',
    ],
    [
      'a large body',
      '/api/v1/intents/i-1/answers',
      post(`"${'x'.repeat(20_000)}"`, bearer('write')),
      413,
      'body-size',
    ],
    [
      'a body that nobody asked for',
      '/api/v1/stacks/tools/scans',
      post('x'.repeat(2000), { ...bearer('write'), 'content-length': '2000' }),
      413,
      'body-size',
    ],
    ['no JSON', '/api/v1/intents/i-1/answers', post('{', bearer('write')), 400, 'body-json'],
    [
      'no UTF-8',
      '/api/v1/intents/i-1/answers',
      { ...post('', bearer('write')), body: new Uint8Array([0x22, 0xff, 0x22]) },
      400,
      'body-json',
    ],
    [
      'deep JSON',
      '/api/v1/intents/i-1/answers',
      post('['.repeat(101), bearer('write')),
      400,
      'body-json',
    ],
    ['no token', '/api/v1/stacks', {}, 401, 'no-token'],
  ])('with %s is a problem document', async (_, path, init, status, code) => {
    const response = await api.call(path, init);

    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      type: `urn:parley:problem:${code}`,
      title: expect.any(String),
      status,
      code,
      instance: response.headers.get('x-request-id'),
    });
  });

  it('lists the methods that are allowed', async () => {
    const response = await api.call('/api/v1/stacks/tools/scans', { method: 'PUT' });

    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('of our own does not reveal its cause', async () => {
    const lines: (LogFields & { message: string })[] = [];
    const log = {
      ...silentLog,
      error: (message: string, fields: LogFields = {}) => lines.push({ message, ...fields }),
    };
    const runs = {
      ...api.store.runs,
      list: () => Promise.reject(new Error('connect postgres://u:hunter2@db:5432')),
    };
    const broken = open({ ...api.deps, log, store: { ...api.store, runs } });
    const response = await broken.call('/api/v1/scans', { headers: bearer('read') });
    const text = await response.text();

    expect(response.status).toBe(500);
    expect(text).not.toMatch(/postgres|hunter2|\bat /);
    expect(lines).toMatchObject([
      { message: 'request failed', id: JSON.parse(text).instance, route: '/api/v1/scans' },
    ]);
  });
});

describe('every answer', () => {
  it.each(['/healthz', '/api/v1/stacks', '/nowhere', '/metrics'])('to %s is safe', async (path) => {
    const { headers } = await api.call(path);

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('to regular polling is logged at debug level, unless it is refused', async () => {
    const lines: unknown[] = [];
    const add = (level: string) => (message: string, fields?: LogFields) =>
      lines.push([level, message, fields?.['route'], fields?.['status']]);
    const reported = open({
      ...api.deps,
      log: { ...silentLog, debug: add('debug'), info: add('info') },
    });

    await reported.call('/healthz');
    await reported.call('/metrics');
    await reported.call('/metrics', { headers: bearer('metrics') });

    expect(lines).toEqual([
      ['debug', 'request', '/healthz', 200],
      ['info', 'request', '/metrics', 401],
      ['debug', 'request', '/metrics', 200],
    ]);
  });

  it('is logged, without its content', async () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, info: (...line: unknown[]) => lines.push(line) };
    const reported = open({ ...api.deps, log });
    const secret = secrets['PUSH_SECRET'] ?? '';
    await reported.call(
      `/api/v1/events/trail?token=${secret}`,
      post({ secret: 'body' }, bearer('events')),
    );
    await reported.call('/api/v1/stacks/shop%2Fprod?x=y', { headers: bearer('read') });
    await reported.call('/%0a%1b[31mforged', { headers: { authorization: 'Bearer wrong' } });
    await reported.call('/healthz', { method: 'FORGED' });

    expect(lines).toMatchObject([
      [
        'request',
        { method: 'POST', route: '/api/v1/events/{source}', status: 400, caller: 'events' },
      ],
      ['request', { method: 'GET', route: '/api/v1/stacks/{stack}', status: 400, caller: 'read' }],
      ['request', { method: 'GET', route: '(none)', status: 404 }],
      ['request', { method: 'OTHER', route: '/healthz', status: 405 }],
    ]);
    const text = JSON.stringify(lines);
    for (const one of [
      secret,
      'body',
      'forged',
      'FORGED',
      'shop%2Fprod',
      ...Object.values(tokens),
    ]) {
      expect(text).not.toContain(one);
    }
  });

  it('is counted by its route', async () => {
    await api.call('/api/v1/stacks/tools', { headers: bearer('read') });
    await api.call('/api/v1/stacks/theirs', { headers: bearer('read') });
    const response = await api.call('/metrics', { headers: bearer('metrics') });
    const text = await response.text();

    expect(text).toContain('route="/api/v1/stacks/{stack}",method="GET",status="200"} 1');
    expect(text).toContain('route="/api/v1/stacks/{stack}",method="GET",status="404"} 1');
    expect(text).not.toContain('theirs');
  });
});

describe('readiness', () => {
  const never = () => new Promise<never>(() => undefined);

  const yes = async () => true;
  const usual = { isStopping: () => false, isReady: yes, stats: yes };
  type Parts = { isStopping(): boolean; isReady(): Promise<boolean>; stats(): Promise<unknown> };

  it.each<[string, Partial<Parts>, number, string[]]>([
    ['everything answers', {}, 200, []],
    ['the process stops', { isStopping: () => true }, 503, ['process']],
    ['the store says no', { isReady: async () => false }, 503, ['store']],
    ['the store breaks', { isReady: () => Promise.reject(new Error('x')) }, 503, ['store']],
    ['the store is silent', { isReady: never }, 503, ['store']],
    ['the queue is silent', { stats: never }, 503, ['queue']],
    [
      'all of it is away',
      { isStopping: () => true, isReady: never, stats: never },
      503,
      ['process', 'store', 'queue'],
    ],
  ])('when %s', async (_, parts, status, missing) => {
    const { isStopping, isReady, stats } = { ...usual, ...parts };
    const queue = (() => ({ stats })) as unknown as FlatApi['queues']['queue'];
    const asked = open({
      ...api.deps,
      isStopping,
      store: { ...api.store, isReady },
      queues: { queue },
      limits: { readyTime: 20 },
    });
    const response = await asked.call('/readyz');
    const body: { parts: { name: string; ready: boolean }[] } = await response.json();
    const away = body.parts.filter(({ ready }) => !ready).map(({ name }) => name);

    expect([response.status, away]).toEqual([status, missing]);
    expect((await asked.call('/healthz')).status).toBe(200);
  });
});

describe('the rate of calls', () => {
  let time: number;
  let limited: TestApi;

  beforeEach(() => {
    time = 0;
    const { settings } = api.deps;
    limited = open({
      ...api.deps,
      settings: { ...settings, server: { ...settings.server, rate: 3 } },
      elapsed: () => time,
    });
  });

  const from = async (remoteAddress: string, init: RequestInit = {}, path = '/openapi.json') =>
    limited.app.request(path, init, { incoming: { socket: { remoteAddress } } });
  const statuses = async (calls: readonly Promise<Response>[]) =>
    (await Promise.all(calls)).map(({ status }) => status);

  it('is limited, says when to retry, and recovers', async () => {
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push(await from('203.0.113.9'));
    const [first, , , last] = answers;

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(first?.headers.get('ratelimit')).toBe('"calls";r=2;t=60');
    expect(first?.headers.get('ratelimit-policy')).toBe('"calls";q=3;w=60');
    expect(last?.headers.get('retry-after')).toBe('20');
    expect(last?.headers.get('ratelimit')).toBe('"calls";r=0;t=20');
    time = 20_000;
    expect(await statuses([from('203.0.113.9'), from('203.0.113.9')])).toEqual([200, 429]);
  });

  it('is counted per token, wherever it is used', async () => {
    const read = { headers: bearer('read') };
    const path = '/api/v1/stacks';
    const used = await statuses(
      ['1', '2', '3', '4'].map((end) => from(`203.0.113.${end}`, read, path)),
    );
    const others = await statuses([
      from('203.0.113.1', { headers: bearer('other') }, path),
      from('203.0.113.1'),
    ]);

    expect([used, others]).toEqual([
      [200, 200, 200, 429],
      [200, 200],
    ]);
  });

  it('counts wrong tokens against the address, so that nobody can guess one', async () => {
    const guess = (token: string) =>
      from('203.0.113.9', { headers: { authorization: `Bearer ${token}` } }, '/api/v1/stacks');

    expect(await statuses(['a', 'b', 'c', 'd', 'e'].map(guess))).toEqual([401, 401, 401, 429, 429]);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', 429],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 200],
    ['2001:db8::1', '2001:0db8:0:0:5::9', 429],
    ['::ffff:203.0.113.9', '203.0.113.9', 429],
    ['::1', '::2', 429],
    ['203.0.113.9', '203.0.113.10', 200],
  ])('of %s is shared with %s: %s', async (one, other, status) => {
    await statuses([from(one), from(one), from(one)]);

    expect((await from(other)).status).toBe(status);
  });

  it('does not apply to the liveness check', async () => {
    const calls = Array.from({ length: 10 }, () => from('203.0.113.9', {}, '/healthz'));

    expect(new Set(await statuses(calls))).toEqual(new Set([200]));
  });
});

describe('jobs that were given up', () => {
  const letter = (id: string, tenant: string | undefined) => ({
    queue: 'notify' as const,
    id,
    job: tenant && { tenant, channel: 'ops', subject: { kind: 'run', id: 'r-1' } },
    attempts: 8,
    problem: { code: 'slack-away', message: 'Slack does not answer.', place: { file: '/secret' } },
    time: '2026-03-14T08:00:00.000Z',
  });
  let jobs: TestApi;

  beforeEach(() => {
    const { shop, other } = api;
    const queues = fakeQueues([
      letter('a', shop),
      letter('b', other),
      letter('c', undefined),
      letter('d', shop),
    ]);
    jobs = open({ ...api.deps, queues });
  });

  const admin = (init: RequestInit = {}) => ({ ...init, headers: bearer('admin') });
  const ids = async () => {
    const { items } = await (await jobs.call('/api/v1/jobs/dead', admin())).json();
    return items.map(({ id }: { id: string }) => id);
  };

  it('are listed for their own tenant', async () => {
    const text = await (await jobs.call('/api/v1/jobs/dead?queue=notify', admin())).text();

    expect(await ids()).toEqual(['a', 'd']);
    expect(text).not.toContain('/secret');
  });

  it('are retried and removed once, and only by their own tenant', async () => {
    const answers = [
      await jobs.call('/api/v1/jobs/notify/a/retry', admin({ method: 'POST' })),
      await jobs.call('/api/v1/jobs/notify/a/retry', admin({ method: 'POST' })),
      await jobs.call('/api/v1/jobs/notify/d', admin({ method: 'DELETE' })),
      await jobs.call('/api/v1/jobs/notify/b', admin({ method: 'DELETE' })),
      await jobs.call('/api/v1/jobs/notify/c/retry', admin({ method: 'POST' })),
      await jobs.call('/api/v1/jobs/reconcile/d', admin({ method: 'DELETE' })),
      await jobs.call('/api/v1/jobs/nothing/d', admin({ method: 'DELETE' })),
    ];

    expect(answers.map(({ status }) => status)).toEqual([202, 404, 204, 404, 404, 404, 400]);
    expect(await ids()).toEqual([]);
  });
});

describe('Slack', () => {
  it('is mounted only if it is set up', async () => {
    const slack = new Hono().post('/commands', (c) => c.text('onEvent'));
    const there = open({ ...api.deps, slack });
    const onEvent = await there.app.request('/api/v1/slack/commands', { method: 'POST' });
    const silent = await api.app.request('/api/v1/slack/commands', { method: 'POST' });

    expect([await onEvent.text(), silent.status]).toEqual(['onEvent', 404]);
    expect(onEvent.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
