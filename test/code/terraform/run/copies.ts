import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** What is in the private folder, which is all that there is in a folder for temporary files. */
export function copiesIn(tempDir: string): readonly string[] {
  const [home = '', ...others] = readdirSync(tempDir);
  expect(others).toEqual([]);
  return readdirSync(join(tempDir, home));
}
