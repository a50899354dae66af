import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { openReceiptLog } from '../../../src/adapters/receipt/open.ts';
import { readPublicKey } from '../../../src/stages/receipt/public-key.ts';
import { verifyBundle } from '../../../src/stages/receipt/verify.ts';
import { cases } from '../../cases.ts';
import { joinedScript } from '../../joined-script.ts';

const base = mkdtempSync(join(tmpdir(), 'parley-receipts-kill-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const script = joinedScript(join(import.meta.dirname, 'contender.ts'));

/** Starts a process that appends receipts; kills it `later` ms after it has printed `enough`. */
async function contender(folder: string, from: number, to: number, enough: number, later = 0) {
  const child = spawn(process.execPath, [script.path, folder, String(from), String(to)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let made = 0;
  let lines = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    made += Number(line.split(' ')[1]);
    lines += 1;
    if (lines === enough) setTimeout(() => child.kill('SIGKILL'), later);
  });
  await once(child, 'close');
  return made;
}

/** The number of receipts, after verifying all of them and the inputs they rest on. */
async function sound(folder: string): Promise<number> {
  const log = await openReceiptLog(folder, { timeout: 0 });
  if (!log.ok) throw new Error(log.error.message);
  const receipts = await log.value.receipts();
  const bundle = await log.value.bundle(receipts);
  const key = readPublicKey((await log.value.keys()).at(-1)?.pem ?? '');
  await log.value.close();
  if (!bundle.ok || !key.ok) throw new Error('nothing to verify');
  expect(verifyBundle(bundle.value, [key.value])).toMatchObject({
    ok: true,
    value: { missing: [] },
  });
  return receipts.length;
}

it('has only whole receipts, wherever its writer is killed, and can be appended to', async () => {
  const folder = join(base, 'killed');
  let before = 0;
  for (let round = 0; round < cases(20, 4); round += 1) {
    const made = await contender(
      folder,
      round * 50,
      round * 50 + 50,
      2 + (round % 3),
      (round * 3) % 17,
    );
    const now = await sound(folder);
    expect(now).toBeGreaterThanOrEqual(before + made);
    before = now;
  }
});

it('loses and duplicates nothing if two processes write at once', async () => {
  const folder = join(base, 'shared');
  const made = await Promise.all([contender(folder, 0, 30, -1), contender(folder, 15, 45, -1)]);
  expect(made[0] + made[1]).toBe(45);
  expect(await sound(folder)).toBe(45);
});
