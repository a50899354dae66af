import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseBase } from '../../../../src/adapters/forge/http/base.ts';
import { createForgeHttp } from '../../../../src/adapters/forge/http/client.ts';
import { createTokenCredential } from '../../../../src/adapters/forge/http/token.ts';
import type { ForgeHttpOptions, ForgeRequest } from '../../../../src/adapters/forge/http/types.ts';
import {
  type Answered,
  type Asked,
  startHttp,
  type TestServer,
} from '../../collect/servers/http.ts';
import { fakeClock } from '../servers/clock.ts';

const token = 'a-token-like-no-other';
const get: ForgeRequest = { method: 'GET', path: ['repos', 'acme', 'infra'] };
const post: ForgeRequest = { ...get, method: 'POST', body: { a: 1 } };
const Answer = z.object({ id: z.number() });

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** A client of a server that gives these answers in turn, repeating the last one. */
async function client(answers: readonly Answered[], more: Partial<ForgeHttpOptions> = {}) {
  const asked: Asked[] = [];
  server = await startHttp((request) => {
    asked.push(request);
    return answers[Math.min(asked.length, answers.length) - 1] ?? { status: 500, body: '' };
  });
  const clock = fakeClock();
  const http = createForgeHttp({
    name: 'The forge',
    base: new URL(`${server.url}/api`),
    headers: {},
    credential: createTokenCredential('authorization', 'Bearer ', token),
    clock,
    ...more,
  });
  return { http, asked, clock };
}

const fine: Answered = { status: 200, body: '{"id":1}' };

function limited(headers: Readonly<Record<string, string>>, status = 429): Answered {
  return { status, headers, body: '{"message":"slow down"}' };
}

describe('a request', () => {
  it('is authenticated, and stays below the base URL', async () => {
    const { http, asked } = await client([fine]);
    const path = ['a b', 'x/../y', '%2e%2e', 'ü'];

    expect(await http.json({ ...get, path, query: { q: 'a&b' } }, Answer)).toEqual({
      ok: true,
      value: { id: 1 },
    });
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(`${asked[0]?.url.pathname}${asked[0]?.url.search}`).toBe(
      '/api/a%20b/x%2F..%2Fy/%252e%252e/%C3%BC?q=a%26b',
    );
  });

  it.each([['..'], ['.'], ['']])('is not sent with the path segment %j', async (part) => {
    const { http, asked } = await client([fine]);

    await expect(http.done({ ...get, path: ['repos', part] })).rejects.toThrow('empty or made');
    expect(asked).toEqual([]);
  });
});

describe('retries', () => {
  const inFourSeconds = new Date(Date.UTC(2026, 2, 14, 12, 0, 4)).toUTCString();
  const resetInFive = String(Date.UTC(2026, 2, 14, 12, 0, 5) / 1000);

  it.each([
    ['seconds', limited({ 'retry-after': '3' }), 3000],
    ['a date', limited({ 'retry-after': inFourSeconds }), 4000],
    [
      'the end of the limit',
      limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resetInFive }, 403),
      5000,
    ],
    ['nothing', limited({}), 500],
  ])('wait for %s, even before a POST', async (_, answer, wait) => {
    for (const request of [get, post]) {
      const { http, clock, asked } = await client([answer, fine]);

      expect(await http.json(request, Answer)).toMatchObject({ ok: true });
      expect(clock.slept).toEqual([wait]);
      expect(asked).toHaveLength(2);
      await server?.stop();
    }
  });

  it('are not made if the wait exceeds the time that a call may take', async () => {
    const { http, clock } = await client([limited({ 'retry-after': '3600' })]);

    expect(await http.json(get, Answer)).toMatchObject({
      error: {
        code: 'forge-rate-limit',
        message: 'The forge accepts no more requests until 2026-03-14 13:00:00 UTC.',
      },
    });
    expect(clock.slept).toEqual([]);
  });

  it('follow server errors with growing pauses, but not after a POST', async () => {
    const broken: Answered = { status: 503, body: '<html>' };
    const first = await client([broken]);

    expect(await first.http.json(get, Answer)).toMatchObject({ error: { code: 'forge-failed' } });
    expect(first.clock.slept).toEqual([500, 1000, 2000]);
    await server?.stop();
    const second = await client([broken]);
    expect(await second.http.json(post, Answer)).toMatchObject({ error: { code: 'forge-failed' } });
    expect(second.asked).toHaveLength(1);
  });

  it('are not made of a request that was refused', async () => {
    const { http, asked } = await client([{ status: 403, body: '{"message":"No."}' }]);

    expect(await http.json(get, Answer)).toMatchObject({
      error: { code: 'forge-forbidden', message: 'The forge answered 403: No.' },
    });
    expect(asked).toHaveLength(1);
  });
});

