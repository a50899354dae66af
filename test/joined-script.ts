import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type PluginBuild } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache');

/**
 * Bundles a test script into one file, which Node starts in a fraction of the time that a
 * TypeScript loader takes, for tests that start it many times. Call it while the test file is
 * collected; the path is there once its tests run.
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

/** Makes modules find their data and each other relative to their sources, not to the bundle. */
function keepPlaces({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\/(src|test|workers)\/.*\.ts$/ }, async ({ path }) => ({
    contents: (await readFile(path, 'utf8'))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(join(path, '..')))
      .replaceAll('import.meta.filename', JSON.stringify(path)),
    loader: 'ts',
  }));
}
