import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { ok, type Result } from '../model/result.ts';
import type { AddressesOf } from '../net/addresses-of.ts';
import type { GitCredential } from '../service/ports/checkouts.ts';
import { canPin, pinOf } from './pin.ts';

export interface GitCall {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Further variables, such as GIT_INDEX_FILE. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** URL that is spoken to, and who we are there. */
  readonly remote?: { readonly url: string; readonly credential?: GitCredential | undefined };
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; 5 minutes where nothing is said. */
  readonly timeout?: number;
}

export interface GitAnswer {
  /** Undefined when it was ended from outside. */
  readonly code: number | undefined;
  readonly out: string;
  /** The end of what it complained of. For telling causes apart; nobody is shown it. */
  readonly complaint: string;
  /** Why it was ended, or not begun. */
  readonly ended?: Ended;
}

/**
 * `unknown`: the host has no address; `refused`: it leads to an address that is not called;
 * `old-git`: git could not be told to go nowhere else.
 */
export type Ended = 'time' | 'aborted' | 'output' | 'no-git' | 'old-git' | 'unknown' | 'refused';

/** Runs git where nothing of a repository or of the machine's settings makes it run anything else. */
export type Git = (call: GitCall) => Promise<GitAnswer>;

const fiveMinutes = 300_000;
const mostOutput = 64 * 1024 * 1024;
const mostComplaint = 8192;

/** What git needs to reach its remotes; variables that make it run or trace something stay out. */
const passedOn =
  /^(?:PATH|TMPDIR|TEMP|TMP|SYSTEMROOT|https?_proxy|no_proxy|all_proxy|SSL_CERT_FILE|SSL_CERT_DIR|GIT_SSL_CAINFO|GIT_SSL_CAPATH)$/i;

const settings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['credential.helper', ''],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.autoDetach', 'false'],
  ['maintenance.autoDetach', 'false'],
  // A redirect may lead anywhere, also with what signs the request.
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
  ['safe.bareRepository', 'explicit'],
  ['safe.directory', '*'],
  ['submodule.recurse', 'false'],
];

/**
 * `home` is a folder in which git looks for settings and passwords of a user, and finds none. Hosts
 * are looked up by `addressesOf` alone.
 */
export function createGit(
  environment: Readonly<Record<string, string>>,
  home: string,
  addressesOf: AddressesOf,
): Git {
  const passed = Object.entries(environment).filter(([name]) => passedOn.test(name));
  const base = {
    ...Object.fromEntries(passed),
    HOME: home,
    LC_ALL: 'C',
    GIT_ASKPASS: '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    SSH_ASKPASS: '',
  };
  let version: Promise<GitAnswer> | undefined;
  const pinned = async (url: string): Promise<Result<string | undefined, Ended>> => {
    const pin = await pinOf(url, addressesOf, base);
    if (!pin.ok || pin.value === undefined) return pin;
    version ??= run({ args: ['version'] }, base);
    const { out, ended } = await version;
    return ended === undefined && !canPin(out) ? { ok: false, error: 'old-git' } : pin;
  };
  return async (call) => {
    const { remote } = call;
    const pin = remote === undefined ? ok(undefined) : await pinned(remote.url);
    if (!pin.ok) return without(pin.error);
    return run(call, { ...base, ...remoteEnvironment(remote, pin.value), ...call.env });
  };
}

/** Secrets go by the environment: everybody can read the arguments of a process. */
function remoteEnvironment(
  remote: GitCall['remote'],
  pin: string | undefined,
): Readonly<Record<string, string>> {
  const all = [...settings];
  if (pin !== undefined) all.push(['http.curloptResolve', pin]);
  if (remote?.credential !== undefined) {
    const { user, password } = remote.credential;
    const encoded = Buffer.from(`${user}:${password}`).toString('base64');
    const { origin } = new URL(remote.url);
    all.push([`http.${origin}/.extraHeader`, `Authorization: Basic ${encoded}`]);
  }
  const numbered = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries(numbered),
    GIT_CONFIG_COUNT: String(all.length),
    GIT_ALLOW_PROTOCOL: protocolOf(remote?.url),
  };
}

/** The protocol of the settings and no other; without a remote none. */
function protocolOf(url: string | undefined): string {
  if (url === undefined) return 'none';
  return url.startsWith('/') ? 'file' : new URL(url).protocol.slice(0, -1);
}

function run(call: GitCall, env: Readonly<Record<string, string>>): Promise<GitAnswer> {
  const { args, cwd, input = '', signal, timeout = fiveMinutes } = call;
  if (signal?.aborted) return Promise.resolve(without('aborted'));
  return new Promise((resolve, reject) => {
    // A group of its own, so that helpers end with it.
    const child = spawn('git', args, { cwd, env, detached: true, stdio: 'pipe' });
    let ended: GitAnswer['ended'];
    const end = (why: GitAnswer['ended']): void => {
      ended ??= why;
      endGroup(child.pid);
    };
    const said = listen(child, () => end('output'));
    const timer = setTimeout(() => end('time'), timeout);
    const abort = (): void => end('aborted');
    signal?.addEventListener('abort', abort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    child.on('error', (error) => {
      settle();
      if ('code' in error && error.code === 'ENOENT') resolve(without('no-git'));
      else reject(error);
    });
    child.on('close', (code) => {
      settle();
      resolve({ code: code ?? undefined, ...said(), ...(ended === undefined ? {} : { ended }) });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function without(ended: NonNullable<GitAnswer['ended']>): GitAnswer {
  return { code: undefined, out: '', complaint: '', ended };
}

/** What a process says, up to a limit. */
function listen(
  { stdout, stderr }: ChildProcessWithoutNullStreams,
  onTooMuch: () => void,
): () => Pick<GitAnswer, 'out' | 'complaint'> {
  const chunks: Buffer[] = [];
  let length = 0;
  let complaint = '';
  stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > mostOutput) onTooMuch();
    else chunks.push(chunk);
  });
  stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-mostComplaint);
  });
  return () => ({ out: Buffer.concat(chunks).toString(), complaint });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
