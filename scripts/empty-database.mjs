// Keeps the files of a new embedded database next to the module that starts from them, unless they
// exist: creating them takes seconds, which every first start would take.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'adapters', 'store');
const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = createRequire(entry)('../package.json');
const name = `empty-database-${version}.tar.gz`;
const file = join(folder, name);

if (!existsSync(file)) {
  const database = await PGlite.create();
  const archive = await database.dumpDataDir('gzip');
  await database.close();
  for (const other of readdirSync(folder))
    if (/^empty-database-.*\.tar\.gz$/.test(other)) rmSync(join(folder, other));
  writeFileSync(`${file}.new`, new Uint8Array(await archive.arrayBuffer()));
  renameSync(`${file}.new`, file);
}
