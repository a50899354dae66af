import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { GitOrder, ProcessMessage } from './messages.ts';
import { type GitAnswer, type GitProcess, type RunGit, runGit, withoutVariables } from './run.ts';

/**
 * Starts git from a small process of its own. To start a process is to copy the tables of the
 * memory of the one that starts it: from a service of 500 MB that takes ten times as long as git
 * takes for most of what it is asked, and a run asks twenty times. The small process begins with
 * the first call, starts again when it is gone, and ends with this one.
 */
export function createGitStarter(program = ownProgram()): RunGit {
  if (program === undefined) return runGit;
  let starter: Starter | undefined;
  let last = 0;

  const begin = (): Starter => {
    const begun = startProgram(program, () => {
      if (starter === begun) starter = undefined;
    });
    return begun;
  };

  return (process, signal) => {
    if (signal?.aborted) return Promise.resolve(withoutVariables('aborted'));
    starter ??= begin();
    last += 1;
    return ask(starter, last, process, signal);
  };
}

/** The small process, and who waits for it. */
interface Starter {
  readonly child: ChildProcess;
  readonly waiting: Map<number, Waiting>;
}

interface Waiting {
  readonly done: (answer: GitAnswer) => void;
  readonly broken: (error: Error) => void;
}

function startProgram(program: string, ended: () => void): Starter {
  const waiting = new Map<number, Waiting>();
  const child = fork(program, {
    env: {},
    execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const lose = (): void => {
    ended();
    for (const { done } of waiting.values()) done(withoutVariables('lost'));
    waiting.clear();
  };
  child.on('message', (received: ProcessMessage) => settle(waiting, received));
  // One that cannot be started has no exit.
  child.on('error', lose);
  child.once('exit', lose);
  child.unref();
  return { child, waiting };
}

function ask(
  { child, waiting }: Starter,
  number: number,
  process: GitProcess,
  signal: AbortSignal | undefined,
): Promise<GitAnswer> {
  // Whether it arrives or not, the end of the process answers.
  const send = (order: GitOrder): void => void child.send(order, () => undefined);
  const abort = (): void => send({ kind: 'abort', number });
  return new Promise<GitAnswer>((done, broken) => {
    waiting.set(number, { done, broken });
    // What waits for an answer keeps this process; the small one by itself does not.
    child.channel?.ref();
    signal?.addEventListener('abort', abort, { once: true });
    send({ kind: 'run', number, process });
  }).finally(() => {
    signal?.removeEventListener('abort', abort);
    if (waiting.size === 0) child.channel?.unref();
  });
}

/** Node runs no TypeScript by itself: from its sources there is one only where this process runs so, too. */
function ownProgram(): string | undefined {
  const isCompiled = import.meta.url.endsWith('.js');
  if (!isCompiled && !process.execArgv.includes('tsx')) return undefined;
  const name = `./starter-program.${isCompiled ? 'js' : 'ts'}`;
  return fileURLToPath(new URL(name, import.meta.url));
}

function settle(waiting: Map<number, Waiting>, received: ProcessMessage): void {
  const one = waiting.get(received.number);
  waiting.delete(received.number);
  if (received.kind === 'done') one?.done(received.answer);
  else one?.broken(new Error(received.message));
}
