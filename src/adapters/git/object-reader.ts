import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { type BatchObject, batchParser } from './batch-answers.ts';

/**
 * Reads the object that a name refers to now, or `missing`; undefined if the process gives no
 * answer.
 */
export type ReadObject = (name: string) => Promise<BatchObject | undefined>;

interface ObjectProcess {
  readonly read: ReadObject;
  readonly end: () => void;
}

/** Finds the process that reads objects of a repository; `env` is its entire environment. */
export type OpenObjects = (gitDir: string, env: Readonly<Record<string, string>>) => ReadObject;

/** Processes that are kept; the least recently used one ends first. */
const maxReaders = 4;
/**
 * Milliseconds without a query after which a process ends; one that still owes an answer is killed.
 */
const idle = 5_000;

/**
 * One `git cat-file --batch` for each repository, which answers one query after the other: a branch
 * is looked up each time, and objects that were written meanwhile are found. Callers need not close
 * it: it ends when it is idle, and with this process.
 */
export function createObjectReaders(): OpenObjects {
  const running = new Map<string, ObjectProcess>();
  return (gitDir, env) => (name) => {
    const found = running.get(gitDir);
    running.delete(gitDir);
    const own = found ?? startObjects(gitDir, env, (ended) => forget(running, gitDir, ended));
    running.set(gitDir, own);
    const [oldest] = running.values();
    if (running.size > maxReaders) oldest?.end();
    return own.read(name);
  };
}

function forget(running: Map<string, ObjectProcess>, gitDir: string, ended: ObjectProcess): void {
  if (running.get(gitDir) === ended) running.delete(gitDir);
}

function startObjects(
  gitDir: string,
  env: Readonly<Record<string, string>>,
  ended: (own: ObjectProcess) => void,
): ObjectProcess {
  const child = spawn('git', ['--git-dir', gitDir, 'cat-file', '--batch'], { env, stdio: 'pipe' });
  const waiting: ((answer: BatchObject | undefined) => void)[] = [];
  const hold = holder(child);
  let isEnded = false;
  const timer = setTimeout(() => {
    end();
    if (waiting.length > 0) child.kill('SIGKILL');
  }, idle).unref();
  const end = (): void => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    ended(own);
    child.stdin.end();
  };
  const lose = (): void => {
    end();
    for (const answer of waiting.splice(0)) answer(undefined);
    hold(false);
  };
  const own: ObjectProcess = {
    end,
    read: (name) => {
      if (isEnded) return Promise.resolve(undefined);
      timer.refresh();
      return new Promise((done) => {
        waiting.push(done);
        hold(true);
        child.stdin.write(`${name}\n`);
      });
    },
  };
  const parse = batchParser((answer) => {
    waiting.shift()?.(answer);
    if (waiting.length === 0) hold(false);
  });
  child.stdout.on('data', (chunk: Buffer) => {
    // Output that cannot be parsed ends the process; each query is then answered by a process of
    // its own.
    if (!parse(chunk)) child.kill('SIGKILL');
  });
  child.stderr.resume();
  child.stdin.on('error', () => undefined);
  child.on('error', lose);
  child.on('close', lose);
  hold(false);
  return own;
}

/** A process with open queries keeps this one alive; an idle one does not. */
function holder(child: ChildProcessWithoutNullStreams): (isAsked: boolean) => void {
  const pipes = [child.stdin, child.stdout, child.stderr] as readonly Partial<Holdable>[];
  return (isAsked) => {
    for (const one of [child, ...pipes]) {
      if (isAsked) one.ref?.();
      else one.unref?.();
    }
  };
}

interface Holdable {
  ref(): void;
  unref(): void;
}
