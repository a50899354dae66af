import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, it } from 'vitest';
import { createDatabase } from '../../../src/adapters/store/pglite.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-new-database-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('makes the same database from files as from scratch, in memory and in a folder', async () => {
  const nowhere = pathToFileURL(join(folder, 'nothing'));
  const archive = pathToFileURL(join(folder, 'kept.tar.gz'));
  const anew = await createDatabase({ archive: nowhere });
  const files = await anew.dumpDataDir('gzip');
  await writeFile(join(folder, 'kept.tar.gz'), new Uint8Array(await files.arrayBuffer()));
  const facts = await factsOf(anew);

  expect(await factsOf(await createDatabase({ archive }))).toEqual(facts);
  const path = join(folder, 'data');
  const inFolder = await createDatabase({ archive, path });
  await inFolder.exec('create table kept ()');
  await inFolder.close();
  const again = await createDatabase({ archive: nowhere, path });
  await again.exec('drop table kept');
  expect(await factsOf(again)).toEqual(facts);
});

/** Everything in which two databases without tables could differ. */
async function factsOf(db: PGlite): Promise<readonly unknown[]> {
  const questions = [
    'select datname, encoding, datcollate, datctype, datlocprovider from pg_database order by 1',
    `select name, setting from pg_settings where source <> 'default' and name <> 'data_directory' order by 1`,
    'select extname, extversion from pg_extension order by 1',
    'select count(*)::int from pg_class',
    'select rolname, rolsuper from pg_roles order by 1',
  ];
  const facts: unknown[] = [];
  for (const question of questions) facts.push((await db.query(question)).rows);
  await db.close();
  return facts;
}
