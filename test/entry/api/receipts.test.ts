import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { databaseLog } from '../../../src/adapters/receipt/database-log.ts';
import { ok } from '../../../src/model/result.ts';
import { readBundle } from '../../../src/stages/receipt/bundle.ts';
import { textDigest } from '../../../src/stages/receipt/digest.ts';
import { receiptId } from '../../../src/stages/receipt/statement.ts';
import { verifyBundle } from '../../../src/stages/receipt/verify.ts';
import { decisionDraft, testKey, time } from '../../stages/receipt/logs.ts';
import { bearer, type TestApi, testApis } from './api.ts';

const open = testApis();
const { key, verifier } = testKey(1);

async function withReceipts(count: number): Promise<TestApi> {
  const { store } = open();
  const api = open({
    receipts: (tenant, work) =>
      work(
        databaseLog(store.receipts(tenant), {
          key: verifier,
          sign: async (messages) => ok(messages.map((message) => sign(null, message, key))),
        }),
      ),
  });
  const made = Array.from({ length: count }, (_, n) => decisionDraft(n));
  const texts = new Map(made.flatMap((one) => one.texts.map((text) => [textDigest(text), text])));
  const drafts = made.map(({ draft }) => draft);
  await api.deps.receipts(api.shop, (log) => log.append(drafts, texts, time));
  return api;
}

const id = receiptId(decisionDraft(1).draft);

describe('receipts over the API', () => {
  it('are listed in the order of the log, in pages', async () => {
    const api = await withReceipts(5);
    const get = async (query: string) =>
      (await api.call(`/api/v1/receipts${query}`, { headers: bearer('read') })).json();
    const first = await get('?limit=3');
    const rest = await get(`?limit=3&cursor=${first.next}`);

    expect(first.items.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
    expect(first.items[1]).toEqual({
      ...{ id, index: 1, kind: 'decision', name: 'decision i-1 d-1', time },
    });
    expect(rest).toEqual({ items: [expect.anything(), expect.anything()] });
    const wrong = await api.call('/api/v1/receipts?cursor=x', { headers: bearer('read') });
    expect(wrong.status).toBe(400);
  });

  it('are shown with statement and signature, to their own tenant only', async () => {
    const api = await withReceipts(2);
    const shown = await (
      await api.call(`/api/v1/receipts/${id}`, { headers: bearer('read') })
    ).json();

    expect(shown).toMatchObject({
      statement: { predicateType: 'urn:parley:receipt:decision:v1' },
      envelope: { signatures: [{ keyid: verifier.id }] },
    });
    expect((await api.call(`/api/v1/receipts/${id}`, { headers: bearer('other') })).status).toBe(
      404,
    );
    expect(
      (await api.call('/api/v1/receipts/x', { headers: bearer('read') })).status,
    ).toBeGreaterThan(399);
  });

  it('are exported with everything that verifies them, byte for byte', async () => {
    const api = await withReceipts(4);
    const text = await (
      await api.call(`/api/v1/receipts/${id}/bundle`, { headers: bearer('read') })
    ).text();
    const bundle = readBundle(text, 'bundle.json');
    const found = bundle.ok ? verifyBundle(bundle.value, [verifier]) : bundle;

    expect(found).toMatchObject({ ok: true, value: { receipts: [{ id }], missing: [] } });
  });

  it('come with a checkpoint of the log and public keys', async () => {
    const api = await withReceipts(2);
    const log = await (await api.call('/api/v1/receipt-log', { headers: bearer('read') })).json();
    const none = await (await api.call('/api/v1/receipt-log', { headers: bearer('other') })).json();

    expect(log).toEqual({
      size: 2,
      checkpoint: expect.stringContaining('\n2\n'),
      keys: [{ id: verifier.id, pem: verifier.pem, since: time }],
    });
    expect(none).toEqual({ size: 0, keys: [] });
  });
});
