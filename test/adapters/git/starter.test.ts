import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitProcess, runGit } from '../../../src/adapters/git/run.ts';
import { createGitStarter } from '../../../src/adapters/git/starter.ts';
import { eventually } from '../../eventually.ts';

const program = join(import.meta.dirname, 'starter-program.mjs');
const start = createGitStarter(program);
const PATH = process.env['PATH'] ?? '';

let folder: string;
/** A PATH whose first git reports its own and its parent's process id, and then sleeps. */
let slow: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-starter-'));
  slow = `${folder}${delimiter}${PATH}`;
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho $$ $PPID > ${folder}/told\nexec sleep 600\n`);
  chmodSync(join(folder, 'git'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(args: readonly string[], more: Partial<GitProcess> = {}): GitProcess {
  return { args, cwd: folder, env: { PATH }, input: '', timeout: 60_000, ...more };
}

/** Waits until the slow git runs; returns its process id and that of its parent. */
async function sleeper(): Promise<readonly [number, number]> {
  const reported = join(folder, 'told');
  await eventually(() =>
    expect(existsSync(reported) && readFileSync(reported, 'utf8')).toMatch(/\n/),
  );
  const [own = 0, starter = 0] = readFileSync(reported, 'utf8').trim().split(' ').map(Number);
  rmSync(reported);
  return [own, starter];
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const gone = (pid: number) => eventually(() => expect(isRunning(pid)).toBe(false));

describe('git started by the small process', () => {
  it.each([
    ['what it prints', git(['version'])],
    ['how it ends', git(['rev-parse', '--verify', '--quiet', 'HEAD'])],
    ['what it complains of', git(['cat-file', '-t', 'HEAD'])],
    ['what it reads', git(['hash-object', '--stdin'], { input: 'grüße\n'.repeat(100_000) })],
    ['its environment', git(['var', 'GIT_AUTHOR_IDENT'], { env: { PATH, GIT_AUTHOR_NAME: 'a' } })],
    ['a folder that is not there', git(['version'], { cwd: join('/', 'nowhere-at-all') })],
    ['no git', git(['version'], { env: { PATH: '/nowhere-at-all' } })],
    ['an end in time', git([], { env: { PATH: slow }, timeout: 300 })],
  ])('behaves as if started directly: %s', async (_, asked) => {
    const expected = await runGit(asked);

    expect(await start(asked)).toEqual(expected);
    rmSync(join(folder, 'told'), { force: true });
  });

  it('gives each of many concurrent calls its own answer', async () => {
    const inputs = Array.from({ length: 40 }, (_, index) => `${index}\n`);
    const ask = (run: typeof start) =>
      Promise.all(inputs.map((input) => run(git(['hash-object', '--stdin'], { input }))));

    expect(await ask(start)).toEqual(await ask(runGit));
  });

  it('is ended when the caller aborts, and not started if that was before', async () => {
    const controller = new AbortController();
    const answer = start(git([], { env: { PATH: slow } }), controller.signal);
    const [pid] = await sleeper();
    controller.abort();

    expect(await answer).toMatchObject({ code: undefined, ended: 'aborted' });
    await gone(pid);
    expect(await start(git(['version']), controller.signal)).toMatchObject({ ended: 'aborted' });
  });

  it('is reported as lost if the small process dies, which is then started again', async () => {
    const answer = start(git([], { env: { PATH: slow } }));
    const [pid, starter] = await sleeper();
    expect(starter).not.toBe(process.pid);
    process.kill(starter, 'SIGKILL');

    expect(await answer).toMatchObject({ code: undefined, ended: 'lost' });
    expect(await start(git(['version']))).toMatchObject({ code: 0 });
    process.kill(pid);
  });

  it('ends when the process that it serves is killed', async () => {
    const script = join(import.meta.dirname, 'parent.ts');
    const parent = spawn(process.execPath, ['--import', 'tsx', script, slow], { stdio: 'inherit' });
    const [pid, starter] = await sleeper();
    expect([isRunning(pid), isRunning(starter)]).toEqual([true, true]);
    // A terminal sends these to all processes; the service has to shut down first.
    process.kill(starter, 'SIGINT');
    process.kill(starter, 'SIGTERM');
    expect(isRunning(starter)).toBe(true);
    parent.kill('SIGKILL');

    await gone(pid);
    await gone(starter);
  });

  it('does not keep an otherwise idle process alive', async () => {
    const script = join(import.meta.dirname, 'parent.ts');
    const idle = mkdtempSync(join(folder, 'idle-'));
    writeFileSync(join(idle, 'git'), '#!/bin/sh\nexit 0\n');
    chmodSync(join(idle, 'git'), 0o755);
    const parent = spawn(process.execPath, ['--import', 'tsx', script, idle]);

    expect(await new Promise((ended) => parent.once('exit', ended))).toBe(0);
  });
});
