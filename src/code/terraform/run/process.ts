import { type ChildProcess, spawn } from 'node:child_process';
import { hasErrorCode, systemCode } from '../../../model/system-error.ts';
import { watched, watchedEnd } from './watched.ts';

export interface ProcessRequest {
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The entire environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Bytes of stdout and stderr together. */
  readonly maxOutput: number;
  readonly signal?: AbortSignal;
  /** Called as soon as the program runs. */
  readonly onStarted?: () => void;
}

export type ProcessResult =
  | {
      readonly kind: 'exited';
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    }
  /** Could not be started; `code` is the system error, e.g. ENOENT. */
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'timeout' | 'flooded' | 'aborted' }
  /** Ended by a signal that Parley did not send. */
  | { readonly kind: 'killed'; readonly signal: string };

/**
 * Time in ms that a process has to end after a signal, so that Terraform can release locks and
 * providers can stop.
 */
const grace = 5000;

type Reason = 'timeout' | 'flooded' | 'aborted';

/**
 * Runs a program without a shell. The program and everything it started are ended when it takes too
 * long, writes too much output, is aborted, or when this process ends for any reason.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  if (request.signal?.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const child = start(request);
    child.once('spawn', () => request.onStarted?.());
    child.once('exit', () => letGo(child));
    const leash = keepLeash(child, request);
    const output = collect(child, request.maxOutput, () => leash.end('flooded'));
    child.once('error', (error) => {
      leash.release();
      resolve({ kind: 'not-started', code: systemCode(error) ?? 'unknown' });
    });
    child.once('close', (code, signal) => {
      const ended = leash.release();
      resolve(ended === undefined ? exit(code, signal, output) : { kind: ended });
    });
  });
}

function start({ binary, args, cwd, env }: ProcessRequest): ChildProcess {
  const program = watched({ binary, args }, env, process.platform) ?? { binary, args };
  return spawn(program.binary, program.args, {
    cwd,
    env,
    // The watching process reads from the last one.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
    // A separate process group, so that a signal also reaches the providers.
    detached: process.platform !== 'win32',
  });
}

/**
 * Ends processes that outlive the program. They would keep its output open and still run when its
 * copy is deleted.
 */
function letGo(child: ChildProcess): void {
  child.stdio[3]?.destroy();
  signalGroup(child, 'SIGKILL');
}

interface Leash {
  /** Ends the program: with a normal signal first, then with SIGKILL. */
  end(why: Reason): void;
  /** Releases everything, and returns why the program was ended, if it was. */
  release(): Reason | undefined;
}

function keepLeash(child: ChildProcess, { timeoutMs, signal }: ProcessRequest): Leash {
  let ended: Reason | undefined;
  let force: NodeJS.Timeout | undefined;
  const end = (why: Reason) => {
    if (ended !== undefined) return;
    ended = why;
    signalGroup(child, 'SIGINT');
    force = setTimeout(() => signalGroup(child, 'SIGKILL'), grace);
  };
  const abort = () => end('aborted');
  const kill = () => signalGroup(child, 'SIGKILL');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  process.once('exit', kill);
  return {
    end,
    release() {
      clearTimeout(timer);
      clearTimeout(force);
      signal?.removeEventListener('abort', abort);
      process.removeListener('exit', kill);
      return ended;
    },
  };
}

interface Output {
  readonly stdout: Buffer[];
  readonly stderr: Buffer[];
}

function collect({ stdout, stderr }: ChildProcess, limit: number, flooded: () => void): Output {
  const output: Output = { stdout: [], stderr: [] };
  let size = 0;
  const into = (chunks: Buffer[]) => (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) flooded();
    else chunks.push(chunk);
  };
  stdout?.on('data', into(output.stdout));
  stderr?.on('data', into(output.stderr));
  return output;
}

function exit(code: number | null, signal: NodeJS.Signals | null, output: Output): ProcessResult {
  if (code === null) return { kind: 'killed', signal: signal ?? 'unknown' };
  const end = process.platform === 'win32' ? { kind: 'exited' as const, code } : watchedEnd(code);
  if (end.kind !== 'exited') return end;
  const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8');
  return { ...end, stdout: text(output.stdout), stderr: text(output.stderr) };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the group has already ended, as intended.
    if (!hasErrorCode(error, 'ESRCH')) throw error;
  }
}
