import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseLog } from '../../../src/adapters/receipt/database-log.ts';
import type { AskedChange } from '../../../src/app/trial/would-change.ts';
import { fail } from '../../../src/model/result.ts';
import { receiptStatement } from '../../../src/stages/receipt/verify.ts';
import { signerOf } from '../../stages/receipt/logs.ts';
import { bearer, now, post, type TestApi, type TokenName, testApis } from './api.ts';
import { driftId, markedRun } from './runs.ts';

const open = testApis();
let api: TestApi;

beforeAll(async () => {
  api = open();
  await api.store.runs.keep(
    { tenant: api.shop, stack: 'shop/prod' },
    markedRun('mark', 2),
    () => [],
  );
});

const wish = {
  stack: 'shop/prod',
  by: 'arn:aws:iam::111122223333:role/load-test',
  class: 'agent',
  at: 'aws_sqs_queue.mark_0',
  field: 'delay_seconds',
  want: { equals: { of: ['mark', 2] } },
  because: 'Load test',
  until: '2026-03-14T18:00:00Z',
  ticket: 'OPS-71',
};

interface Options {
  readonly key?: string;
  readonly token?: TokenName;
  readonly query?: string;
}

function declare(body: object, { key, token = 'write', query = '' }: Options = {}) {
  const headers = key === undefined ? bearer(token) : { ...bearer(token), 'idempotency-key': key };
  return api.call(`/api/v1/intents${query}`, post(body, headers));
}

async function kept(world: TestApi = api, stack = 'shop/prod') {
  return world.store.project({ tenant: world.shop, stack }).declaredIntents();
}

describe('POST /api/v1/intents', () => {
  it('stores nothing in a dry run, and says which drifts the intent would cover', async () => {
    const response = await declare(wish, { query: '?dry_run=true' });
    const other = await declare({ ...wish, want: { equals: 1 } }, { query: '?dry_run=true' });

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      stack: 'shop/prod',
      declaredAt: now,
      concerns: [{ drift: driftId('mark'), field: 'delay_seconds', kept: true }],
    });
    expect((await other.json()).concerns).toMatchObject([{ kept: false }]);
    expect(await kept()).toEqual([]);
  });

  it('says in a dry run what would be decided and which files would change', async () => {
    const asked: AskedChange[] = [];
    const world = open({
      tryChange: async (_, change) => {
        asked.push(change);
        return fail({ code: 'not-managed', message: 'The state has no such resource.' });
      },
    });
    const call = async (body: object, query = '?dry_run=true') =>
      (await world.call(`/api/v1/intents${query}`, post(body, bearer('write')))).json();
    const refused = await call({ ...wish, want: { equals: 5 } });
    const preferred = await call({ ...wish, want: { min: 4, max: 8, prefer: 6 } });
    const kind = await call({ ...wish, want: { excludes: [1] } });
    const real = await call({ ...wish, want: { equals: 5 } }, '');

    expect(refused.would).toMatchObject({ decisions: [], files: [], problem: expect.any(String) });
    expect(asked).toMatchObject([
      {
        ...{ address: wish.at, path: ['delay_seconds'], value: 5, caller: { principal: wish.by } },
        declaration: { summary: 'Load test', ticket: 'OPS-71' },
      },
      { value: 6 },
    ]);
    expect([preferred.would === undefined, kind.would, real.would]).toEqual([
      false,
      undefined,
      undefined,
    ]);
  });

  it('waits in a dry run for what would be decided', async () => {
    const world = open({
      limits: { answerTime: 1, trialTime: 60_000 },
      tryChange: async () => {
        await sleep(50);
        return fail({ code: 'not-managed', message: 'The state has no such resource.' });
      },
    });
    const response = await world.call(
      '/api/v1/intents?dry_run=true',
      post({ ...wish, want: { equals: 5 } }, bearer('write')),
    );

    expect(response.status).toBe(200);
    expect((await response.json()).would).toMatchObject({ problem: expect.any(String) });
  });

  it('leaves a receipt of who declared what, and refuses what nobody can sign', async () => {
    const world = open({
      receipts: (tenant, work) => work(databaseLog(api.store.receipts(tenant), signerOf(1))),
    });
    const call = (body: object) => world.call('/api/v1/intents', post(body, bearer('write')));
    const { id } = await (await call(wish)).json();
    await call(wish);
    const log = databaseLog(world.store.receipts(world.shop), undefined);
    const [receipt] = (await log.receipts()).map(receiptStatement);
    const broken = open({ receipts: async () => fail({ code: 'away', message: 'Nobody signs.' }) });
    const refused = await broken.call('/api/v1/intents', post(wish, bearer('write')));

    expect(receipt).toMatchObject({
      kind: 'declaration',
      predicate: {
        about: { by: 'api:write', id, stack: 'shop/prod', declaration: { class: 'agent' } },
      },
    });
    expect(await log.receipts()).toHaveLength(1);
    expect(refused.status).toBe(503);
    expect(await kept(broken)).toEqual([]);
  });

  it('stores the intent that the dry run described', async () => {
    const tried = await (await declare(wish, { query: '?dry_run=true' })).json();
    const response = await declare(wish);

    expect(response.status).toBe(201);
    expect(await response.json()).toEqual(tried);
    expect(await kept()).toMatchObject([{ id: tried.id, body: { because: 'Load test' } }]);
  });

  it('makes one declaration per idempotency key, which no other call may reuse', async () => {
    let time = now;
    const world = open({ now: () => time });
    const headers = { ...bearer('write'), 'idempotency-key': 'once' };
    const call = (body: object) => world.call('/api/v1/intents', post(body, headers));
    const first = await (await call(wish)).json();
    time = '2026-03-14T10:00:00.000Z';
    const again = await (await call(wish)).json();
    const without = await world.call('/api/v1/intents', post(wish, bearer('write')));
    const other = await call({ ...wish, ticket: 'OPS-72' });

    expect(again).toEqual(first);
    expect((await without.json()).id).not.toBe(first.id);
    expect([other.status, (await other.json()).code]).toEqual([422, 'idempotency-key-reused']);
    expect(await kept(world)).toHaveLength(2);
  });

  it('requires a separate scope to say that somebody approved it', async () => {
    const approved = { ...wish, approved_by: 'sam@example.com' };
    const statuses = [
      (await declare(approved)).status,
      (await declare(approved, { query: '?dry_run=true' })).status,
      (await declare(approved, { token: 'approver' })).status,
    ];

    expect(statuses).toEqual([403, 403, 201]);
  });

  it.each<readonly [string, object, Options, number]>([
    ['a stack of another tenant', { ...wish, stack: 'theirs' }, {}, 404],
    ['no stack', { ...wish, stack: undefined }, {}, 400],
    ['no window that is one', { ...wish, from: '2026-03-15T00:00:00Z' }, {}, 400],
    ['a member too many', { ...wish, tenant: 'other' }, {}, 400],
    ['a query too many', wish, { query: '?dry_run=yes' }, 400],
    ['a key that is none', wish, { key: 'é' }, 400],
  ])('refuses %s', async (_, body, options, status) => {
    expect((await declare(body, options)).status).toBe(status);
  });
});

