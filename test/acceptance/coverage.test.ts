import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withoutKeys } from './harness/accounting.ts';

/*
 * Lists the resource types that have a case in which Terraform found nothing left to do. The list
 * is in `types.txt`, so that every claim of how many there are can be checked.
 */

const here = fileURLToPath(new URL('.', import.meta.url));
const sources = ['projects', 'installed', '../../fixtures/demo/project'];

function filesOf(folder: string, suffix: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(suffix))
    .sort()
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}

/** Types that the code of a project declares. */
const declared = new Set(
  sources
    .flatMap((folder) => filesOf(join(here, folder), '.tf'))
    .flatMap((text) => [...text.matchAll(/^resource "(\w+)" "/gm)].map(([, type]) => type ?? '')),
);

/** Types of the addresses that cases expect to be codified, adopted or removed. */
function reconciled(): readonly string[] {
  const lists = filesOf(join(here, 'cases'), '.ts').flatMap((text) =>
    [...text.matchAll(/\bat: \[((?:\s*(?:'[^'\n]*'|`[^`]*`),?\s*)*)\]/g)].map(([, list]) => list),
  );
  const types = lists
    .flatMap((list) => [...(list ?? '').matchAll(/['`]([^'`]+)['`]/g)])
    .map(
      ([, address]) =>
        withoutKeys(address ?? '')
          .split('.')
          .at(-2) ?? '',
    );
  return [...new Set(types)].filter((type) => declared.has(type)).sort();
}

it('lists every type that a case reconciles', () => {
  const listed = readFileSync(join(here, 'types.txt'), 'utf8').split('\n').filter(Boolean);

  expect(reconciled()).toEqual(listed);
});

it('gives the right number of types in its README', () => {
  const readme = readFileSync(join(here, 'README.md'), 'utf8');
  const count = /`types\.txt` lists the (\d+) resource types/.exec(readme)?.[1];

  process.stdout.write(`${reconciled().length} resource types have a reconciled case\n`);
  expect(Number(count)).toBe(reconciled().length);
});
