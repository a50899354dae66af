import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { valued } from '../servers/forges.ts';
import {
  branch,
  password,
  type Remote,
  type RequestMore,
  requestOf,
  startRemote,
} from './remote.ts';

const before = ['a = 1', 'b = 2', 'c = 3', 'd = 4', 'e = 5', 'f = 6', ''].join('\n');
const patched = before.replace('a = 1', 'a = 10');
const other = before.replace('a = 1', 'a = 11');

let remote: Remote;
beforeEach(async () => {
  remote = await startRemote();
  remote.repository.commit({ 'main.tf': before, 'other.tf': 'x = 1\n' });
});
afterEach(() => remote.stop());

/** Does what the handler does: lists the branches, and pushes onto the tip that it saw. */
async function push(after: string | undefined, more: RequestMore = {}) {
  const target = await remote.target();
  const tip = valued(await remote.pusher.branches(target)).get(branch);
  const files = after === undefined ? [] : [{ path: 'main.tf', before, after }];
  const request = requestOf(target.base, files, { tip, ...more });
  return valued(await remote.pusher.push(target, request));
}

function head(): string {
  return remote.repository.head(branch) ?? '';
}

describe('a branch with nothing but Parley’s commit', () => {
  it('gets one commit, with the same id each time', async () => {
    const first = await push(patched);
    const commit = head();
    remote.repository.deleteBranch(branch);

    expect(first).toEqual({ kind: 'pushed', commit });
    expect(await push(patched)).toEqual({ kind: 'pushed', commit });
    expect(await push(patched)).toEqual({ kind: 'unchanged', commit });
    expect(remote.repository.read('main.tf', branch)).toBe(patched);
    expect(remote.repository.git('log', '--format=%an %ae %at', `main..${branch}`)).toBe(
      `Parley parley@example.com ${Date.UTC(2026, 2, 14, 12) / 1000}\n`,
    );
  });

  it('is replaced for another patch, but not if only the base has moved', async () => {
    await push(patched);
    const first = head();
    remote.repository.commit({ 'other.tf': 'x = 2\n' });

    expect(await push(patched)).toEqual({ kind: 'unchanged', commit: first });
    expect(await push(other)).toMatchObject({ kind: 'pushed' });
    expect(remote.repository.git('rev-list', '--count', `main..${branch}`)).toBe('1\n');
    expect(remote.repository.read('other.tf', branch)).toBe('x = 2\n');
  });

  it('may change shared files outside the folder of the stack', async () => {
    remote.repository.commit({ 'modules/a/main.tf': before });
    const files = [{ path: '../../modules/a/main.tf', before, after: patched }];

    expect(await push(undefined, { files, root: 'envs/prod' })).toMatchObject({ kind: 'pushed' });
    expect(remote.repository.read('modules/a/main.tf', branch)).toBe(patched);
  });

  it('gets an empty commit for a request to revert', async () => {
    expect(await push(undefined)).toMatchObject({ kind: 'pushed' });
    expect(remote.repository.git('diff', '--stat', 'main', branch)).toBe('');
    expect(remote.repository.git('rev-list', '--count', `main..${branch}`)).toBe('1\n');
    expect(await push(undefined)).toMatchObject({ kind: 'unchanged' });
  });

  it('is overwritten once it has been merged', async () => {
    await push(patched);
    remote.repository.merge(branch);
    remote.repository.commit({ 'main.tf': before }, { message: 'take it back' });

    expect(await push(other)).toMatchObject({ kind: 'pushed' });
    expect(remote.repository.read('main.tf', branch)).toBe(other);
  });

  it('is removed once', async () => {
    const target = await remote.target();
    await push(patched);
    const tip = head();

    expect(await remote.pusher.remove(target, branch, tip)).toEqual({ ok: true, value: 'removed' });
    expect(remote.repository.branches()).toEqual(['main']);
    expect(await remote.pusher.remove(target, branch, tip)).toEqual({ ok: true, value: 'stale' });
  });

  it('names the stack and the intent it belongs to', async () => {
    const target = await remote.target();
    await push(patched);

    expect(valued(await remote.pusher.ownerOf(target, branch, head()))).toEqual({
      stack: 'default/prod',
      intent: 'i-0123456789ab',
    });
  });

  it('is not pushed if the file has different content in the base', async () => {
    const { base } = await remote.target();
    remote.repository.commit({ 'main.tf': before.replace('f = 6', 'f = 7') });

    expect(await push(patched, { revision: base })).toEqual({
      kind: 'base-moved',
      path: 'main.tf',
    });
    expect(remote.repository.branches()).toEqual(['main']);
  });

  it('is not overwritten by a process that saw an older tip', async () => {
    await push(patched);
    const tip = head();
    await push(other);

    const target = await remote.target();
    const files = [{ path: 'main.tf', before, after: patched.replace('a = 10', 'a = 12') }];
    const late = requestOf(target.base, files, { tip });
    expect(valued(await remote.pusher.push(target, late))).toEqual({ kind: 'stale' });
    expect(valued(await remote.pusher.push(target, { ...late, tip: undefined }))).toEqual({
      kind: 'stale',
    });
    expect(remote.repository.read('main.tf', branch)).toBe(other);
  });
});

