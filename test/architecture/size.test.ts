import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../../scripts/architecture/imports.ts';

const root = resolve(import.meta.dirname, '../..');
const maxLines = 250;

it('keeps every source file short enough to read in one go', () => {
  const long = ['src', 'workers']
    .flatMap((folder) => sourceFiles(join(root, folder)))
    .map((file) => ({ file: relative(root, file), lines: linesOf(readFileSync(file, 'utf8')) }))
    .filter(({ lines }) => lines > maxLines);

  expect(long).toEqual([]);
});

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
