import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '../../../src');

/** All files that are loaded with a file; types and dynamic imports do not count. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.startsWith(src)) return seen;
  const text = readFileSync(file, 'utf8');
  for (const [, what = '', target = ''] of text.matchAll(
    /^(?:import|export) ([^;]*?)\bfrom '([^']+)'/gm,
  )) {
    if (what.startsWith('type ')) continue;
    loadedWith(target.startsWith('.') ? resolve(dirname(file), target) : target, seen);
  }
  return seen;
}

/** Files that tell where the store is, and whether another process has it open. */
const finding = new Set([
  'adapters/store/holder.ts',
  'adapters/store/location.ts',
  'adapters/store/remote/daemon.ts',
]);

it.each(['cli/commands/run/reconcile.ts', 'cli/main.ts'])(
  '%s does not load the database',
  (command) => {
    const loaded = [...loadedWith(join(src, 'entry', command))];
    expect(loaded.filter((file) => /kysely|pglite|^pg$/.test(file))).toEqual([]);
    const stored = loaded
      .map((file) => relative(src, file))
      .filter((file) => file.startsWith('adapters/store/'));
    expect(stored.filter((file) => !finding.has(file))).toEqual([]);
  },
);

it('would notice if it did', () => {
  expect([...loadedWith(join(src, 'adapters', 'store', 'open.ts'))]).toContain('kysely');
});
