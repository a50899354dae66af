import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type OpenLog, openReceiptLog } from '../../../src/adapters/receipt/open.ts';
import { fail } from '../../../src/model/result.ts';
import { verifyCheckpoint } from '../../../src/stages/receipt/checkpoint.ts';
import { textDigest } from '../../../src/stages/receipt/digest.ts';
import { readPublicKey } from '../../../src/stages/receipt/public-key.ts';
import { verifyBundle } from '../../../src/stages/receipt/verify.ts';
import { decisionDraft, testKey, time } from '../../stages/receipt/logs.ts';

const base = mkdtempSync(join(tmpdir(), 'parley-receipts-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => {
  folders += 1;
  return join(base, String(folders));
};

async function withLog<T>(folder: string, work: (log: OpenLog) => Promise<T>): Promise<T> {
  const log = await openReceiptLog(folder, { timeout: 0 });
  if (!log.ok) throw new Error(log.error.message);
  return work(log.value).finally(() => log.value.close());
}

function append(folder: string, ...numbers: readonly number[]) {
  const made = numbers.map(decisionDraft);
  const texts = new Map(made.flatMap((one) => one.texts.map((text) => [textDigest(text), text])));
  return withLog(folder, (log) =>
    log.append(
      made.map(({ draft }) => draft),
      texts,
      time,
    ),
  );
}

/** The result of verifying the whole log with its newest key. */
async function verified(folder: string): Promise<string | number> {
  return withLog(folder, async (log) => {
    const bundle = await log.bundle(await log.receipts());
    const key = readPublicKey((await log.keys()).at(-1)?.pem ?? '');
    if (!bundle.ok || !key.ok) return 'nothing to verify';
    const found = verifyBundle(bundle.value, [key.value]);
    return found.ok ? found.value.receipts.length - found.value.missing.length : found.error.code;
  });
}

describe('a log of receipts', () => {
  it('drops old receipts, and can still be verified', async () => {
    const folder = newFolder();
    await append(folder, 0, 1);
    const later = '2030-01-01T00:00:00Z';
    const [old, young] = [decisionDraft(0), decisionDraft(7)].map(({ texts }) => texts);
    const texts = new Map((young ?? []).map((text) => [textDigest(text), text]));
    await withLog(folder, (log) => log.append([decisionDraft(7).draft], texts, later));

    const dropped = await withLog(folder, (log) => log.drop(later));

    expect(dropped).toBe(2);
    expect(await withLog(folder, (log) => log.drop(later))).toBe(0);
    const left = await withLog(folder, (log) => log.receipts());
    expect(left.map(({ index }) => index)).toEqual([2]);
    expect(await verified(folder)).toBe(1);
    const inputsOf = (of: readonly string[] = []) =>
      withLog(folder, (log) => Promise.all(of.map((text) => log.input(textDigest(text)))));
    expect(await inputsOf(young)).toEqual(young);
    expect(await inputsOf(old)).toContain(undefined);
    const again = await append(folder, 0, 8);
    expect(again.ok && again.value.made).toHaveLength(1);
    expect(await verified(folder)).toBe(2);
  });

  it('grows, makes no second receipt of the same thing, and verifies', async () => {
    const folder = newFolder();
    const first = await append(folder, 0, 1, 1, 2);
    const again = await append(folder, 1, 2);
    const more = await append(folder, 2, 3);

    expect(first.ok && first.value.made).toHaveLength(3);
    expect(again).toMatchObject({ ok: true, value: { made: [] } });
    expect(again.ok && first.ok && again.value.checkpoint === first.value.checkpoint).toBe(true);
    expect(more.ok && more.value.made).toHaveLength(1);
    expect(await verified(folder)).toBe(4);
  });

  it('keeps its key readable to the owner of the files only', async () => {
    const folder = newFolder();
    await append(folder, 0);
    const keys = join(folder, 'receipts', 'keys');
    expect(readdirSync(keys)).toHaveLength(1);
    expect(statSync(keys).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(keys))
      expect(statSync(join(keys, name)).mode & 0o777).toBe(0o600);
  });

  it('signs with another key after a rotation, and verifies with that key alone', async () => {
    const folder = newFolder();
    await append(folder, 0, 1);
    for (const round of [2, 3]) {
      expect(await withLog(folder, (log) => log.rotate(time))).toMatchObject({ ok: true });
      await append(folder, round);
    }
    expect(await verified(folder)).toBe(4);
    expect(readdirSync(join(folder, 'receipts', 'keys'))).toHaveLength(1);
    const keys = await withLog(folder, (log) => log.keys());
    expect(keys.map(({ until }) => until)).toEqual([time, time, undefined]);
  });

  it('is unchanged if the signer fails or has another key', async () => {
    const folder = newFolder();
    await append(folder, 0);
    const { verifier } = testKey(1);
    const problem = { code: 'signer-failed', message: 'No.' };
    const signer = { key: verifier, sign: async () => fail(problem) };
    for (const [where, code] of [
      [folder, 'receipt-key-changed'],
      [newFolder(), 'signer-failed'],
    ] as const) {
      const log = await openReceiptLog(where, { timeout: 0, signer });
      if (!log.ok) throw new Error(log.error.message);
      const { draft } = decisionDraft(7);
      expect(await log.value.append([draft], new Map(), time)).toMatchObject({ error: { code } });
      expect(await log.value.has([])).toEqual(new Set());
      await log.value.close();
    }
    await append(folder, 1);
    expect(await verified(folder)).toBe(2);
  });

  it('reports that its key is missing or invalid', async () => {
    const folder = newFolder();
    await append(folder, 0);
    const keys = join(folder, 'receipts', 'keys');
    const [name = ''] = readdirSync(keys);
    chmodSync(join(keys, name), 0o600);
    for (const text of ['', 'x']) {
      writeFileSync(join(keys, name), text);
      expect(await append(folder, 1)).toMatchObject({ error: { code: 'receipt-key-missing' } });
    }
    rmSync(join(keys, name));
    expect(await append(folder, 1)).toMatchObject({ error: { code: 'receipt-key-missing' } });
    expect(await append(folder, 0)).toMatchObject({ ok: true, value: { made: [] } });
  });

  it('keeps others out until it is closed', async () => {
    const folder = newFolder();
    await withLog(folder, async () => {
      expect(await openReceiptLog(folder, { timeout: 0 })).toMatchObject({
        error: { code: 'store-busy' },
      });
    });
    expect(await append(folder, 0)).toMatchObject({ ok: true });
  });

  it('reveals changes in its files', async () => {
    const folder = newFolder();
    await append(folder, 0, 1, 2);
    const path = join(folder, 'receipts');
    const files = readdirSync(path).filter((name) => /^(receipts|leaves|checkpoints)\./.test(name));
    expect(files).toHaveLength(3);
    for (const name of files) {
      const whole = readFileSync(join(path, name), 'utf8');
      // Changes the content of a row: a column of a leaf, otherwise the body.
      const from = name.startsWith('leaves') ? whole.indexOf('"') : whole.lastIndexOf('\t') + 60;
      const at = from + whole.slice(from).search(/[A-Za-z0-9]/);
      const changed = `${whole.slice(0, at)}${whole[at] === 'a' ? 'b' : 'a'}${whole.slice(at + 1)}`;
      expect(changed).not.toBe(whole);
      writeFileSync(join(path, name), changed);
      expect(await verified(folder).catch(() => 'unreadable')).not.toBe(3);
      writeFileSync(join(path, name), whole);
    }
    const [input = ''] = readdirSync(join(path, 'inputs'));
    writeFileSync(join(path, 'inputs', input), 'not compressed');
    expect(await verified(folder)).toBe(2);
  });

  it('has checkpoints that only its own key has signed', async () => {
    const folder = newFolder();
    await append(folder, 0);
    const note = (await withLog(folder, (log) => log.checkpoint())) ?? '';
    expect(verifyCheckpoint(note, [testKey(1).verifier])).toMatchObject({
      error: { code: 'receipt-key-unknown' },
    });
  });
});
