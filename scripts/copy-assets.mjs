// Copies the data files that tsc leaves behind: src/**/*.{gz,json,br,yaml} to the same place in dist/src.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [from = join(root, 'src'), to = join(root, 'dist', 'src')] = process.argv.slice(2);
const assets = new Set(['.gz', '.json', '.br', '.yaml']);

for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !assets.has(extname(entry.name))) continue;
  const source = join(entry.parentPath, entry.name);
  const target = join(to, relative(from, source));
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
}