describe('the expected declaration of an intent', () => {
  it("is the principal and field's current declaration, which a conflict names", async () => {
    let second = 0;
    const world = open({
      now: () => {
        second += 1;
        return new Date(Date.parse(now) + second * 1000).toISOString();
      },
    });
    const declare = (body: object, { key = '', query = '' }: Options = {}) => {
      const headers = key === '' ? bearer('write') : { ...bearer('write'), 'idempotency-key': key };
      return world.call(`/api/v1/intents${query}`, post(body, headers));
    };
    const own = { ...wish, by: 'arn:aws:iam::111122223333:role/expecting' };
    const first = await declare({ ...own, expect: 'none' }, { key: 'expect-1' });
    const { id } = await first.json();
    const again = await declare({ ...own, expect: 'none' }, { key: 'expect-1' });
    const taken = await declare({ ...own, want: { equals: 3 }, expect: 'none' });
    const onTop = await declare({ ...own, want: { equals: 3 }, expect: id });
    const late = await declare({ ...own, want: { equals: 4 }, expect: id });
    const other = await declare({ ...own, field: 'kms_key_id', expect: 'none' });
    const trial = await declare({ ...own, expect: id }, { query: '?dry_run=true' });
    const refused = await taken.json();

    expect([first, again, onTop, other].map(({ status }) => status)).toEqual(Array(4).fill(201));
    expect((await again.json()).id).toBe(id);
    expect(taken.status).toBe(409);
    expect(refused).toMatchObject({ code: 'intent-conflict' });
    expect(refused.title).toContain(id);
    expect([late, trial].map(({ status }) => status)).toEqual([409, 409]);
    expect((await declare({ ...own, expect: '3' })).status).toBe(400);
  });
});
