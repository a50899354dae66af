import { sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseLog } from '../../../src/adapters/receipt/database-log.ts';
import { openResources } from '../../../src/app/resource/open.ts';
import type { ArtifactDigest } from '../../../src/model/artifact.ts';
import { fail, ok } from '../../../src/model/result.ts';
import type { Signer } from '../../../src/ports/receipt/signer.ts';
import { receiptStatement } from '../../../src/stages/receipt/verify.ts';
import { testKey } from '../../stages/receipt/logs.ts';
import { bearer, post, type TestApi, type TokenName, testApis } from './api.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-resources-'));
const open = testApis();
let api: TestApi;

beforeAll(() => {
  mkdirSync(join(folder, 'kinds', 'vm'), { recursive: true });
  const schema = '{ type: object, required: [size], properties: { size: { type: integer } } }';
  writeFileSync(
    join(folder, 'kinds', 'vm', 'kind.yaml'),
    `kind: VirtualMachine\nschema: ${schema}\n`,
  );
  writeFileSync(join(folder, 'kinds', 'vm', 'template.tf'), '');
  api = open({
    resources: (tenant) => openResources({ env: {}, cwd: folder, dir: folder }, tenant),
    receipts: (tenant, work) => work(databaseLog(api.store.receipts(tenant), signer)),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function attached(name: string, digest: ArtifactDigest) {
  const desk = await openResources({ env: {}, cwd: folder, dir: folder }, api.shop);
  if (!desk.ok) throw new Error(desk.error.message);
  const found = await desk.value.store.referrers(`${api.shop}/${name}`, digest);
  return found.ok ? found.value : [];
}

async function pushReceipts(name: string) {
  const log = databaseLog(api.store.receipts(api.shop), undefined);
  const statements = (await log.receipts()).map(receiptStatement);
  return statements.flatMap((one) =>
    one?.kind === 'push' && one.predicate.about['name'] === name ? [one.predicate] : [],
  );
}

interface Options {
  readonly key?: string;
  readonly token?: TokenName;
  readonly query?: string;
}

async function declare(body: object, { key, token = 'write', query = '' }: Options = {}) {
  const headers = key === undefined ? bearer(token) : { ...bearer(token), 'idempotency-key': key };
  const response = await api.call(`/api/v1/resources${query}`, post(body, headers));
  return { status: response.status, body: await response.json() };
}

function machine(name: string, size: number) {
  return { kind: 'VirtualMachine', name, spec: { size } };
}

let isSigning = true;
const { key, verifier } = testKey(1);
const signer: Signer = {
  key: verifier,
  sign: async (messages) =>
    isSigning
      ? ok(messages.map((message) => sign(null, message, key)))
      : fail({ code: 'signer-away', message: 'Nobody signs.' }),
};

describe('POST /api/v1/resources', () => {
  it('attaches a receipt to each version that says who pushed it', async () => {
    const first = await declare(machine('signed', 1));
    const receipts = await pushReceipts('signed');
    const again = await declare(machine('signed', 1));

    expect(again.status).toBe(200);
    expect(receipts).toMatchObject([
      {
        about: { tenant: api.shop, name: 'signed', digest: first.body.digest },
        by: 'api:write',
        change: 'created',
      },
    ]);
    expect(await attached('signed', first.body.digest)).toHaveLength(1);
    expect(await pushReceipts('signed')).toHaveLength(1);
  });

  it('makes the receipt later if nobody could sign at first', async () => {
    isSigning = false;
    const unsigned = await declare(machine('unsigned', 1));
    isSigning = true;
    const again = await declare(machine('unsigned', 1));
    const dry = await declare(machine('tried', 1), { query: '?dry_run=true' });

    expect(unsigned).toMatchObject({ status: 503, body: { code: 'signer-away' } });
    expect(again).toMatchObject({ status: 200, body: { change: 'unchanged' } });
    expect(await attached('unsigned', again.body.digest)).toHaveLength(1);
    expect(await pushReceipts('unsigned')).toMatchObject([{ change: 'unchanged' }]);
    expect(dry.status).toBe(200);
    expect(await pushReceipts('tried')).toEqual([]);
  });

  it('publishes a new version, and none if nothing changed', async () => {
    const first = await declare(machine('web', 1));
    const again = await declare(machine('web', 1));
    const second = await declare({ ...machine('web', 2), expect: first.body.digest });

    expect(first).toMatchObject({
      status: 201,
      body: { tenant: api.shop, change: 'created', number: 1 },
    });
    expect(again).toMatchObject({
      status: 200,
      body: { change: 'unchanged', digest: first.body.digest },
    });
    expect(second).toMatchObject({
      status: 201,
      body: { number: 2, parents: [first.body.digest] },
    });
  });

  it('says in a dry run what would happen', async () => {
    const dry = await declare(machine('dry', 1), { query: '?dry_run=true' });
    const real = await declare({ ...machine('dry', 1), expect: 'none' });

    expect(dry).toMatchObject({
      status: 200,
      body: { files: [{ path: 'apps/dry.tf', change: 'create' }] },
    });
    expect(real).toMatchObject({ status: 201, body: { digest: dry.body.digest } });
  });

  it('makes one version per idempotency key, even after later versions', async () => {
    const first = await declare(machine('key', 1), { key: 'k-1' });
    const other = await declare(machine('key', 2));
    const again = await declare(machine('key', 1), { key: 'k-1' });
    const reused = await declare(machine('key', 3), { key: 'k-1' });
    const now = await declare(machine('key', 2));

    expect(again.body).toMatchObject({ digest: first.body.digest, number: 1 });
    expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
    expect(now).toMatchObject({ status: 200, body: { digest: other.body.digest } });
  });

  it('names the current version in a conflict', async () => {
    const first = await declare(machine('conflict', 1));
    const refused = await declare({ ...machine('conflict', 2), expect: 'none' });

    expect(refused).toMatchObject({ status: 409, body: { code: 'resource-conflict' } });
    expect(refused.body.title).toContain(first.body.digest);
  });

  it.each([
    ['of no kind', { ...machine('bad', 1), kind: 'Nothing' }, 422, 'resource-kind'],
    [
      'whose spec does not fit',
      { ...machine('bad', 1), spec: { size: 'x' } },
      422,
      'resource-spec',
    ],
    ['whose name leads out', machine('../bad', 1), 422, 'resource-name'],
    ['with a tenant', { ...machine('bad', 1), tenant: 'x' }, 400, 'call-invalid'],
    ['with no digest to expect', { ...machine('bad', 1), expect: '1' }, 400, 'call-invalid'],
  ])('refuses a resource %s', async (_, body, status, code) => {
    expect(await declare(body)).toMatchObject({ status, body: { code } });
  });

  it('lists resources, shows the status of one, and removes it', async () => {
    const { body: first } = await declare(machine('listed', 1));
    const { body: second } = await declare(machine('listed', 2));
    const get = async (path: string) => {
      const response = await api.call(`/api/v1/resources${path}`, { headers: bearer('read') });
      return { status: response.status, body: await response.json() };
    };
    const remove = (query: string, token: TokenName = 'write') =>
      api.call(`/api/v1/resources/listed${query}`, { method: 'DELETE', headers: bearer(token) });
    const names = async (query: string) =>
      (await get(query)).body.items.map((one: { name: string }) => one.name);
    const [one, older] = [await get('/listed'), await get('/listed?version=1')];
    const refused = await remove(`?expect=${first.digest}`);
    const page = await get('?limit=1');

    expect(one.body).toMatchObject({
      kind: 'VirtualMachine',
      current: { number: 2, digest: second.digest, parents: [first.digest], removed: false },
      spec: { size: 2 },
      receipts: 1,
      code: [],
      live: [],
    });
    expect(older.body.spec).toEqual({ size: 1 });
    expect((await get('/nothing')).status).toBe(404);
    expect(page.body.items).toHaveLength(1);
    expect(page.body.next).toBeDefined();
    expect(refused.status).toBe(409);
    expect((await remove('', 'read')).status).toBe(403);
    expect((await remove('')).status).toBe(200);
    expect((await remove('')).status).toBe(404);
    expect(await names('?limit=200')).not.toContain('listed');
    expect(await names('?limit=200&all=true')).toContain('listed');
  });

  it('requires a token that may write, and keeps tenants apart', async () => {
    const theirs = await declare(machine('web', 9), { token: 'other' });

    expect((await declare(machine('web', 3), { token: 'read' })).status).toBe(403);
    expect(theirs).toMatchObject({ status: 201, body: { tenant: api.other, number: 1 } });
  });
});
