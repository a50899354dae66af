import { beforeAll, describe, expect, it } from 'vitest';
import { bearer, post, type TestApi, type TokenName, testApis, tokens } from './api.ts';
import { intentId, markedProposal, markedRun } from './runs.ts';

const open = testApis();
let api: TestApi;
let scan: string;

beforeAll(async () => {
  api = open();
  const stack = { tenant: api.shop, stack: 'shop/prod' };
  scan = (await api.store.runs.keep(stack, markedRun('mark'), () => [])).id;
  await api.store.proposals.put(markedProposal(stack, 'mark'));
});

type Route = readonly [
  route: string,
  scope: TokenName,
  /** Status of the same call with a token of another tenant that has every scope. */
  other: number,
  init?: RequestInit,
];

const declaration = {
  by: 'arn:aws:iam::111122223333:role/test',
  at: 'aws_sqs_queue.a',
  field: 'delay_seconds',
  want: { equals: 1 },
  because: 'a test',
};

/** Valid calls; `SCAN` stands for the id of an existing scan. */
const routes: readonly Route[] = [
  ['/api/v1/stacks', 'read', 200],
  ['/api/v1/stacks/shop%2Fprod', 'read', 404],
  ['/api/v1/stacks/shop%2Fprod', 'stacks', 404, { method: 'DELETE' }],
  ['/api/v1/stacks/shop%2Fprod', 'stacks', 422, { ...post({}), method: 'PUT' }],
  ['/api/v1/stacks/shop%2Fprod/scans', 'read', 404],
  ['/api/v1/stacks/shop%2Fprod/scans', 'write', 404, post('')],
  ['/api/v1/stacks/shop%2Fprod/scans/SCAN', 'read', 404],
  ['/api/v1/stacks/shop%2Fprod/declared-intents', 'read', 404],
  ['/api/v1/stacks/shop%2Fprod/declared-intents', 'write', 404, post(declaration)],
  ['/api/v1/intents', 'write', 404, post({ ...declaration, stack: 'shop/prod' })],
  ['/api/v1/scans', 'read', 200],
  ['/api/v1/scans?stack=shop/prod', 'read', 404],
  ['/api/v1/drifts', 'read', 200],
  ['/api/v1/open-drifts', 'read', 200],
  ['/api/v1/open-questions', 'read', 200],
  ['/api/v1/stacks/shop%2Fprod/open-questions', 'read', 404],
  ['/api/v1/stacks/shop%2Fprod/open-drifts', 'read', 404],
  ['/api/v1/closed-drifts', 'read', 200],
  ['/api/v1/stacks/shop%2Fprod/closed-drifts', 'read', 404],
  ['/api/v1/drifts?stack=shop/prod', 'read', 404],
  ['/api/v1/reverted', 'read', 200],
  ['/api/v1/reverted?stack=shop/prod', 'read', 404],
  ['/api/v1/decisions?stack=shop/prod', 'read', 404],
  ['/api/v1/decision-records', 'read', 200],
  ['/api/v1/decision-records?stack=shop/prod', 'read', 404],
  ['/api/v1/intents?stack=shop/prod', 'read', 404],
  [`/api/v1/intents/${intentId('mark')}`, 'read', 404],
  [`/api/v1/intents/${intentId('mark')}/answers`, 'write', 404, post({ action: 'accept' })],
  ['/api/v1/proposals', 'read', 200],
  ['/api/v1/proposals?stack=shop/prod', 'read', 404],
  ['/api/v1/resources', 'write', 404, post({ kind: 'queue', name: 'orders', spec: {} })],
  ['/api/v1/resources', 'read', 404],
  ['/api/v1/resources/orders', 'read', 404],
  ['/api/v1/resources/orders', 'write', 404, { method: 'DELETE' }],
  ['/api/v1/receipts', 'read', 404],
  [`/api/v1/receipts/${'a'.repeat(64)}`, 'read', 404],
  [`/api/v1/receipts/${'a'.repeat(64)}/bundle`, 'read', 404],
  ['/api/v1/receipt-log', 'read', 404],
  ['/api/v1/ledger?stack=shop/prod&address=aws_sqs_queue', 'read', 404],
  ['/api/v1/events/trail', 'events', 404, post([])],
  ['/api/v1/queues', 'admin', 200],
  ['/api/v1/jobs/dead', 'admin', 200],
  ['/api/v1/jobs/notify/x/retry', 'admin', 404, post('')],
  ['/api/v1/jobs/notify/x', 'admin', 404, { method: 'DELETE' }],
  ['/metrics', 'metrics', 200],
];

