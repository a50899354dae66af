import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outcomeOf, type PatchCase, readPatchCases } from './case-files.ts';
import { patched } from './harness.ts';

const folder = join(import.meta.dirname, 'cases');

function check(one: PatchCase): void {
  const { files, goals, state, options, outcome } = one;
  expect(outcomeOf(one, patched(files, goals, state, options))).toEqual(outcome);
}

for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.txt')) continue;
  describe(file.replace(/\.txt$/, '').replaceAll('-', ' '), () => {
    it.each(readPatchCases(join(folder, file)))('$name', check);
  });
}
