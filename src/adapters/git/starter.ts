import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { GitOrder, ProcessMessage } from './messages.ts';
import { type GitOutput, type GitProcess, type RunGit, runGit, withoutVariables } from './run.ts';

/**
 * Starts git from a small helper process. Starting a process copies the memory tables of the one
 * that starts it: for a service of 500 MB that takes ten times as long as most commands of git, and
 * a run starts twenty of them. The helper starts with the first call, is started again when it is
 * gone, and ends with this process.
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

/** The helper process, and the calls that wait for it. */
interface Starter {
  readonly child: ChildProcess;
  readonly waiting: Map<number, Waiting>;
}

interface Waiting {
  readonly done: (answer: GitOutput) => void;
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
  // A process that cannot be started emits no `exit`.
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
): Promise<GitOutput> {
  // A failed send needs no handling: the end of the helper answers the call.
  const send = (order: GitOrder): void => void child.send(order, () => undefined);
  const abort = (): void => send({ kind: 'abort', number });
  return new Promise<GitOutput>((done, broken) => {
    waiting.set(number, { done, broken });
    // A call that waits for its answer keeps this process alive; the helper alone does not.
    child.channel?.ref();
    signal?.addEventListener('abort', abort, { once: true });
    send({ kind: 'run', number, process });
  }).finally(() => {
    signal?.removeEventListener('abort', abort);
    if (waiting.size === 0) child.channel?.unref();
  });
}

/**
 * Node alone runs no TypeScript: from the sources there is a helper only if this process runs with
 * tsx, too.
 */
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