function as(init: RequestInit = {}, headers: Record<string, string> = {}): RequestInit {
  return { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } };
}

const calls = routes.map(([template, scope, other, init]) => ({ template, scope, other, init }));

describe.each(calls)('$template ($scope)', ({ template, scope, other, init }) => {
  const path = () => template.replace('SCAN', scan);

  it('is refused without a token', async () => {
    const response = await api.call(path(), init);

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="parley"');
  });

  it.each([
    ['another token', `Bearer ${tokens[scope]}x`],
    ['an empty token', 'Bearer '],
    ['another scheme', `Basic ${Buffer.from(`parley:${tokens[scope]}`).toString('base64')}`],
    ['the token alone', tokens[scope]],
  ])('is refused with %s', async (_, authorization) => {
    const response = await api.call(path(), as(init, { authorization }));

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'wrong-token' });
  });

  it('is refused with a token of any other scope', async () => {
    for (const name of Object.keys(tokens) as TokenName[]) {
      if (name === scope || name === 'other' || (name === 'approver' && scope === 'write'))
        continue;
      const response = await api.call(path(), as(init, bearer(name)));
      expect([name, response.status]).toEqual([name, 403]);
    }
  });

  it('shows nothing to another tenant', async () => {
    const response = await api.call(path(), as(init, bearer('other')));

    expect(response.status).toBe(other);
    expect(await response.text()).not.toMatch(/mark|shop\/prod/);
  });

  it('accepts a token only in a header', async () => {
    const [start, query] = path().split('?');
    const response = await api.call(
      `${start}?${query ? `${query}&` : ''}access_token=${tokens[scope]}`,
      init,
    );

    expect(response.status).toBe(401);
  });

  it('takes the tenant from the token alone', async () => {
    const [start, query] = path().split('?');
    const asked = `${start}?${query ? `${query}&` : ''}tenant=other`;
    const response = await api.call(asked, as(init, bearer(scope)));

    expect([400, 404]).toContain(response.status);
  });
});

describe('the table of routes', () => {
  it('has every route that requires a token', async () => {
    const document = await (await api.call('/openapi.json')).json();
    const asking = Object.entries<Record<string, { security: Record<string, string[]>[] }>>(
      document.paths,
    ).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.some((one) => 'token' in one))
        .map(([method]) => ({ method: method.toUpperCase(), path })),
    );
    const missing = asking.filter(({ method, path }) => {
      const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return !routes.some(
        ([route, , , init]) =>
          form.test(route.split('?')[0] ?? '') && (init?.method ?? 'GET') === method,
      );
    });

    // Signed calls are tested in incident-calls.test.ts.
    expect(missing).toEqual([{ method: 'POST', path: '/api/v1/incidents' }]);
  });
});

describe('tokens', () => {
  it('do not work if they are missing or too short', async () => {
    const warned: unknown[] = [];
    const other = open({
      resolve: (reference) => (reference.includes('READ') ? 'short' : undefined),
      log: { ...api.deps.log, warn: (_, fields) => warned.push(fields?.['caller']) },
    });
    const headers = { authorization: 'Bearer short' };
    const responses = [
      await other.call('/api/v1/stacks', { headers }),
      await other.call('/api/v1/stacks', { headers: { authorization: 'Bearer ' } }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
    expect(warned).toEqual(expect.arrayContaining(['read', 'write', 'other']));
  });
});
