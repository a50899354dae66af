import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTop } from '../../../../src/code/terraform/repository/top.ts';

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-top-')));
  mkdirSync(join(base, 'work/envs/prod'), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function mark(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), '');
  }
}

describe('the top of a repository', () => {
  it.each([
    ['the nearest folder with .git', ['work/.git', '.git'], 'work'],
    ['that with .git, whatever settings lie above it', ['work/.git', 'parley.yaml'], 'work'],
    ['the folder itself with .git', ['work/envs/prod/.git', 'work/.git'], 'work/envs/prod'],
    ['else the highest with settings', ['work/parley.yaml', 'work/envs/prod/parley.yaml'], 'work'],
    ['else the folder', [], 'work/envs/prod'],
  ])('is %s', async (_, marks, top) => {
    mark(...marks);

    expect(await findTop(join(base, 'work/envs/prod'))).toBe(join(base, top));
  });

  it('is found through a link to a folder', async () => {
    mark('work/.git');
    symlinkSync(join(base, 'work/envs/prod'), join(base, 'live'));

    expect(await findTop(join(base, 'live'))).toBe(join(base, 'work'));
  });
});
