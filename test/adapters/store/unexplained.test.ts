import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/adapters/store/open.ts';
import type { Store } from '../../../src/ports/store/run-store.ts';
import type { SeenDifference } from '../../../src/ports/store/seen-difference.ts';
import { openHistory } from './histories.ts';

const seen = (id: string, address: string): SeenDifference => ({
  id: `readback-${id}`,
  address,
  firstSeen: '2026-03-14T09:00:00.000Z',
});

async function openDatabase(folder: string): Promise<Store> {
  const options = { tenant: 'default', timeout: 0 };
  const opened = await openStore({ kind: 'folder', path: folder }, options);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

describe.each([
  ['a database', openDatabase],
  ['files', openHistory],
])('the store of unexplained changes, in %s', (_, open) => {
  let folder: string;
  let store: Store;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-unexplained-'));
    store = await open(folder);
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('forgets what a later reading of the same resource no longer shows', async () => {
    await store.keepUnexplained({
      read: ['a.a', 'b.b'],
      seen: [seen('1', 'a.a'), seen('2', 'b.b')],
    });
    await store.keepUnexplained({ read: ['a.a'], seen: [seen('3', 'a.a')] });

    expect(await store.unexplained()).toEqual([seen('2', 'b.b'), seen('3', 'a.a')]);
  });

  it('forgets everything else after a reading of the whole state', async () => {
    await store.keepUnexplained({ read: 'all', seen: [seen('4', 'c.c')] });

    expect(await store.unexplained()).toEqual([seen('4', 'c.c')]);
  });

  it('forgets nothing if nothing was read', async () => {
    await store.keepUnexplained({ read: [], seen: [] });

    expect(await store.unexplained()).toEqual([seen('4', 'c.c')]);
  });
});
