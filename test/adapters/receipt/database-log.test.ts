import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseLog } from '../../../src/adapters/receipt/database-log.ts';
import { rotateDatabaseKey } from '../../../src/adapters/receipt/rotate.ts';
import { fail } from '../../../src/model/result.ts';
import type { ReceiptLog } from '../../../src/ports/receipt/receipt-log.ts';
import { textDigest } from '../../../src/stages/receipt/digest.ts';
import { verifyHistory } from '../../../src/stages/receipt/history.ts';
import { trustedKeys } from '../../../src/stages/receipt/keys.ts';
import { receiptId } from '../../../src/stages/receipt/statement.ts';
import { verifyBundle } from '../../../src/stages/receipt/verify.ts';
import { decisionDraft, signerOf, testKey, time } from '../../stages/receipt/logs.ts';
import { openTestServiceStore } from '../store/service-store.ts';

const signer = signerOf(1);
const verifier = signer.key;

let opened: Awaited<ReturnType<typeof openTestServiceStore>>;
let tenant = '';
let log: ReceiptLog;
let logs = 0;

beforeAll(async () => {
  opened = await openTestServiceStore();
});
afterAll(() => opened.stop());
beforeEach(() => {
  logs += 1;
  tenant = `tenant-${logs}`;
  log = databaseLog(opened.store.receipts(tenant), signer);
});

function append(...numbers: readonly number[]) {
  return appendAt(time, ...numbers);
}

function appendAt(at: string, ...numbers: readonly number[]) {
  const made = numbers.map(decisionDraft);
  const texts = new Map(made.flatMap((one) => one.texts.map((text) => [textDigest(text), text])));
  const drafts = made.map(({ draft }) => draft);
  return log.append(drafts, texts, at);
}

const idOf = (n: number) => receiptId(decisionDraft(n).draft);

async function verified(by = verifier): Promise<string | number> {
  const bundle = await log.bundle(await log.receipts());
  if (!bundle.ok) return bundle.error.code;
  const found = verifyBundle(bundle.value, [by]);
  return found.ok ? found.value.receipts.length - found.value.missing.length : found.error.code;
}

