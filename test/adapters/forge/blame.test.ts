import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createGitBlame, parsePorcelain } from '../../../src/adapters/forge/blame.ts';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../src/code/terraform/state/parse.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { codeHistory } from '../../../src/reconcile/managed/code-history.ts';
import { loadProject } from '../../../src/reconcile/managed/load-project.ts';

const made: string[] = [];
let folder: string;
const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir() };

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { env, encoding: 'utf8' }).trim();
}

/** Writes files below the project and commits them in the name of `who`, dated `day`. */
function commit(who: string, day: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) put(name, text);
  git('add', '.');
  const date = `${day}T12:00:00+02:00`;
  execFileSync(
    'git',
    [
      '-C',
      folder,
      '-c',
      `user.name=${who}`,
      '-c',
      `user.email=${who}@example.com`,
      'commit',
      '-q',
      '-m',
      'change',
      '--date',
      date,
    ],
    { env: { ...env, GIT_COMMITTER_DATE: date } },
  );
  return git('rev-parse', 'HEAD');
}

function put(name: string, text: string): void {
  mkdirSync(join(folder, 'infra'), { recursive: true });
  writeFileSync(join(folder, 'infra', name), text);
}

const queue = (delay: string) => `resource "aws_sqs_queue" "orders" {
  name          = "orders"
  delay_seconds = ${delay}
}
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-blame-'));
  made.push(folder);
  git('init', '-q', '-b', 'main');
});
afterAll(() => {
  for (const each of made) rmSync(each, { recursive: true, force: true });
});

const address = 'aws_sqs_queue.orders';

/** The history of `delay_seconds` when the files have these contents. */
async function historyOf(files: Readonly<Record<string, string>>, dir = join(folder, 'infra')) {
  const state = parseState('{"version": 4, "serial": 1, "lineage": "x", "resources": []}', 's');
  if (!state.ok) throw new Error(state.error.message);
  const index = createStateIndex(state.value, loadSchema());
  const tree = new Map(Object.entries(files));
  const { project } = loadProject(tree, { varFiles: [], env: {}, workspace: 'default' }, index);
  const drift = { address, path: ['delay_seconds'], declaredFrom: 'code' } as const;
  const history = await codeHistory(createGitBlame(dir, env), project, [drift]);
  return {
    commit: history.commitOf(address, ['delay_seconds']),
    since: history.since(address, ['delay_seconds']),
  };
}

describe('the commit that set a value', () => {
  it('is the one that last changed its line, with the time of that commit', async () => {
    commit('ana', '2026-03-01', { 'main.tf': queue('3') });
    const set = commit('ben', '2026-03-10', { 'main.tf': queue('5') });
    commit('cleo', '2026-03-12', {
      'main.tf': `# Queues.\n\n${queue('5')}`,
    });

    expect(await historyOf({ 'main.tf': `# Queues.\n\n${queue('5')}` })).toEqual({
      commit: { commit: set, author: 'ben@example.com', time: '2026-03-10T10:00:00.000Z' },
      since: '2026-03-10T10:00:00.000Z',
    });
  });

  it('is the one that changed the literal, through references', async () => {
    const text = queue('var.delay');
    const variable = (value: number) => `variable "delay" {
  default = ${value}
}
`;
    commit('ana', '2026-03-01', { 'main.tf': text, 'vars.tf': variable(3) });
    const set = commit('ben', '2026-03-10', { 'vars.tf': variable(5) });

    const { commit: found } = await historyOf({ 'main.tf': text, 'vars.tf': variable(5) });
    expect(found?.commit).toBe(set);
  });

  it('is not one that only moved or reformatted the line', async () => {
    const other = `resource "aws_sqs_queue" "mail" {
  name = "mail-of-the-whole-shop"
}
`;
    commit('ana', '2026-02-01', { 'main.tf': `${other}` });
    const set = commit('ben', '2026-03-01', { 'main.tf': `${other}\n${queue('3')}` });
    commit('cleo', '2026-03-10', { 'main.tf': `${queue('3')}\n${other}` });
    const now = `${queue('3').replace('delay_seconds =', 'delay_seconds   =')}\n${other}`;
    commit('dan', '2026-03-11', { 'main.tf': now });

    expect((await historyOf({ 'main.tf': now })).commit?.commit).toBe(set);
  });

  it('may be the first commit, which does not count as setting the value again', async () => {
    const set = commit('ana', '2026-03-01', { 'main.tf': queue('3') });
    const found = await historyOf({ 'main.tf': queue('3') });

    expect(found.commit).toMatchObject({ commit: set, first: true });
    expect(found.since).toBeUndefined();
  });
});

describe('no commit is known', () => {
  const none = { commit: undefined, since: undefined };

  it('for a line that is not committed', async () => {
    commit('ana', '2026-03-01', { 'main.tf': queue('3') });
    put('main.tf', queue('5'));

    expect(await historyOf({ 'main.tf': queue('5') })).toEqual(none);
  });

  it('for an untracked file, without commits, or without a repository', async () => {
    put('main.tf', queue('3'));
    expect(await historyOf({ 'main.tf': queue('3') })).toEqual(none);
    commit('ana', '2026-03-01', { 'other.tf': '' });
    expect(await historyOf({ 'missing.tf': queue('3') })).toEqual(none);
    const bare = mkdtempSync(join(tmpdir(), 'parley-blame-'));
    made.push(bare);
    expect(await historyOf({ 'main.tf': queue('3') }, bare)).toEqual(none);
  });

  it('without git', async () => {
    put('main.tf', queue('3'));
    const blame = createGitBlame(folder, { PATH: join(folder, 'nothing') });

    expect(await blame(new Map([['main.tf', [{ from: 1, to: 1 }]]]))).toEqual(new Map());
  });

  it('for lines from before the cut of a shallow clone', () => {
    const sha = 'a'.repeat(40);
    const text = `${sha} 1 1 1\nauthor Ana\nauthor-mail <ana@example.com>\nauthor-time 1772000000\nboundary\nfilename a.tf\n\tx = 1\n`;

    expect(parsePorcelain(text, true)).toEqual(new Map());
    expect(parsePorcelain(text, false).get(1)).toMatchObject({ commit: sha, first: true });
  });
});
