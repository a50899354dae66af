import { describe, expect, it } from 'vitest';
import { remembering } from '../../../../src/adapters/forge/remote/remember.ts';
import type { Git, GitOutput } from '../../../../src/adapters/git/run.ts';

const one = 'a'.repeat(40);
const other = 'b'.repeat(40);
const at = (...args: readonly string[]) => ['--git-dir', '/code/.git', ...args];

/** Git that answers with the number of calls so far. */
function counting(answer: Partial<GitOutput> = {}): Git {
  let asked = 0;
  return remembering(async () => {
    asked += 1;
    return { code: 0, out: String(asked), complaint: '', ...answer };
  });
}

describe('git with remembered answers', () => {
  it.each([
    ['a blob', at('cat-file', 'blob', one)],
    ['a tree', at('ls-tree', '-r', '-z', '--full-tree', one)],
    ['a file of a tree', at('ls-tree', '-z', '--full-tree', one, '--', 'refs/heads/main')],
    ['the tree of a commit', at('rev-parse', '--verify', `${one}^{tree}`)],
    ['what two commits have in common', at('merge-base', '--is-ancestor', one, other)],
    ['what differs since then', at('diff', '--quiet', `${one}...${other}`)],
    ['commits between two', at('log', '-z', '--max-count=9', one, '--not', other, '--')],
    ['a commit of a SHA-256 repository', at('diff-tree', `${one}${'c'.repeat(24)}^`)],
  ])('remembers %s', async (_, args) => {
    const git = counting();
    expect([(await git({ args })).out, (await git({ args })).out]).toEqual(['1', '1']);
  });

  it.each([
    ['a branch', { args: at('ls-tree', '-z', 'refs/heads/main') }],
    ['a branch beside a commit', { args: at('merge-base', '--is-ancestor', one, 'main') }],
    ['a short name, which may become another', { args: at('show', one.slice(0, 12)) }],
    ['the index', { args: at('diff', '--quiet') }],
    ['what is there by now', { args: at('cat-file', '-e', `${one}^{commit}`) }],
    ['what writes', { args: at('update-ref', one, other) }],
    ['what reads an index of its own', { args: at('ls-tree', one), env: { GIT_INDEX_FILE: 'x' } }],
    ['what is told something', { args: at('diff-tree', one), input: other }],
    ['a repository of the working folder', { args: ['ls-tree', one] }],
  ])('asks again about %s', async (_, call) => {
    const git = counting();
    expect([(await git(call)).out, (await git(call)).out]).toEqual(['1', '2']);
  });

  it('asks again if git failed or was killed', async () => {
    for (const code of [128, undefined]) {
      const git = counting({ code });
      const call = { args: at('cat-file', 'blob', one) };
      expect([(await git(call)).out, (await git(call)).out]).toEqual(['1', '2']);
    }
  });

  it('keeps the most recently used answers, up to a total size', async () => {
    const git = counting({ out: 'x'.repeat(190_000) });
    const blob = (n: number) => ({
      args: at('cat-file', 'blob', n.toString(16).padStart(40, '0')),
    });
    const first = await git(blob(0));
    for (let n = 1; n <= 90; n += 1) {
      await git(blob(n));
      if (n === 30) expect(await git(blob(0))).toBe(first);
    }
    expect(await git(blob(90))).toBe(await git(blob(90)));
    expect(await git(blob(0))).not.toBe(first);
  });
});
