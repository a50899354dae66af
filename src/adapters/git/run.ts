import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { hasErrorCode } from '../../model/system-error.ts';
import type { GitCredential } from '../../ports/checkouts.ts';

/** The values with which one process of git is started; they can be sent to another process. */
export interface GitProcess {
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** The entire environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** A command of git, with what is known of it before the settings of git are added. */
export interface GitCall {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Further variables, such as GIT_INDEX_FILE. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** URL of the remote. The credential is passed in the environment, never as an argument. */
  readonly remote?: { readonly url: string; readonly credential?: GitCredential | undefined };
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; 5 minutes by default. */
  readonly timeout?: number;
}

/**
 * Runs git so that neither a repository nor the machine's settings can make it run anything else.
 */
export type Git = (call: GitCall) => Promise<GitOutput>;

/** Runs a local command of git in one repository. */
export type GitCommand = (
  args: readonly string[],
  call?: Pick<GitCall, 'env' | 'input'>,
) => Promise<GitOutput>;

export interface GitOutput {
  /** Undefined if it was ended from outside. */
  readonly code: number | undefined;
  readonly out: string;
  /** The end of its error output. Used only to find the cause; never shown. */
  readonly complaint: string;
  /** Why it was ended, or not started. */
  readonly ended?: EndedProcess;
}

/**
 * `lost`: the process that ran it is gone; `unknown`: the host has no address; `refused`: it has an
 * address that must not be called; `old-git`: this git cannot be kept from other addresses.
 */
export type EndedProcess =
  | 'time'
  | 'aborted'
  | 'output'
  | 'no-git'
  | 'old-git'
  | 'unknown'
  | 'refused'
  | 'lost';

/** Starts git and waits until it ends. */
export type RunGit = (process: GitProcess, signal?: AbortSignal) => Promise<GitOutput>;

const maxOutput = 64 * 1024 * 1024;
const maxComplaint = 8192;

/** Runs git as a child of this process, in a process group of its own. */
export const runGit: RunGit = ({ args, cwd, env, input, timeout }, signal) => {
  if (signal?.aborted) return Promise.resolve(withoutVariables('aborted'));
  return new Promise((resolve, reject) => {
    // A process group of its own, so that helpers end with it.
    const child = spawn('git', args, { cwd, env, detached: true, stdio: 'pipe' });
    let ended: GitOutput['ended'];
    const end = (why: GitOutput['ended']): void => {
      ended ??= why;
      endGroup(child.pid);
    };
    const readOutput = listen(child, () => end('output'));
    const timer = setTimeout(() => end('time'), timeout);
    const abort = (): void => end('aborted');
    signal?.addEventListener('abort', abort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    child.on('error', (error) => {
      settle();
      if (hasErrorCode(error, 'ENOENT')) resolve(withoutVariables('no-git'));
      else reject(error);
    });
    child.on('close', (code) => {
      settle();
      resolve({
        code: code ?? undefined,
        ...readOutput(),
        ...(ended === undefined ? {} : { ended }),
      });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
};

export function withoutVariables(ended: NonNullable<GitOutput['ended']>): GitOutput {
  return { code: undefined, out: '', complaint: '', ended };
}

/** Collects the output of a process, up to a limit. */
function listen(
  { stdout, stderr }: ChildProcessWithoutNullStreams,
  onTooMuch: () => void,
): () => Pick<GitOutput, 'out' | 'complaint'> {
  const chunks: Buffer[] = [];
  let length = 0;
  let complaint = '';
  stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxOutput) onTooMuch();
    else chunks.push(chunk);
  });
  stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-maxComplaint);
  });
  return () => ({ out: Buffer.concat(chunks).toString(), complaint });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has already ended.
    if (!hasErrorCode(error, 'ESRCH')) throw error;
  }
}
