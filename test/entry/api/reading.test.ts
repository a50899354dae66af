import { beforeAll, describe, expect, it } from 'vitest';
import { bearer, fakeQueues, post, type TestApi, testApis } from './api.ts';
import { driftId, intentId, markedProposal, markedRun } from './runs.ts';

const open = testApis();
let api: TestApi;
let first: string;
let latest: string;

beforeAll(async () => {
  api = open();
  const prod = { tenant: api.shop, stack: 'shop/prod' };
  const tools = { tenant: api.shop, stack: 'tools' };
  first = (await api.store.runs.keep(prod, markedRun('old', 1), () => [])).id;
  const run = markedRun('prod', 5, '2026-03-14T04:00:00.000Z');
  latest = (await api.store.runs.keep(prod, run, () => [])).id;
  await api.store.runs.keep(tools, markedRun('tools', 3, '2026-03-14T05:00:00.000Z'), () => []);
  for (const number of [1, 2, 3]) {
    await api.store.proposals.put(markedProposal(prod, 'prod', number));
  }
  await api.store.proposals.put({ ...markedProposal(tools, 'tools', 4), state: 'merged' });
});

async function get(path: string) {
  const response = await api.call(path, { headers: bearer('read') });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

/** All items of a list, and the number of pages they came in. */
async function readAll(path: string, limit: number) {
  const items: Record<string, string>[] = [];
  const join = path.includes('?') ? '&' : '?';
  for (let parts = 1, cursor = ''; ; parts += 1) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await get(`${path}${join}limit=${limit}${more}`);
    items.push(...page.items);
    if (page.next === undefined) return { items, parts };
    cursor = page.next;
  }
}

describe('stacks', () => {
  it('show their last scan, also under a name with a slash', async () => {
    expect(await get('/api/v1/stacks/shop%2Fprod')).toMatchObject({
      name: 'shop/prod',
      schedule: { every: '15m' },
      sources: ['grid', 'other-sub', 'signed-sub', 'sub', 'trail'],
      lastScan: { id: latest, drifts: 5 },
      openDrifts: {
        ...{ open: 6, since: '2026-03-14T03:00:00.000Z', fresh: 5, closed: 1 },
        questions: 6,
      },
      counts: {
        drifts: 5,
        intents: 5,
        unresolved: 1,
        outcomes: { accept: 3, reject: 2 },
        openProposals: 3,
        unknownOperations: 1,
        beside: 1,
      },
      beside: [{ on: 'aws_sqs_queue.prod_0', what: 'changed', by: ['prod'] }],
      unknownOperations: [{ cloud: 'aws', service: 'novel.amazonaws.com', count: 3 }],
    });
    expect(await get('/api/v1/stacks/tools')).toMatchObject({ sources: ['trail'] });
  });

  it('are not found by a name whose slash is not encoded', async () => {
    const response = await api.call('/api/v1/stacks/shop/prod', { headers: bearer('read') });

    expect(response.status).toBe(404);
  });

  it('show the scan that was last given up', async () => {
    const letter = (id: string, tenant: string, time: string) => ({
      queue: 'reconcile' as const,
      id,
      job: { tenant, stack: 'tools', cause: 'schedule' },
      attempts: 3,
      problem: { code: id, message: 'It was not possible.', place: { file: '/home/x' } },
      time,
    });
    const other = open({
      ...api.deps,
      queues: fakeQueues([
        letter('theirs', api.other, '2026-03-14T08:00:00.000Z'),
        letter('latest', api.shop, '2026-03-14T07:00:00.000Z'),
        letter('earlier', api.shop, '2026-03-14T06:00:00.000Z'),
      ]),
    });
    const response = await other.call('/api/v1/stacks/tools', { headers: bearer('read') });
    const text = await response.text();

    expect(JSON.parse(text)).toMatchObject({ lastProblem: { code: 'latest' } });
    expect(text).not.toContain('/home/x');
  });
});

