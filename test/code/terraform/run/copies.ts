import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** The content of the private folder, which must be the only entry of the temporary folder. */
export function copiesIn(tempDir: string): readonly string[] {
  const [home = '', ...others] = readdirSync(tempDir);
  expect(others).toEqual([]);
  return readdirSync(join(tempDir, home));
}
