import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { connectStore } from '../../../src/adapters/store/connect.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that appends pairs, kills it after `enough`, and returns how many it stored. */
async function appendAndKill(enough: number): Promise<number> {
  const script = join(import.meta.dirname, 'appender.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stored = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    stored += 1;
    if (stored === enough) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return stored;
}

it('keeps what was stored if the process is killed, and can be opened again', async () => {
  let max = 0;
  for (const enough of [3, 10]) {
    max = Math.max(max, await appendAndKill(enough));
    const store = await connectStore(
      { kind: 'folder', path: folder },
      { tenant: 'default', timeout: 0 },
    );
    if (!store.ok) throw new Error(store.error.message);
    const [a, b] = [await store.value.ledger('q.a'), await store.value.ledger('q.b')];
    await store.value.close();
    expect(a.length).toBeGreaterThanOrEqual(max);
    expect(b.length).toBe(a.length);
  }
});