describe.each([
  ['/api/v1/stacks', 2],
  ['/api/v1/scans', 3],
  ['/api/v1/scans?stack=shop/prod', 2],
  ['/api/v1/stacks/shop%2Fprod/scans', 2],
  ['/api/v1/drifts', 8],
  ['/api/v1/drifts?stack=tools', 3],
  ['/api/v1/reverted', 8],
  ['/api/v1/reverted?purpose=weakening', 3],
  ['/api/v1/reverted?stack=tools', 3],
  // The drifts of the first run are still open.
  ['/api/v1/open-drifts', 9],
  ['/api/v1/open-drifts?stack=tools', 3],
  ['/api/v1/stacks/shop%2Fprod/open-drifts', 6],
  ['/api/v1/open-questions', 9],
  ['/api/v1/open-questions?stack=tools', 3],
  ['/api/v1/stacks/shop%2Fprod/open-questions', 6],
  ['/api/v1/closed-drifts', 3],
  ['/api/v1/closed-drifts?stack=tools', 1],
  ['/api/v1/stacks/shop%2Fprod/closed-drifts', 2],
  ['/api/v1/decisions', 8],
  ['/api/v1/decisions?outcome=reject', 3],
  ['/api/v1/decision-records', 3],
  // The intent of the first run is still known.
  ['/api/v1/intents', 9],
  ['/api/v1/intents?stack=tools&outcome=accept', 2],
  ['/api/v1/intents?state=retired', 0],
  ['/api/v1/proposals', 4],
  ['/api/v1/proposals?state=merged', 1],
  ['/api/v1/proposals?stack=shop/prod&state=open', 3],
  ['/api/v1/ledger?stack=shop/prod&address=aws_sqs_queue.prod_1', 1],
])('the list %s', (path, count) => {
  it.each([1, 2, 3, 200])('is complete in pages of %s', async (limit) => {
    const { items, parts } = await readAll(path, limit);

    expect(items).toHaveLength(count);
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(count);
    expect(parts).toBe(Math.max(Math.ceil(count / limit), 1));
  });

  it.each([
    'x',
    '%00',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["a"').toString('base64url'),
  ])('refuses the cursor %s', async (cursor) => {
    const join = path.includes('?') ? '&' : '?';
    const response = await api.call(`${path}${join}cursor=${cursor}`, { headers: bearer('read') });

    expect(response.status).toBe(400);
  });
});

describe('an open drift', () => {
  it('has its current proposal, and the evidence for it', async () => {
    const { items } = await get('/api/v1/stacks/shop%2Fprod/open-drifts');

    expect(items.find(({ id }: { id: string }) => id === driftId('prod'))).toMatchObject({
      stack: 'shop/prod',
      state: 'new',
      firstSeen: '2026-03-14T04:00:00.000Z',
      lastConfirmed: { how: 'log' },
      verdicts: [{ outcome: 'accept', intent: intentId('prod') }],
      evidence: [{ event: 'event prod' }],
      proposal: { branch: 'parley/prod' },
    });
  });

  it('says why it was closed, and in which scan, once it is', async () => {
    const { items } = await get('/api/v1/closed-drifts?stack=tools');

    expect(items).toMatchObject([
      { stack: 'tools', reason: 'went-back', because: 'tools put it back.' },
    ]);
    expect(items[0].scan).toMatch(/^r-/);
  });

  it.each(['open-drifts', 'closed-drifts', 'open-questions'])(
    'of an unknown stack is not found: %s',
    async (what) => {
      for (const path of [`/api/v1/stacks/none/${what}`, `/api/v1/${what}?stack=none`]) {
        expect((await api.call(path, { headers: bearer('read') })).status).toBe(404);
      }
    },
  );
});

describe('a scan', () => {
  const path = () => `/api/v1/stacks/shop%2Fprod/scans/${latest}`;

  it('has its report', async () => {
    expect(await get(path())).toMatchObject({ id: latest, report: { policy: 'policy prod' } });
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await api.call(path(), { headers: bearer('read') })).headers.get('etag') ?? '';
    const ask = (value: string) =>
      api.call(path(), { headers: { ...bearer('read'), 'if-none-match': value } });

    expect((await ask(etag)).status).toBe(304);
    expect((await ask(`"x", W/${etag}`)).status).toBe(304);
    expect((await ask('"x"')).status).toBe(200);
  });

  it('is shown to no other tenant, whatever they know about it', async () => {
    const etag = `"${latest}"`;
    const headers = { ...bearer('other'), 'if-none-match': etag };

    expect((await api.call(path(), { headers })).status).toBe(404);
  });

  it.each(['r-000000000000', '%00', '..%2F..', 'x'.repeat(90)])(
    'is not found as %s',
    async (id) => {
      const response = await api.call(`/api/v1/stacks/shop%2Fprod/scans/${id}`, {
        headers: bearer('read'),
      });

      expect(response.status).toBe(404);
    },
  );

  it('is found only in its own stack', async () => {
    const response = await api.call(`/api/v1/stacks/tools/scans/${first}`, {
      headers: bearer('read'),
    });

    expect(response.status).toBe(404);
  });
});

