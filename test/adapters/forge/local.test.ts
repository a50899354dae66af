import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalForge } from '../../../src/adapters/forge/local/branches.ts';
import type { Proposal } from '../../../src/ports/forge/proposal.ts';

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: tmpdir(),
};

let top: string;

function git(...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: top,
    encoding: 'utf8',
    env: environment,
  }).trim();
}

function put(path: string, text: string): void {
  writeFileSync(join(top, path), text);
}

const before = 'memory = 256\n';

function proposal(content = 'memory = 512\n', path = 'main.tf'): Proposal {
  return {
    intent: 'i-0123456789ab',
    branch: 'parley/accept-i-0123456789ab',
    message: {
      subject: 'parley(accept): raise memory',
      body: 'Because.',
      trailers: [
        ['Intent-Id', 'i-0123456789ab'],
        ['Actor', 'human maria\nVerdict: forged'],
        ['Verdict', 'accept'],
      ],
    },
    files: [{ path, before, content }],
  };
}

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'parley-forge-'));
  git('init', '-q', '-b', 'main');
  put('main.tf', before);
  put('other.tf', 'x = 1\n');
  git('add', '.');
  git('commit', '-q', '-m', 'start');
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

describe('the local forge', () => {
  it('puts one commit on a branch and leaves the checkout alone', async () => {
    const result = await createLocalForge(top, environment).propose(proposal(), { force: false });

    expect(result).toMatchObject({ ok: true, value: { state: 'created' } });
    expect(git('show', 'parley/accept-i-0123456789ab:main.tf')).toBe('memory = 512');
    expect(git('diff', '--stat', 'main', 'parley/accept-i-0123456789ab')).toContain(
      '1 file changed',
    );
    expect(readFileSync(join(top, 'main.tf'), 'utf8')).toBe(before);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('branch', '--show-current')).toBe('main');
  });

  it('writes trailers that git reads back and that log content cannot forge', async () => {
    await createLocalForge(top, environment).propose(proposal(), { force: false });

    const trailers = git('show', '-s', '--format=%(trailers:only)', 'parley/accept-i-0123456789ab');
    expect(trailers).toContain('Intent-Id: i-0123456789ab');
    expect(trailers.match(/^Verdict: /gm)).toHaveLength(1);
    expect(trailers).toContain('Actor: human maria Verdict: forged');
  });

  it('does nothing the second time, and updates its own branch when the patch changed', async () => {
    const forge = createLocalForge(top, environment);
    const first = await forge.propose(proposal(), { force: false });

    const again = await forge.propose(proposal(), { force: false });
    const changed = await forge.propose(proposal('memory = 768\n'), { force: false });

    expect(again).toMatchObject({ ok: true, value: { state: 'unchanged' } });
    if (first.ok && again.ok) expect(again.value.commit).toBe(first.value.commit);
    expect(changed).toMatchObject({ ok: true, value: { state: 'updated' } });
    expect(git('rev-list', '--count', 'main..parley/accept-i-0123456789ab')).toBe('1');
  });

  it('follows the base branch when that has moved on', async () => {
    const forge = createLocalForge(top, environment);
    await forge.propose(proposal(), { force: false });
    put('other.tf', 'x = 2\n');
    git('commit', '-q', '-am', 'unrelated');

    const result = await forge.propose(proposal(), { force: false });

    expect(result).toMatchObject({ ok: true, value: { state: 'updated' } });
    expect(git('show', 'parley/accept-i-0123456789ab:other.tf')).toBe('x = 2');
  });

  it.each([
    ['adds a commit', (): void => void git('commit', '-q', '--allow-empty', '-m', 'mine')],
    [
      'amends the commit and keeps its trailers',
      (): void => {
        put('main.tf', 'memory = 300\n');
        git('commit', '-q', '-a', '--amend', '--no-edit');
      },
    ],
  ])('never overwrites the branch once a human %s', async (_, humanEdit) => {
    const forge = createLocalForge(top, environment);
    await forge.propose(proposal(), { force: false });
    git('switch', '-q', 'parley/accept-i-0123456789ab');
    humanEdit();
    const human = git('rev-parse', 'HEAD');
    git('switch', '-q', 'main');

    const refused = await forge.propose(proposal('memory = 768\n'), { force: false });
    expect(refused).toMatchObject({ ok: false, error: { code: 'branch-has-foreign-commit' } });
    expect(git('rev-parse', 'parley/accept-i-0123456789ab')).toBe(human);

    const forced = await forge.propose(proposal('memory = 768\n'), { force: true });
    expect(forced).toMatchObject({ ok: true, value: { state: 'updated' } });
  });

  it('refuses if the file has uncommitted changes', async () => {
    git('rm', '-q', '--cached', 'main.tf');
    git('commit', '-q', '-m', 'untracked now');

    const result = await createLocalForge(top, environment).propose(proposal(), { force: false });

    expect(result).toMatchObject({
      ok: false,
      error: { code: 'uncommitted-changes', place: { file: 'main.tf' } },
    });
  });

  it('works from a folder inside the repository and keeps file modes', async () => {
    mkdirSync(join(top, 'infra'));
    put('infra/main.tf', before);
    execFileSync('chmod', ['+x', join(top, 'infra/main.tf')]);
    git('add', '.');
    git('commit', '-q', '-m', 'infra');

    const forge = createLocalForge(join(top, 'infra'), environment);
    const result = await forge.propose(proposal(), { force: false });

    expect(result).toMatchObject({ ok: true });
    expect(git('show', 'parley/accept-i-0123456789ab:infra/main.tf')).toBe('memory = 512');
    expect(git('ls-tree', 'parley/accept-i-0123456789ab', 'infra/main.tf')).toMatch(/^100755/);
  });

  it('reports that there is no repository or no commit', async () => {
    const plain = mkdtempSync(join(tmpdir(), 'parley-plain-'));
    try {
      const none = await createLocalForge(plain, environment).propose(proposal(), { force: false });
      expect(none).toMatchObject({ ok: false, error: { code: 'no-repository' } });
      execFileSync('git', ['init', '-q'], { cwd: plain, env: environment });
      const empty = await createLocalForge(plain, environment).propose(proposal(), {
        force: false,
      });
      expect(empty).toMatchObject({ ok: false, error: { code: 'no-commit' } });
    } finally {
      rmSync(plain, { recursive: true, force: true });
    }
  });
});
