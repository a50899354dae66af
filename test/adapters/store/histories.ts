import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFiles } from '../../../src/adapters/store/files/open.ts';
import { createFileStore } from '../../../src/adapters/store/files/store.ts';
import type { Store } from '../../../src/ports/store/run-store.ts';

/** Opens the store in the files of a folder. */
export async function openHistory(folder: string): Promise<Store> {
  const files = await openFiles(folder, { timeout: 0 });
  if (!files.ok) throw new Error(files.error.message);
  return createFileStore(files.value, () => files.value.close());
}

/** Creates stores in new folders, and removes all of them at the end. */
export function freshHistories() {
  const base = mkdtempSync(join(tmpdir(), 'parley-history-'));
  const opened: Store[] = [];
  return {
    async fresh(): Promise<{ readonly folder: string; readonly store: Store }> {
      const folder = join(base, String(opened.length));
      const store = await openHistory(folder);
      opened.push(store);
      return { folder, store };
    },
    async stop(): Promise<void> {
      for (const store of opened) await store.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
