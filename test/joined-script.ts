import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type PluginBuild } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache');

/**
 * A script of a test as one file that Node starts in a fraction of the time that a loader of
 * TypeScript takes, for tests that start it many times. Call it while a file is collected; what it
 * gives is there when tests run.
 */
export function joinedScript(source: string): { readonly path: string } {
  let folder = '';
  const name = `${basename(source, '.ts')}.mjs`;
  beforeAll(async () => {
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'parley-script-'));
    await build({
      entryPoints: [source],
      outfile: join(folder, name),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      external: ['#*'],
      plugins: [{ name: 'places-of-sources', setup: keepPlaces }],
      logLevel: 'warning',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    get path() {
      return join(folder, name);
    },
  };
}

/** Modules find their data and each other where their sources stand. */
function keepPlaces({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\/(src|test|workers)\/.*\.ts$/ }, async ({ path }) => ({
    contents: (await readFile(path, 'utf8'))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(join(path, '..')))
      .replaceAll('import.meta.filename', JSON.stringify(path)),
    loader: 'ts',
  }));
}