describe('a log of receipts in a database', () => {
  it('grows, makes no second receipt of the same thing, and verifies', async () => {
    const first = await append(0, 1, 1, 2);
    const again = await append(1, 2);
    const more = await append(2, 3);

    expect(first.ok && first.value.made).toHaveLength(3);
    expect(again.ok && again.value).toEqual({
      made: [],
      checkpoint: first.ok && first.value.checkpoint,
    });
    expect(more.ok && more.value.made).toEqual([idOf(3)]);
    expect(await verified()).toBe(4);
  });

  it('drops old receipts, and can still be verified', async () => {
    await appendAt('2020-01-01T00:00:00Z', 0, 1);
    await append(2);
    await append(3, 4);
    const inputs = async (n: number) =>
      Promise.all(decisionDraft(n).texts.map((text) => log.input(textDigest(text))));
    const kept = await inputs(3);

    expect(await log.drop('2021-01-01T00:00:00Z')).toBe(2);
    expect(await log.drop('2021-01-01T00:00:00Z')).toBe(0);

    expect((await log.page(0, 2)).map(({ index }) => index)).toEqual([2, 3]);
    expect(await log.find(idOf(0))).toBeUndefined();
    expect(await log.has([idOf(0), idOf(2)])).toEqual(new Set([idOf(0), idOf(2)]));
    expect(await inputs(0)).toContain(undefined);
    expect(await inputs(3)).toEqual(kept);
    expect(await verified()).toBe(3);
    const again = await append(0, 5);
    expect(again.ok && again.value.made).toEqual([idOf(5)]);
    expect(await verified()).toBe(4);
  });

  it('is read page by page, and a single receipt by its id', async () => {
    await append(0, 1, 2, 3, 4);

    expect((await log.page(1, 2)).map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
    expect((await log.find(idOf(4)))?.index).toBe(4);
    expect(await log.find('f'.repeat(64))).toBeUndefined();
    expect(await log.has([idOf(1), 'f'.repeat(64)])).toEqual(new Set([idOf(1)]));
  });

  it('names the oldest checkpoint of a group, however long the log has become', async () => {
    const [one, two] = [await append(0), await append(1)];
    await append(2);

    expect(await log.covering([[idOf(0)], [idOf(0), idOf(1)], ['f'.repeat(64)]])).toEqual([
      one.ok && one.value.checkpoint,
      two.ok && two.value.checkpoint,
      undefined,
    ]);
    const history = verifyHistory(one.ok ? one.value.checkpoint : '', await log.leaves(), [
      verifier,
    ]);
    expect(history).toMatchObject({ ok: true, value: { size: 1 } });
  });

  it('loses and duplicates nothing if many append at once', async () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    await Promise.all(numbers.map((n) => append(n, (n + 1) % 40)));

    expect((await log.receipts()).map(({ id }) => id).toSorted()).toEqual(
      numbers.map(idOf).toSorted(),
    );
    expect(await verified()).toBe(40);
  });

  it('is unchanged if the signer fails or has another key', async () => {
    await append(0);
    const { draft } = decisionDraft(7);
    const problem = { code: 'signer-failed', message: 'No.' };
    const signers = [
      [{ ...signer, sign: async () => fail(problem) }, 'signer-failed'],
      [{ ...signer, key: testKey(2).verifier }, 'receipt-key-changed'],
    ] as const;
    for (const [other, code] of signers) {
      const broken = databaseLog(opened.store.receipts(tenant), other);
      expect(await broken.append([draft], new Map(), time)).toMatchObject({ error: { code } });
    }

    expect(await verified()).toBe(1);
  });

  it('continues under another key, which alone verifies what was signed before', async () => {
    const first = await append(0);
    for (const seed of [2, 3]) {
      const rows = opened.store.receipts(tenant);
      expect(await rotateDatabaseKey(rows, signerOf(seed), time)).toMatchObject({ ok: true });
      expect(await rotateDatabaseKey(rows, signerOf(seed), time)).toMatchObject({
        error: { code: 'receipt-key-same' },
      });
      expect(await append(7)).toMatchObject({ error: { code: 'receipt-key-changed' } });
      log = databaseLog(rows, signerOf(seed));
      expect(await append(seed)).toMatchObject({ ok: true });
      log = databaseLog(rows, signer);
    }
    const keys = await log.keys();
    const known = trustedKeys([signerOf(3).key], keys);
    if (!known.ok || !first.ok) throw new Error('The log verifies.');

    expect(keys.map(({ id }) => id)).toEqual([1, 2, 3].map((seed) => signerOf(seed).key.id));
    expect(keys.map(({ until }) => until)).toEqual([time, time, undefined]);
    expect(await verified(signerOf(3).key)).toBe(3);
    expect(await verified()).toBe('receipt-key-unknown');
    expect(verifyHistory(first.value.checkpoint, await log.leaves(), known.value)).toMatchObject({
      ok: true,
      value: { size: 1 },
    });
  });

  it('loses nothing if the key is replaced while many append', async () => {
    await append(0);
    const rows = opened.store.receipts(tenant);
    const numbers = Array.from({ length: 30 }, (_, n) => n + 1);
    const adding = numbers.map(async (n) => {
      const added = await append(n);
      return added.ok ? idOf(n) : added.error.code;
    });
    const rotated = await rotateDatabaseKey(rows, signerOf(2), time);
    const reported = await Promise.all(adding);
    const kept = (await log.receipts()).map(({ id }) => id);

    expect(rotated).toMatchObject({ ok: true });
    expect(reported.every((one) => kept.includes(one) || one === 'receipt-key-changed')).toBe(true);
    expect(kept).toHaveLength(1 + reported.filter((one) => one !== 'receipt-key-changed').length);
    expect(await verified(signerOf(2).key)).toBe(kept.length);
  });

  it('can be read, but not appended to, without a signer', async () => {
    await append(0);
    log = databaseLog(opened.store.receipts(tenant), undefined);

    expect(await append(1)).toMatchObject({ error: { code: 'receipt-no-signer' } });
    expect(await verified()).toBe(1);
  });

  it('belongs to one tenant', async () => {
    await append(0);
    const other = databaseLog(opened.store.receipts('another'), signer);

    expect(await other.receipts()).toEqual([]);
    expect(await other.bundle([])).toMatchObject({ ok: false, error: { code: 'no-receipts' } });
  });
});
