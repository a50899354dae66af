import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BatchObject, batchParser } from '../../../src/adapters/git/batch-answers.ts';
import { lookUp, parseLookUp } from '../../../src/adapters/git/look-up.ts';
import { createObjectReaders } from '../../../src/adapters/git/object-reader.ts';
import { runGit } from '../../../src/adapters/git/run.ts';

const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', HOME: '/nowhere' };
const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
const text = 'ends with missing\n0123 blob 4\nmissing';

let folder: string;
let gitDir: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-objects-'));
  gitDir = join(folder, '.git');
  git('init', '--quiet', '--initial-branch=main');
  commit('one.txt', text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  return execFileSync('git', [...who, ...args], { cwd: folder, env, encoding: 'utf8' }).trim();
}

function commit(file: string, content: string): string {
  writeFileSync(join(folder, file), content);
  git('add', file);
  git('commit', '--quiet', `--message=${file}`);
  return git('rev-parse', 'HEAD');
}

const args = (...rest: string[]) => ['--git-dir', gitDir, ...rest];
const idOf = (name: string) => args('rev-parse', '--verify', '--quiet', name);

/** What keeps this process alive; timeouts are left out because the test runner has its own. */
function held(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'Timeout')
    .sort();
}

/** The answer of the batch process; undefined if the command itself has to be run. */
async function asked(open: ReturnType<typeof createObjectReaders>, command: readonly string[]) {
  const question = parseLookUp(command);
  if (question === undefined) return undefined;
  return lookUp(open(question.gitDir, env), question);
}

describe('a process that reads objects', () => {
  it('answers like the commands', async () => {
    const open = createObjectReaders();
    const tree = git('rev-parse', 'main^{tree}');
    const names = ['refs/heads/main', 'main^{commit}', 'main^{tree}', `${tree}:one.txt`, 'main^'];
    const more = ['refs/heads/none^{commit}', `${tree}:none`, `${'12'.repeat(20)}^{commit}`];
    const commands = [
      ...[...names, ...more].map(idOf),
      args('cat-file', 'blob', 'main:one.txt'),
      args('cat-file', '-e', 'main^{commit}'),
    ];
    for (const command of commands) {
      const { code, out } = await runGit({
        args: command,
        cwd: folder,
        env,
        input: '',
        timeout: 60_000,
      });
      expect(await asked(open, command)).toMatchObject({ code, out });
    }
    const answer = await asked(open, args('cat-file', '-e', `${'12'.repeat(20)}^{commit}`));
    expect(answer?.code).not.toBe(0);
  });

  it('sees what is written while it runs, and does not keep this process alive', async () => {
    const before = held();
    const open = createObjectReaders();
    const first = await asked(open, idOf('main^{commit}'));
    const second = commit('two.txt', 'two');
    git('gc', '--quiet', '--prune=now');
    expect(first?.out.trim()).not.toBe(second);
    expect((await asked(open, idOf('main^{commit}')))?.out.trim()).toBe(second);
    expect((await asked(open, args('cat-file', 'blob', 'main:two.txt')))?.out).toBe('two');
    const third = commit('three.txt', 'three');
    expect((await asked(open, idOf('main^{commit}')))?.out.trim()).toBe(third);
    expect(held()).toEqual(before);
  });

  it('answers concurrent questions, each with its own answer', async () => {
    const open = createObjectReaders();
    const names = ['main', 'none', 'main^{tree}', 'main:one.txt', 'main~9'];
    const answers = await Promise.all(names.map((name) => asked(open, idOf(name))));
    expect(answers.map((answer) => answer?.code)).toEqual([0, 1, 0, 0, 1]);
    expect(answers[3]?.out.trim()).toBe(git('rev-parse', 'main:one.txt'));
  });

  it('leaves large objects to the command, and keeps working', async () => {
    commit('large.txt', 'x'.repeat(2_000_000));
    const open = createObjectReaders();
    expect(await asked(open, args('cat-file', 'blob', 'main:large.txt'))).toBeUndefined();
    expect((await asked(open, args('cat-file', 'blob', 'main:one.txt')))?.out).toBe(text);
  });

  it.each([
    ['no git', () => createObjectReaders()(gitDir, { PATH: '/nowhere-at-all' })('main')],
    ['no repository', () => createObjectReaders()(join(folder, 'none'), env)('main')],
  ])('answers nothing with %s', async (_, read) => {
    expect(await read()).toBeUndefined();
  });

  it.each([
    ['two lines', args('cat-file', 'blob', 'main:a\nmain:b')],
    ['a blank', args('cat-file', 'blob', 'main:a b')],
    ['a flag', args('cat-file', 'blob', '--textconv')],
    ['another command', args('log', 'main')],
    ['more of a command', args('rev-parse', '--verify', 'main')],
    ['no folder', ['cat-file', 'blob', 'main']],
  ])('is not asked about %s', (_, command) => {
    expect(parseLookUp(command)).toBeUndefined();
  });
});

describe('answers of cat-file', () => {
  it('are parsed the same however they are split into chunks', () => {
    const answer = fc.oneof(
      fc.constant({ kind: 'missing' } as const),
      fc.record({
        kind: fc.constant('object' as const),
        id: fc.stringMatching(/^[0-9a-f]{40}$/),
        type: fc.constantFrom('blob', 'tree', 'commit'),
        content: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      }),
    );
    const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 6 }), cuts, (answers, lengths) => {
        const whole = Buffer.concat(answers.map(written));
        const read: BatchObject[] = [];
        const parse = batchParser((one) => read.push(one));
        for (let at = 0, n = 0; at < whole.length; n += 1) {
          const length = lengths[n % lengths.length] ?? 1;
          expect(parse(whole.subarray(at, at + length))).toBe(true);
          at += length;
        }
        expect(read).toEqual(answers);
      }),
    );
  });

  it.each(['fatal: bad object\n', 'main ambiguous\n', `${'a'.repeat(40)} blob 3\nabcd\n`])(
    'are rejected if malformed: %j',
    (said) => {
      expect(batchParser(() => undefined)(Buffer.from(said))).toBe(false);
    },
  );
});

function written(answer: BatchObject): Buffer {
  if (answer.kind === 'missing') return Buffer.from('a name missing\n');
  const { id, type, content } = answer;
  return Buffer.concat([
    Buffer.from(`${id} ${type} ${content.length}\n`),
    content,
    Buffer.from('\n'),
  ]);
}