describe('an answer', () => {
  it.each([
    ['is not JSON', '<html>hello</html>', 'it is not JSON'],
    ['has another form', '{"id":"one"}', 'id is not what the API documents'],
    ['is too large', `{"id":1,"x":"${'x'.repeat(16_000_001)}"}`, 'it is too large'],
  ])('that %s is reported', async (_, body, what) => {
    const { http } = await client([{ status: 200, body }]);

    expect(await http.json(get, Answer)).toMatchObject({
      error: {
        code: 'forge-answer',
        message: `The forge returned an unusable response: ${what}.`,
      },
    });
  });

  it('that redirects is not followed', async () => {
    const location = 'https://elsewhere.invalid/';
    const { http, asked } = await client([{ status: 301, headers: { location }, body: '' }]);

    expect(await http.json(get, Answer)).toMatchObject({ error: { code: 'forge-moved' } });
    expect(asked).toHaveLength(1);
  });

  it('is quoted without the token and control characters', async () => {
    const body = JSON.stringify({
      message: `Bad ${token}\u001b[2J`,
      errors: [{ message: 'password=hunter22' }, 'more'],
    });
    const { http } = await client([{ status: 422, body }]);

    const result = await http.json(get, Answer);
    expect(result).toMatchObject({ error: { code: 'forge-refused' } });
    const text = JSON.stringify(result);
    expect(text).not.toContain(token);
    expect(text).not.toContain('hunter22');
    expect(text).not.toContain('\\u001b[');
  });

  it('that never comes is reported', async () => {
    const clock = fakeClock();
    server = await startHttp(() => new Promise<Answered>(() => undefined));
    const http = createForgeHttp({
      name: 'The forge',
      base: new URL(server.url),
      headers: {},
      credential: createTokenCredential('authorization', 'Bearer ', token),
      clock,
      timeout: 20,
      attempts: 2,
    });

    expect(await http.json(get, Answer)).toMatchObject({ error: { code: 'forge-unreachable' } });
    expect(clock.slept).toEqual([500]);
  });
});

describe('a list', () => {
  const paging = { parameter: 'per_page', size: 2, max: 3 };
  const link = '<https://elsewhere.invalid/>; rel="next"';
  const page = (ids: readonly number[], headers = {}): Answered => ({
    status: 200,
    headers,
    body: JSON.stringify(ids.map((id) => ({ id }))),
  });

  it('is read page by page, always from the same host', async () => {
    const { http, asked } = await client([
      page([1, 2], { link }),
      page([3, 4], { link }),
      page([5]),
    ]);

    const list = await http.list(get, Answer, paging);
    expect(list).toMatchObject({ value: [1, 2, 3, 4, 5].map((id) => ({ id })) });
    expect(asked.map(({ url }) => url.search)).toEqual([
      '?per_page=2&page=1',
      '?per_page=2&page=2',
      '?per_page=2&page=3',
    ]);
  });

  it('that does not end is reported, unless only the newest items are wanted', async () => {
    const { http } = await client([page([1], { link })]);

    expect(await http.list(get, Answer, paging)).toMatchObject({ error: { code: 'forge-answer' } });
    const newest = await http.list(get, Answer, { ...paging, newestOnly: true });
    expect(newest).toMatchObject({ ok: true, value: [{ id: 1 }, { id: 1 }, { id: 1 }] });
  });
});

describe('the address of a forge', () => {
  it.each([
    ['https://api.github.com', true],
    ['http://127.0.0.1:3000/api/v1', true],
    ['http://git.example.com/api/v1', false],
    ['https://10.1.2.3/api', true],
    ['https://169.254.169.254', false],
    ['https://2852039166', false],
    ['https://[fd00:ec2::254]', false],
    ['https://[::ffff:169.254.169.254]', false],
    ['https://user:pass@git.example.com', false],
    ['https://git.example.com/?token=x', false],
    ['git.example.com', false],
    ['file:///etc/passwd', false],
  ])('%s may be used: %s', (text, isFine) => {
    const parsed = parseBase(text);

    expect(parsed.ok).toBe(isFine);
    expect(JSON.stringify(parsed)).not.toContain('pass@');
  });
});
