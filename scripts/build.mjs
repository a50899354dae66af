// Builds the program into dist/, or into the named folder: with modules bundled into about two
// hundred files, since opening each of fifteen hundred took a third of a small scan, and with the
// data next to them.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = resolve(process.argv[2] ?? join(root, 'dist'));

/** The command line, and the programs that it starts as processes and threads. */
const programs = [
  'src/cli.ts',
  'src/adapters/git/starter-program.ts',
  'src/entry/service/apart/program.ts',
  'src/entry/service/apart/watch-program.ts',
];

/** Packages of many small files, and those that must share them. Others are loaded as installed. */
const joined = [
  '@asteasolutions/zod-to-openapi',
  '@bufbuild',
  '@hono',
  '@modelcontextprotocol/sdk',
  '@sigstore/core',
  '@msgpack/msgpack',
  'ajv',
  'ajv-formats',
  'bullmq',
  'commander',
  'diff',
  'fflate',
  'hono',
  'kysely',
  'picocolors',
  'prom-client',
  're2js',
  'string-width',
  'tar-stream',
  'yaml',
  'zod',
  'zod-to-json-schema',
];
const data = new Set(['.br', '.gz', '.json', '.yaml']);

/**
 * Makes each module find its data at its original place, although its code is bundled with that of
 * others.
 */
const placesOfModules = {
  name: 'places-of-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\/(src|workers)\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const place = relative(join(root, 'src'), path).replace(/\.ts$/, '.js');
      const base = `import.meta.url.slice(0, import.meta.url.lastIndexOf('/src/') + 5)`;
      const contents = text.replaceAll(
        'import.meta.url',
        `new URL(${JSON.stringify(place)}, ${base}).href`,
      );
      return { contents, loader: 'ts' };
    });
  },
};

const installedPackages = {
  name: 'installed-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path }) =>
      joined.some((name) => path === name || path.startsWith(`${name}/`))
        ? undefined
        : { path, external: true },
    );
  },
};

rmSync(target, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: programs,
  outdir: target,
  outbase: root,
  chunkNames: 'src/parts/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  external: ['#*'],
  plugins: [placesOfModules, installedPackages],
  // CommonJS packages expect `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
});
for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !data.has(extname(entry.name))) continue;
  const source = join(entry.parentPath, entry.name);
  const copy = join(target, relative(root, source));
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(source, copy);
}
chmodSync(join(target, 'src', 'cli.js'), 0o755);
