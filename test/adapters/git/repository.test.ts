import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayBeInRepository } from '../../../src/adapters/git/repository.ts';

let top: string;
const at = (...parts: readonly string[]): string => join(top, ...parts);

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'parley-repository-'));
  for (const folder of ['plain/deep', 'own/deep/er', 'bare.git']) {
    mkdirSync(at(folder), { recursive: true });
  }
  execFileSync('git', ['init', '--quiet', at('own')]);
  execFileSync('git', ['init', '--quiet', '--bare', at('bare.git')]);
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  const empty = ['commit', '--quiet', '--allow-empty', '-m', 'begin'];
  execFileSync('git', ['-C', at('own'), ...identity, ...empty]);
  execFileSync('git', ['-C', at('own'), 'worktree', 'add', '--quiet', at('tree')]);
  symlinkSync(at('own', 'deep'), at('plain', 'link'));
  mkdirSync(at('broken'));
  writeFileSync(at('broken', '.git'), 'gitdir: nowhere\n');
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** What git itself finds, as Parley starts it. */
function isInWorkTree(folder: string): boolean {
  const args = ['-c', 'safe.bareRepository=explicit', '-C', folder, 'rev-parse'];
  try {
    execFileSync('git', [...args, '--is-inside-work-tree'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

describe('whether a folder may be in a repository', () => {
  it.each([
    ['plain/deep', false],
    ['own', true],
    ['own/deep/er', true],
    ['tree', true],
    ['bare.git', false],
  ])('%s: %s, as git says', async (folder, is) => {
    expect(await mayBeInRepository(at(folder))).toBe(is);
    expect(isInWorkTree(at(folder))).toBe(is);
  });

  it('follows links, as git does', async () => {
    expect(await mayBeInRepository(at('plain', 'link'))).toBe(true);
    expect(isInWorkTree(at('plain', 'link'))).toBe(true);
  });

  it.each(['broken', 'missing'])('leaves it to git to say what is wrong: %s', async (folder) => {
    expect(await mayBeInRepository(at(folder))).toBe(true);
  });
});