describe('a branch that people committed to', () => {
  const theirs = (text: string) =>
    remote.repository.commit({ 'main.tf': text }, { branch, message: 'mine', author: 'ada' });

  it('keeps their lines, with the new patch around them', async () => {
    await push(patched);
    const human = theirs(patched.replace('e = 5', 'e = 50'));

    expect(await push(other)).toMatchObject({ kind: 'pushed' });
    expect(remote.repository.read('main.tf', branch)).toBe(other.replace('e = 5', 'e = 50'));
    expect(remote.repository.git('merge-base', '--is-ancestor', human, branch)).toBe('');
    const laid = head();

    // Their changes are still recognized as theirs, in this run and in the next.
    expect(await push(other)).toEqual({ kind: 'unchanged', commit: laid });
    remote.repository.commit({ 'other.tf': 'x = 3\n' });
    expect(await push(before.replace('a = 1', 'a = 12'))).toMatchObject({ kind: 'pushed' });
    expect(remote.repository.read('main.tf', branch)).toBe(
      before.replace('a = 1', 'a = 12').replace('e = 5', 'e = 50'),
    );
    expect(remote.repository.read('other.tf', branch)).toBe('x = 3\n');
    expect(remote.repository.git('diff', '--name-only', 'main', branch)).toBe('main.tf\n');
  });

  it('may be merged with the base by them', async () => {
    await push(patched);
    const { repository } = remote;
    repository.commit({ 'main.tf': before.replace('f = 6', 'f = 60'), 'other.tf': 'x = 4\n' });
    const human = repository.merge('main', branch);

    const [newBefore, newAfter] = [before, other].map((text) => text.replace('f = 6', 'f = 60'));
    const files = [{ path: 'main.tf', before: newBefore, after: newAfter ?? '' }];
    expect(await push(undefined, { files })).toMatchObject({ kind: 'pushed' });
    expect(repository.read('main.tf', branch)).toBe(newAfter);
    expect(repository.git('merge-base', '--is-ancestor', human, branch)).toBe('');
    expect(repository.git('diff', '--name-only', 'main', branch)).toBe('main.tf\n');
  });

  it('is left alone if both changed a line, until theirs is given up', async () => {
    await push(patched);
    const human = theirs(patched.replace('a = 10', 'a = 9'));

    const refused = await push(other);
    expect(refused).toEqual({
      kind: 'protected',
      tip: human,
      lines: [
        {
          path: 'main.tf',
          lines: { from: 1, to: 1 },
          commit: human,
          author: 'ada@example.com',
        },
      ],
    });
    expect(head()).toBe(human);
    // The patch they built on counts as unchanged.
    expect(await push(patched)).toEqual({ kind: 'unchanged', commit: human });
    expect(await push(other, { free: [human] })).toMatchObject({ kind: 'pushed' });
    expect(remote.repository.read('main.tf', branch)).toBe(other);
  });

  it('is protected if they rewrote Parley’s commit', async () => {
    await push(patched);
    const known = head();
    remote.repository.git('update-ref', `refs/heads/${branch}`, 'refs/heads/main');
    const human = theirs(patched.replace('a = 10', 'a = 9').replace('e = 5', 'e = 50'));

    expect(await push(other, { known })).toMatchObject({ kind: 'protected', tip: human });
    expect(await push(patched, { known })).toEqual({ kind: 'unchanged', commit: human });
    // Without a record of what was pushed, everything that differs from the base counts as theirs.
    expect(await push(other)).toEqual({ kind: 'taken', tip: human, author: 'ada@example.com' });
  });

  it('is not deleted', async () => {
    await push(patched);
    const human = theirs(`${patched}g = 7\n`);

    const removed = await remote.pusher.remove(await remote.target(), branch, human);
    expect(removed).toEqual({ ok: true, value: 'kept' });
    expect(head()).toBe(human);
  });

  it('is left alone if Parley never pushed to it', async () => {
    const human = theirs(`${before}g = 7\n`);

    expect(await push(patched)).toEqual({ kind: 'taken', tip: human, author: 'ada@example.com' });
    expect(head()).toBe(human);
  });
});

