import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = new URL('../../../scripts/copy-assets.mjs', import.meta.url).pathname;
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-assets-'));
});

afterEach(() => {
  rmSync(dir, { recursive: true });
});

describe('copy-assets', () => {
  it('copies data files to the same place and leaves sources behind', () => {
    const from = join(dir, 'src');
    const to = join(dir, 'dist');
    mkdirSync(join(from, 'a', 'data'), { recursive: true });
    writeFileSync(join(from, 'a', 'data', 'x.br'), Buffer.from([0, 255, 1]));
    writeFileSync(join(from, 'a', 'y.json'), '{}');
    writeFileSync(join(from, 'a', 'code.ts'), 'export {}');

    execFileSync(process.execPath, [script, from, to]);

    expect([...readFileSync(join(to, 'a', 'data', 'x.br'))]).toEqual([0, 255, 1]);
    expect(readFileSync(join(to, 'a', 'y.json'), 'utf8')).toBe('{}');
    expect(existsSync(join(to, 'a', 'code.ts'))).toBe(false);
  });
});