describe('an intent', () => {
  const id = intentId('prod', 1);

  it('has its reasons, history, answers and proposals', async () => {
    const response = await api.call(
      `/api/v1/intents/${intentId('prod')}/answers`,
      post({ action: 'hold', until: '2026-03-15T09:00:00Z', note: 'later' }, bearer('write')),
    );
    expect(response.status).toBe(201);

    expect(await get(`/api/v1/intents/${intentId('prod')}`)).toMatchObject({
      stack: 'shop/prod',
      state: 'translated',
      decisions: [{ drift: driftId('prod'), explanation: ['explained for prod'] }],
      transitions: [{ from: 'ingested', to: 'translated', because: 'known prod' }],
      answers: [{ action: 'hold', by: 'api:write', note: 'later' }],
      proposals: [{ number: 1 }, { number: 2 }, { number: 3 }],
    });
  });

  it('is answered only once', async () => {
    const answer = () =>
      api.call(`/api/v1/intents/${id}/answers`, post({ action: 'accept' }, bearer('write')));
    const before = await api.jobs();
    const answers = [await answer(), await answer()];
    const jobs = (await api.jobs()).slice(before.length);

    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    expect(jobs).toMatchObject([
      { queue: 'reconcile', job: { tenant: api.shop, stack: 'shop/prod', cause: 'person' } },
    ]);
  });

  it.each([
    ['an unknown action', { action: 'destroy' }, 400],
    ['a time without hold', { action: 'accept', until: '2026-03-15T09:00:00Z' }, 400],
    ['bounds without delegate', { action: 'accept', bounds: { min: 1 } }, 400],
    ['bounds the wrong way round', { action: 'delegate', bounds: { min: 2, max: 1 } }, 400],
    ['a name', { action: 'accept', by: 'slack:U1' }, 400],
    ['a dismissal without a reason', { action: 'dismiss' }, 422],
    ['hold without a time', { action: 'hold' }, 422],
    ['hold until the past', { action: 'hold', until: '2026-03-13T09:00:00Z' }, 422],
    ['the digest of something else', { action: 'revert', digest: 'x' }, 409],
    ['a stack that does not have it', { action: 'accept', stack: 'tools' }, 404],
  ])('refuses an answer with %s', async (_, body, status) => {
    const response = await api.call(`/api/v1/intents/${id}/answers`, post(body, bearer('write')));

    expect(response.status).toBe(status);
  });

  it('may be an open question, which can only be dismissed and reopened', async () => {
    const { items } = await get('/api/v1/open-questions?stack=tools');
    const path = `/api/v1/intents/${items[0].id}/answers`;
    const ask = async (body: object) => (await api.call(path, post(body, bearer('write')))).status;

    expect(await ask({ action: 'accept' })).toBe(409);
    expect(await ask({ action: 'reopen' })).toBe(409);
    expect(await ask({ action: 'dismiss', note: 'It was a test.' })).toBe(201);
    expect(await ask({ action: 'reopen' })).toBe(201);
    expect(
      await api.call(path.replace('q-', 'q-0'), post({ action: 'hold' }, bearer('write'))),
    ).toMatchObject({ status: 404 });
  });

  it('is ambiguous by id alone if two stacks have it', async () => {
    const run = markedRun('prod', 1, '2026-03-14T03:30:00.000Z');
    await api.store.runs.keep({ tenant: api.shop, stack: 'tools' }, run, () => []);
    const path = `/api/v1/intents/${intentId('prod')}`;
    const response = await api.call(path, { headers: bearer('read') });

    expect(response.status).toBe(409);
    expect(await get(`${path}?stack=tools`)).toMatchObject({ stack: 'tools' });
  });
});

describe('declared intents', () => {
  const path = '/api/v1/stacks/shop%2Fprod/declared-intents';
  const declaration = {
    by: 'arn:aws:iam::111122223333:role/load-test',
    class: 'agent',
    at: 'module.web.aws_autoscaling_group.this',
    field: 'desired_capacity',
    want: { min: 4, max: 8 },
    because: 'Load test',
  };
  const declare = (body: unknown) => api.call(path, post(body, bearer('write')));

  it('are stored once, for their stack', async () => {
    const responses = [await declare(declaration), await declare(declaration)];
    const [one, two] = await Promise.all(responses.map((response) => response.json()));

    expect(one).toEqual(two);
    expect(one.declaration).toMatchObject({ purpose: 'change', from: '2026-03-14T09:00:00.000Z' });
    expect(await get(path)).toEqual({ items: [one] });
    expect(await get('/api/v1/stacks/tools/declared-intents')).toEqual({ items: [] });
  });

  it('require a separate scope to be approvals', async () => {
    const approved = {
      ...declaration,
      approved_by: 'sam@example.com',
      ticket: 'OPS-1',
      until: '2026-03-15T09:00:00Z',
    };
    const by = async (token: 'write' | 'approver') =>
      (await api.call(path, post(approved, bearer(token)))).status;

    expect([await by('write'), await by('approver')]).toEqual([403, 201]);
  });

  it.each([
    ['no field', { ...declaration, field: undefined }],
    ['no path', { ...declaration, field: '..' }],
    ['two wants', { ...declaration, want: { equals: 1, present: true } }],
    [
      'an end before its beginning',
      { ...declaration, from: '2026-03-14T09:00:00Z', until: '2026-03-14T08:00:00Z' },
    ],
    ['a key too many', { ...declaration, tenant: 'other' }],
    ['a list', []],
  ])('are refused with %s', async (_, body) => {
    expect((await declare(body)).status).toBe(400);
  });
});
