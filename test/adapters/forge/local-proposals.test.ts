import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGit } from '../../../src/adapters/checkout/git.ts';
import { createLocalProposals } from '../../../src/adapters/forge/local/proposals.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import type { Proposals } from '../../../src/ports/forge/proposals.ts';
import { startGit } from '../git/starting.ts';
import { draftOf, valued } from './servers/forges.ts';

const draft = draftOf();
const { intent, branch } = draft;
const byIntent = { kind: 'intent', intent, branch } as const;
const environment = { PATH: process.env['PATH'] ?? '' };

describe.each([
  ['a bare repository', ['--bare']],
  ['a repository with a working tree', []],
])('proposals in %s', (_, flags) => {
  let folder: string;
  let repository: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-local-'));
    repository = join(folder, "Ben's code");
    execFileSync('git', ['init', '-q', ...flags, '-b', 'main', repository]);
    put('main', commit('a', []));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', repository, ...args], {
      encoding: 'utf8',
      env: { ...environment, HOME: folder },
    }).trim();
  const commit = (message: string, parents: readonly string[]): string => {
    const identity = ['-c', 'user.name=Ben', '-c', 'user.email=ben@example.com'];
    const tree = execFileSync('git', ['-C', repository, 'mktree'], { input: '', encoding: 'utf8' });
    const named = parents.flatMap((parent) => ['-p', parent]);
    return git(...identity, 'commit-tree', tree.trim(), ...named, '-m', message);
  };
  /** Replaces the comments of the first proposal in the register with this text. */
  const tampered = (comments: string): string => {
    const write = (args: readonly string[], input: string) =>
      execFileSync('git', ['-C', repository, ...args], { input, encoding: 'utf8' }).trim();
    const blob = write(['hash-object', '-w', '--stdin'], comments);
    const entries = git('ls-tree', 'refs/parley/proposals').split('\n');
    const inner = git('ls-tree', 'refs/parley/proposals:1').split('\n');
    const changed = inner.map((line) =>
      line.endsWith('comments.json') ? `100644 blob ${blob}\tcomments.json` : line,
    );
    const folderTree = write(['mktree'], `${changed.join('\n')}\n`);
    const root = entries.map((line) =>
      line.endsWith('\t1') ? `040000 tree ${folderTree}\t1` : line,
    );
    const tree = write(['mktree'], `${root.join('\n')}\n`);
    const identity = ['-c', 'user.name=Ben', '-c', 'user.email=ben@example.com'];
    return git(...identity, 'commit-tree', tree, '-m', 'tampered');
  };
  const put = (name: string, tip: string) => git('update-ref', `refs/heads/${name}`, tip);
  const push = (message = 'b') => put(branch, commit(message, [git('rev-parse', 'main')]));
  const start = (): Proposals => {
    const home = join(folder, 'home');
    mkdirSync(home, { recursive: true });
    return createLocalProposals(repository, {
      git: createGit(environment, home, createAddressLookup({ allowsLoopback: true }), startGit),
      by: { name: 'Parley', email: 'parley@localhost' },
      now: () => '2026-03-14T09:00:00.000Z',
    });
  };
  const open = async (more: Partial<typeof draft> = {}) =>
    valued(await start().open({ ...draft, ...more }));
  const standing = async () => valued(await start().find(byIntent));
  const written = (path: string) => git('show', `refs/parley/proposals:${path}`);
  const entries = () => JSON.parse(written('proposals.json')).proposals;

  it('are recorded next to the branches, where people can read them', async () => {
    push();
    const opened = await open();

    expect(opened).toMatchObject({ number: 1, state: 'created' });
    expect(execFileSync('sh', ['-c', opened.location], { encoding: 'utf8' })).toContain(
      `commit ${opened.commit}`,
    );
    expect(entries()).toEqual([
      {
        number: 1,
        branch,
        base: 'main',
        commit: git('rev-parse', branch),
        title: draft.title,
        state: 'open',
        labels: ['parley', 'parley:accept'],
      },
    ]);
    expect(written('1/description.md')).toContain(draft.body);
    expect(await standing()).toMatchObject([{ number: 1, state: 'open', digest: draft.digest }]);
  });

  it('are written only if something has changed', async () => {
    push();
    await open();
    const before = git('rev-parse', 'refs/parley/proposals');

    expect(await open()).toMatchObject({ number: 1, state: 'unchanged' });
    expect(git('rev-parse', 'refs/parley/proposals')).toBe(before);
    expect(await open({ title: 'Other', body: 'Of now.' })).toMatchObject({ state: 'updated' });
    expect(written('1/description.md')).toContain('Of now.');
    expect(entries()).toMatchObject([{ number: 1, title: 'Other' }]);
  });

  it('follow the branch', async () => {
    push();
    await open();
    push('c');

    expect(await standing()).toMatchObject([{ state: 'open', commit: git('rev-parse', branch) }]);
  });

  it.each([
    ['as it is', () => put('main', git('rev-parse', branch))],
    [
      'with a commit of its own, and is deleted',
      () => {
        put('main', commit('m', [git('rev-parse', 'main'), git('rev-parse', branch)]));
        git('update-ref', '-d', `refs/heads/${branch}`);
      },
    ],
    [
      'behind a commit of somebody',
      () => {
        put(branch, commit('more', [git('rev-parse', branch)]));
        put('main', git('rev-parse', branch));
      },
    ],
  ])('are merged when their branch is merged: %s', async (_how, merge) => {
    push();
    await open();
    merge();

    expect(await standing()).toMatchObject([{ number: 1, state: 'merged' }]);
    push('for another question');
    expect(await standing()).toMatchObject([{ number: 1, state: 'merged' }]);
    expect(await open({ digest: 'drift-bbbbbbbbbbbb' })).toMatchObject({
      number: 2,
      state: 'created',
    });
  });

  it('are merged if the change is cherry-picked, and not if there was no change', async () => {
    const withFile = (name: string, parent: string, message = name): string => {
      const blob = execFileSync('git', ['-C', repository, 'hash-object', '-w', '--stdin'], {
        input: name,
        encoding: 'utf8',
      }).trim();
      const tree = execFileSync('git', ['-C', repository, 'mktree'], {
        input: `100644 blob ${blob}\t${name}\n`,
        encoding: 'utf8',
      }).trim();
      const who = ['-c', 'user.name=Ben', '-c', 'user.email=b@x.test'];
      return git(...who, 'commit-tree', tree, '-p', parent, '-m', message);
    };
    const base = git('rev-parse', 'main');
    put(branch, withFile('a.tf', base));
    await open();
    put('main', withFile('a.tf', commit('before', [base])));
    expect(await standing()).toMatchObject([{ number: 1, state: 'merged' }]);

    put(branch, withFile('a.tf', git('rev-parse', 'main')));
    await open({ digest: 'drift-bbbbbbbbbbbb' });
    put('main', withFile('a.tf', git('rev-parse', 'main'), 'another empty one'));
    git('update-ref', '-d', `refs/heads/${branch}`);
    expect(await standing()).toMatchObject([{}, { number: 2, state: 'declined' }]);
  });

  it('are withdrawn, and can be reopened, if the branch is moved back', async () => {
    push();
    await open();
    put(branch, git('rev-parse', 'main'));

    expect(await standing()).toMatchObject([{ number: 1, state: 'withdrawn' }]);
    push('again');
    expect(await open()).toMatchObject({ number: 1, state: 'reopened' });
    expect(await standing()).toMatchObject([{ number: 1, state: 'open', wasWithdrawn: false }]);
  });

  it('stay declined after the branch is deleted, until the drifts change', async () => {
    push();
    await open();
    git('update-ref', '-d', `refs/heads/${branch}`);

    expect(await standing()).toMatchObject([{ number: 1, state: 'declined' }]);
    push();
    expect(await open()).toMatchObject({ number: 1, state: 'declined' });
    expect(await open({ digest: 'drift-bbbbbbbbbbbb' })).toMatchObject({ number: 2 });
  });

  it('are closed with a comment, and can be reopened', async () => {
    push();
    await open();
    expect(valued(await start().close(byIntent, 'The drift is gone.'))).toEqual([1]);
    git('update-ref', '-d', `refs/heads/${branch}`);

    expect(await standing()).toMatchObject([{ number: 1, state: 'withdrawn' }]);
    expect(JSON.parse(written('1/comments.json'))).toEqual([
      expect.stringContaining('The drift is gone.'),
    ]);
    push('again');
    expect(await open()).toMatchObject({ number: 1, state: 'reopened' });
  });

  it('get a check on their commit, and one comment per key', async () => {
    push();
    const { commit: tip } = await open();
    const check = { name: 'parley', state: 'passed', title: 'accepted', summary: '' } as const;
    valued(await start().setCheck(tip, check));
    const word = { key: 'delivery-1', text: 'Because.' };

    expect(valued(await start().comment(1, word))).toBe('created');
    expect(valued(await start().comment(1, word))).toBe('unchanged');
    expect(entries()).toMatchObject([
      { check: { commit: tip, state: 'passed', title: 'accepted' } },
    ]);
    expect(JSON.parse(written('1/comments.json'))).toHaveLength(1);
  });

  it('are all recorded when several are opened at once', async () => {
    const many = Array.from({ length: 6 }, (_each, index) => `parley/i-${index}`);
    for (const name of many) put(name, commit(name, [git('rev-parse', 'main')]));
    await Promise.all(many.map((name) => open({ intent: name.slice(7), branch: name })));

    const found = entries() as readonly { number: number; branch: string }[];
    expect(found.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(found.map((one) => one.branch).sort()).toEqual(many);
  });

  it('are not created without a branch, or twice for the same branch', async () => {
    expect(await start().open(draft)).toMatchObject({
      ok: false,
      error: { code: 'forge-refused', message: `There is no branch ${branch}.` },
    });
    push();
    await Promise.all([open(), open()]);
    expect(entries()).toHaveLength(1);
  });

  it('are not guessed at if the register is damaged', async () => {
    push();
    git('update-ref', 'refs/parley/proposals', git('rev-parse', 'main'));

    const strange = { code: 'forge-register', hint: expect.stringContaining('update-ref -d') };
    expect(await start().open(draft)).toMatchObject({ ok: false, error: strange });

    git('update-ref', '-d', 'refs/parley/proposals');
    await open();
    const word = { key: 'delivery-1', text: 'Because.' };
    valued(await start().comment(1, word));
    put('tampered', tampered('{"none":1}'));
    git('update-ref', 'refs/parley/proposals', git('rev-parse', 'tampered'));
    expect(await start().comment(1, word)).toMatchObject({ ok: false, error: strange });
  });
});
