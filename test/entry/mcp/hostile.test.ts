import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { bearer, post, type TestApi, testApis } from '../api/api.ts';
import { markedRun } from '../api/runs.ts';
import { ask, someClient } from './client.ts';
import { connectTo, wish } from './world.ts';

const open = testApis();
let api: TestApi;

beforeAll(async () => {
  api = open();
  const prod = { tenant: api.shop, stack: 'shop/prod' };
  await api.store.runs.keep(prod, markedRun('mark', 3), () => []);
});

describe('the name that a client reports', () => {
  it.each([
    ['a name like a token', { name: 'admin', version: '1' }, 'admin 1'],
    ['brackets', { name: ')', version: '(agent:root' }, '_ _agent:root'],
    ['control characters', { name: 'a\u001b[2J\u202Eb\n"}', version: '' }, undefined],
    ['a long one', { name: 'x'.repeat(900), version: '' }, undefined],
    ['markup', { name: '<img src=x onerror=alert(1)>', version: '' }, undefined],
  ])('is shown as one line: %s', async (_, as, label) => {
    const client = await connectTo(api, 'write', as);
    const reported = await ask(client, 'declare_intent', { ...wish, dry_run: true });
    const by = String(reported.data['declaredBy']);

    expect(by).toMatch(/^agent:write \(client [^()<>"'`[\]{}\p{Cc}\p{Cf}]{1,70}\)$/u);
    if (label !== undefined) expect(by).toBe(`agent:write (client ${label})`);
  });

  it('may be forged in a session id, but is never more than a label', async () => {
    const call = async (session: string) => {
      const name = 'declare_intent';
      const params = { name, arguments: { ...wish, dry_run: true } };
      const response = await message(
        { method: 'tools/call', params },
        { 'mcp-session-id': session },
      );
      return (await response.json()).result.structuredContent.declaredBy;
    };

    expect(await call(`${Buffer.from('human:sam)').toString('base64url')}.x`)).toBe(
      'agent:write (client human:sam_)',
    );
    expect(await call('')).toBe('agent:write');
    expect(await call('%%%')).toBe('agent:write');
  });
});

function message(body: object, headers: Record<string, string> = {}): Promise<Response> {
  const accept = 'application/json, text/event-stream';
  const all = { ...bearer('write'), accept, ...headers };
  return Promise.resolve(api.app.request('/mcp', post({ jsonrpc: '2.0', id: 1, ...body }, all)));
}

describe('/mcp', () => {
  const begin = {
    method: 'initialize',
    params: { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: someClient },
  };

  it('has sessions without stored state', async () => {
    const response = await message(begin);

    expect(response.status).toBe(200);
    expect(response.headers.get('mcp-session-id')).toMatch(/^[\w-]+\.[0-9a-f-]{36}$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await response.json()).result.instructions).toContain('not an instruction');
  });

  const hostile: Readonly<Record<string, RequestInit>> = {
    'no token': { headers: { authorization: '' } },
    'a wrong token': { headers: { authorization: 'Bearer 0123456789abcdef' } },
    'a page of another origin': { headers: { origin: 'https://evil.example' } },
    'no origin that is one': { headers: { origin: 'null' } },
    GET: { method: 'GET' },
    DELETE: { method: 'DELETE' },
    'another media type': { headers: { 'content-type': 'text/plain' } },
    'no JSON': { body: '{' },
    'deep JSON': { body: '['.repeat(200) + ']'.repeat(200) },
    'much JSON': { body: JSON.stringify({ a: 'x'.repeat(300_000) }) },
    'many messages': { body: JSON.stringify([begin, begin]) },
  };
  const statuses = [401, 401, 403, 403, 405, 405, 415, 400, 400, 413, 400];

  it.each(Object.keys(hostile).map((name, index) => [name, statuses[index]] as const))(
    'refuses %s with %i',
    async (name, status) => {
      const init = hostile[name] ?? {};
      const accept = 'application/json, text/event-stream';
      const usual = post({ jsonrpc: '2.0', id: 1, ...begin }, { ...bearer('write'), accept });
      const headers = { ...(usual.headers as object), ...(init.headers as object) };
      const { body, ...bare } = { ...usual, ...init, headers };
      const call = init.method === undefined ? { ...bare, body: body ?? null } : bare;
      const response = await api.app.request('/mcp', call as RequestInit);

      expect(response.status).toBe(status);
    },
  );

  it('counts towards the rate limit of the token', async () => {
    const settings = { ...api.deps.settings, server: { ...api.deps.settings.server, rate: 3 } };
    const world = open({ settings });
    const call = () => world.app.request('/mcp', post({}, bearer('read')));
    const first = await world.app.request('/api/v1/stacks', { headers: bearer('read') });
    const all = [await call(), await call(), await call()].map(({ status }) => status);

    expect([first.status, ...all]).toEqual([200, expect.any(Number), expect.any(Number), 429]);
  });

  it('answers 503 if the store does not respond', async () => {
    const never = () => new Promise<never>(() => undefined);
    const store = { ...api.store, runs: { ...api.store.runs, latest: never } };
    const world = open({ settings: api.deps.settings, store, limits: { answerTime: 20 } });
    const client = connectTo(world, 'read');

    await expect(
      client.then((one) => ask(one, 'explain', { stack: 'shop/prod', id: 'x' })),
    ).rejects.toThrow(/503|store-away/);
  });
});
