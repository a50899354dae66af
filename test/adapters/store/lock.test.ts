import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock, type Held } from '../../../src/adapters/store/lock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lock-'));
  path = join(folder, 'store.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lets other tasks run; stands in for sleeping. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function held(timeout = 0): Promise<Held> {
  const lock = await acquireLock(path, { timeout, sleep: turn });
  if (!lock.ok) throw new Error(lock.error.message);
  return lock.value;
}

describe('the lock of a store', () => {
  it('is free again once it is released', async () => {
    await (await held()).release();
    await (await held()).release();
    expect(existsSync(path)).toBe(false);
  });

  it('names its process from the start, since nobody could take over an empty file', async () => {
    const seen = new Set<string>();
    const watch = new AbortController();
    const watching = (async () => {
      while (!watch.signal.aborted) {
        const text = await readFile(path, 'utf8').catch(() => undefined);
        if (text !== undefined) seen.add(text);
      }
    })();
    for (let round = 0; round < 200; round += 1) {
      const lock = await held();
      await turn();
      await lock.release();
    }
    watch.abort();
    await watching;

    expect([...seen].map((text) => JSON.parse(text).pid)).toEqual([process.pid]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused while another holds it', async () => {
    const first = await held();
    const second = await acquireLock(path, { timeout: 100, sleep: turn });
    expect(second).toMatchObject({ ok: false, error: { code: 'store-busy' } });
    await first.release();
  });

  it('can be waited for', async () => {
    const first = await held();
    const second = held(1_000_000);
    await turn();
    await first.release();
    await (await second).release();
  });

  it('has one holder at a time', async () => {
    let inside = 0;
    let max = 0;
    const work = Array.from({ length: 20 }, async () => {
      const lock = await held(1_000_000_000);
      inside += 1;
      max = Math.max(max, inside);
      await turn();
      inside -= 1;
      await lock.release();
    });
    await Promise.all(work);
    expect(max).toBe(1);
  });

  it('is taken over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    writeFileSync(path, JSON.stringify({ host: hostname(), pid: child.pid, started: '1' }));
    await (await held()).release();
  });

  it.runIf(process.platform === 'linux')(
    'is taken over if its process id now belongs to another process',
    async () => {
      writeFileSync(path, JSON.stringify({ host: hostname(), pid: process.pid, started: '1' }));
      const lock = await held();
      expect(JSON.parse(readFileSync(path, 'utf8')).started).not.toBe('1');
      await lock.release();
    },
  );

  it('is taken over by only one of many that find it stale', async () => {
    writeFileSync(path, JSON.stringify({ host: hostname(), pid: 2 ** 22 + 1, started: '1' }));
    const attempts = Array.from({ length: 10 }, () =>
      acquireLock(path, { timeout: 500, sleep: turn }),
    );
    const results = await Promise.all(attempts);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('held on another machine is never taken over', async () => {
    writeFileSync(path, JSON.stringify({ host: 'elsewhere', pid: 1, started: '1' }));
    const lock = await acquireLock(path, { timeout: 0, sleep: turn });
    expect(lock).toMatchObject({
      ok: false,
      error: { message: 'Process 1 on elsewhere is using the store.' },
    });
  });
});