describe('a push', () => {
  it.each([
    ['a branch', { branch: '--upload-pack=touch' }, 'branch-name'],
    ['a branch elsewhere', { branch: 'main' }, 'branch-name'],
    ['a range', { branch: 'parley/a..b' }, 'branch-name'],
    [
      'a path',
      { files: [{ path: '../../main.tf', before: undefined, after: '' }], root: 'envs' },
      'outside-repository',
    ],
    [
      'an absolute path',
      { files: [{ path: '/main.tf', before: undefined, after: '' }], root: 'envs' },
      'outside-repository',
    ],
    [
      'the git directory beside the root',
      { files: [{ path: '../.git/config', before: undefined, after: '' }], root: 'envs' },
      'outside-repository',
    ],
    [
      'the git directory',
      { files: [{ path: '.git/config', before: undefined, after: '' }] },
      'outside-repository',
    ],
  ])('is refused for %s', async (_, more, code) => {
    const target = await remote.target();
    const request = requestOf(target.base, [], more);
    expect(await remote.pusher.push(target, request)).toMatchObject({ ok: false, error: { code } });
    expect(remote.repository.branches()).toEqual(['main']);
  });

  it.each([
    ['the account may not write', 'http.receivepack', 'false', 'push-forbidden'],
    ['a rule says no', 'receive.denyNonFastForwards', 'true', 'push-refused'],
  ])('is refused with its own error if %s', async (_, name, value, code) => {
    await push(patched);
    remote.repository.git('config', name, value);

    const target = await remote.target();
    const tip = valued(await remote.pusher.branches(target)).get(branch);
    const files = [{ path: 'main.tf', before, after: other }];
    const refused = await remote.pusher.push(target, requestOf(target.base, files, { tip }));
    expect(refused).toMatchObject({ ok: false, error: { code, hint: expect.any(String) } });
  });

  it('does not show a password', async () => {
    const target = await remote.target();
    const wrong = { ...target, credential: { user: 'x-access-token', password: 'wrong-password' } };
    const refused = await remote.pusher.push(wrong, requestOf(target.base, []));
    expect(refused).toMatchObject({ ok: false, error: { code: 'push-forbidden' } });
    expect(JSON.stringify(refused)).not.toContain('wrong-password');
    expect(remote.server.requests.every(({ path }) => !path.includes(password))).toBe(true);
  });
});
