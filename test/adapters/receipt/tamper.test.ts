import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orBrokenLog } from '../../../src/adapters/receipt/broken.ts';
import { openReceiptLog } from '../../../src/adapters/receipt/open.ts';
import { ok } from '../../../src/model/result.ts';
import type { ReceiptLog } from '../../../src/ports/receipt/receipt-log.ts';
import { textDigest } from '../../../src/stages/receipt/digest.ts';
import { verifyCheckpoints, verifyHistory } from '../../../src/stages/receipt/history.ts';
import { trustedKeys } from '../../../src/stages/receipt/keys.ts';
import { readPublicKey, type Verifier } from '../../../src/stages/receipt/public-key.ts';
import { verifyBundle } from '../../../src/stages/receipt/verify.ts';
import { cases } from '../../cases.ts';
import { newFolder, removeFolders } from '../../entry/cli/parley.ts';
import { decisionDraft, time } from '../../stages/receipt/logs.ts';

afterAll(removeFolders);

const original = newFolder();
const copy = newFolder();
let key: Verifier;
let published = '';
let files: readonly string[] = [];
let whole = '';

beforeAll(async () => {
  const opened = await openReceiptLog(original, { timeout: 0 });
  if (!opened.ok) throw new Error(opened.error.message);
  const log = opened.value;
  for (const numbers of [[0], [1], [2]]) {
    const made = numbers.map(decisionDraft);
    const texts = new Map(made.flatMap((one) => one.texts.map((text) => [textDigest(text), text])));
    const drafts = made.map(({ draft }) => draft);
    expect(await log.append(drafts, texts, time)).toMatchObject({ ok: true });
    if (numbers[0] === 1) expect(await log.rotate(time)).toMatchObject({ ok: true });
  }
  const read = readPublicKey((await log.keys()).at(-1)?.pem ?? '');
  if (!read.ok) throw new Error(read.error.message);
  key = read.value;
  published = (await log.checkpoint()) ?? '';
  await log.close();
  cpSync(original, copy, { recursive: true });
  files = readdirSync(original, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('keys'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(original.length + 1))
    .sort();
  whole = await found();
});

/**
 * What a verifier who has the log's public key and a checkpoint finds: an error code, or a digest
 * of everything it reads.
 */
async function found(): Promise<string> {
  const opened = await openReceiptLog(copy, { timeout: 0 });
  if (!opened.ok) return opened.error.code;
  const log = opened.value;
  const said = await orBrokenLog(async () => ok(await foundIn(log)));
  await log.close();
  return said.ok ? said.value : said.error.code;
}

async function foundIn(log: ReceiptLog): Promise<string> {
  const bundle = await log.bundle(await log.receipts());
  if (!bundle.ok) return bundle.error.code;
  const known = trustedKeys([key], bundle.value.keys);
  if (!known.ok) return known.error.code;
  const leaves = await log.leaves();
  const history = verifyHistory(published, leaves, known.value);
  if (!history.ok) return history.error.code;
  const checkpoints = await log.checkpoints();
  const signed = verifyCheckpoints(checkpoints, leaves, known.value);
  if (!signed.ok) return signed.error.code;
  const verified = verifyBundle(bundle.value, [key]);
  if (!verified.ok) return verified.error.code;
  if (verified.value.missing.length > 0) return 'missing';
  // Content that verifies must be unchanged; names of rows and counts are not checked.
  return textDigest(JSON.stringify([bundle.value, leaves, checkpoints]));
}

/** Whether this change to a file is noticed. */
async function shows(
  file: string,
  before: Buffer,
  after: Buffer,
): Promise<readonly [string, boolean]> {
  writeFileSync(join(copy, file), after);
  const said = await found();
  writeFileSync(join(copy, file), before);
  return [said, said === whole || /^(?:missing|receipt-|store-)/.test(said)];
}

/** True if only gzip's own metadata was changed. */
function isSame(file: string, before: Buffer, after: Buffer): boolean {
  if (!file.endsWith('.gz')) return false;
  try {
    return gunzipSync(after).equals(gunzipSync(before));
  } catch {
    return false;
  }
}

it('reveals every byte that is changed in the files of a log', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), async (n, at, by) => {
      const file = files[n % files.length] ?? '';
      const before = readFileSync(join(copy, file));
      const after = Buffer.from(before);
      const place = at % after.length;
      after[place] = (after[place] ?? 0) ^ by;
      if (isSame(file, before, after)) return;
      const [said, isShown] = await shows(file, before, after);
      seen.set(said, (seen.get(said) ?? 0) + 1);
      expect([file, place, by, isShown]).toEqual([file, place, by, true]);
    }),
    { numRuns: cases(1000, 100) },
  );
  expect(seen.size).toBeGreaterThan(5);
});

it('reveals that the end of a file was changed', async () => {
  // A verifier does not read the name of the log.
  const tables = files.filter((file) => /(?<!log\.\d)\.jsonl$/.test(file));

  expect(tables).toHaveLength(4);
  for (const file of tables) {
    const before = readFileSync(join(copy, file));
    const after = Buffer.from(before);
    after[after.length - 1] = 0x0b;
    expect([file, ...(await shows(file, before, after))]).toEqual([file, 'receipt-log-file', true]);
  }
});

it.each(['log', 'keys', 'leaves', 'receipts', 'checkpoints'])(
  'reveals that the table %s was renamed',
  async (table) => {
    const file = join('receipts', 'head.json');
    const before = readFileSync(join(copy, file));
    const after = Buffer.from(String(before).replace(`"${table}":`, `"x${table}":`));

    expect(after).not.toEqual(before);
    expect(await shows(file, before, after)).toEqual(['store-not-opened', true]);
  },
);
