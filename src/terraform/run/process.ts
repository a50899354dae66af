import { type ChildProcess, spawn } from 'node:child_process';

export interface ProcessRequest {
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Bytes of stdout and stderr together. */
  readonly maxOutput: number;
  readonly signal?: AbortSignal;
}

export type ProcessResult =
  | {
      readonly kind: 'exited';
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    }
  /** Could not be started: `code` is that of the system error, e.g. ENOENT. */
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'timeout' | 'flooded' | 'aborted' }
  /** Ended by a signal that was not ours. */
  | { readonly kind: 'killed'; readonly signal: string };

/** How long a process has to end by itself, in ms: Terraform releases locks, providers stop. */
const grace = 5000;

/**
 * Runs a program without a shell, and ends it with everything that it started when it takes too
 * long, says too much, is aborted, or when this process ends.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  if (request.signal?.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const child = spawn(request.binary, request.args, {
      cwd: request.cwd,
      env: request.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      // A group of its own, so that a signal reaches the providers too.
      detached: process.platform !== 'win32',
    });
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[], size: 0 };
    let ended: 'timeout' | 'flooded' | 'aborted' | undefined;
    let force: NodeJS.Timeout | undefined;
    const end = (why: 'timeout' | 'flooded' | 'aborted') => {
      if (ended !== undefined) return;
      ended = why;
      signalGroup(child, 'SIGINT');
      force = setTimeout(() => signalGroup(child, 'SIGKILL'), grace);
    };
    const timer = setTimeout(() => end('timeout'), request.timeoutMs);
    const abort = () => end('aborted');
    const exit = () => signalGroup(child, 'SIGKILL');
    request.signal?.addEventListener('abort', abort, { once: true });
    process.once('exit', exit);
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      output.size += chunk.length;
      if (output.size > request.maxOutput) end('flooded');
      else chunks.push(chunk);
    };
    child.stdout.on('data', collect(output.stdout));
    child.stderr.on('data', collect(output.stderr));
    const settle = (result: ProcessResult) => {
      clearTimeout(timer);
      clearTimeout(force);
      request.signal?.removeEventListener('abort', abort);
      process.removeListener('exit', exit);
      resolve(result);
    };
    child.once('error', (error) => settle({ kind: 'not-started', code: errorCode(error) }));
    child.once('close', (code, signal) => {
      // Whatever outlived its parent in the group goes with it.
      if (ended !== undefined) signalGroup(child, 'SIGKILL');
      settle(ended === undefined ? result(code, signal, output) : { kind: ended });
    });
  });
}

function result(
  code: number | null,
  signal: NodeJS.Signals | null,
  output: { readonly stdout: readonly Buffer[]; readonly stderr: readonly Buffer[] },
): ProcessResult {
  if (code === null) return { kind: 'killed', signal: signal ?? 'unknown' };
  const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8');
  return { kind: 'exited', code, stdout: text(output.stdout), stderr: text(output.stderr) };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the group is gone already, which is what was wanted.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
