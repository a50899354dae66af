import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from '../../config/service/stacks.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Checkout, Checkouts, GitCredential, Mirror } from '../../ports/checkouts.ts';
import type { OpenObjects } from '../git/object-reader.ts';
import type { Git, RunGit } from '../git/run.ts';
import { isPrivateLine } from '../net/address.ts';
import type { AddressLookup } from '../net/address-lookup.ts';
import { createMutex } from '../sync/mutex.ts';
import { repositoryUnreachable } from './failure.ts';
import { createGit } from './git.ts';
import { type CheckoutLimits, type LayOut, layOut } from './lay-out.ts';
import { defaultTimes, type LockTimes, withLock } from './lock.ts';
import { type Fetched, fetchMirror } from './mirror.ts';
import { type GitSession, openSession } from './session.ts';
import { type CheckoutTarget, mirrorName, parseCheckoutTarget, targetTitle } from './target.ts';

export interface CheckoutOptions {
  /** Absolute path of the folder for copies and checkouts. */
  readonly folder: string;
  /** Only the variables that git needs are passed on. */
  readonly environment: Readonly<Record<string, string>>;
  /** Looks up the addresses of a repository's host. */
  readonly addressesOf: AddressLookup;
  /** Credential for the host of the repository; undefined for anonymous access. */
  readonly credentialFor: (stack: Stack) => Promise<Result<GitCredential | undefined>>;
  readonly limits?: Partial<Limits>;
  readonly lock?: LockTimes;
  /** Starts git; by default as a child of this process. */
  readonly runGit?: RunGit;
  /** Reads objects through a long-running git, so that simple lookups start no process. */
  readonly objects?: OpenObjects;
}

interface Limits extends CheckoutLimits {
  /** Largest bare copy, in bytes. */
  readonly mirror: number;
  /** Milliseconds for one fetch. */
  readonly timeout: number;
}

const gigabyte = 1024 ** 3;

const defaultLimits: Limits = {
  bytes: gigabyte,
  files: 200_000,
  mirror: 4 * gigabyte,
  timeout: 600_000,
};

/** Copies of repositories in a folder, which several processes may share. */
export function createCheckouts(options: CheckoutOptions): Checkouts & { close(): Promise<void> } {
  const { folder } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { environment, addressesOf, runGit, objects } = options;
  const git = createGit(environment, join(folder, 'home'), addressesOf, runGit, objects);
  const deps: FetchDeps = { git, folder, limits, options };
  let session: GitSession | undefined;
  const inTurn = createMutex();
  const opened = () =>
    inTurn(async () => {
      session ??= await openSession(folder);
      return session;
    });
  return {
    async open(stack, { revision, signal } = {}) {
      const got = await fetched(deps, stack, signal);
      if (!got.ok) return got;
      const { mirror, target } = got.value;
      const commit = await commitOf(git, mirror, target, revision);
      if (!commit.ok) return commit;
      const { gitDir } = mirror;
      const place = await (await opened()).place();
      const order = { git, gitDir, commit: commit.value, folder: place, target, limits, signal };
      return checkOut(order);
    },
    async mirror(stack, { signal } = {}) {
      const got = await fetched(deps, stack, signal);
      return got.ok ? ok<Mirror>(got.value.mirror) : got;
    },
    async close() {
      await session?.close();
    },
  };
}

async function checkOut(order: LayOut): Promise<Result<Checkout>> {
  const { folder, commit: revision } = order;
  const release = () => rm(folder, { recursive: true, force: true });
  try {
    const laid = await layOut(order);
    if (laid.ok) return ok({ revision, ...laid.value, release });
    await release();
    return laid;
  } catch (error) {
    await release();
    throw error;
  }
}

interface FetchDeps {
  readonly git: Git;
  readonly folder: string;
  readonly limits: Limits;
  readonly options: CheckoutOptions;
}

async function fetched(
  { git, folder, limits, options }: FetchDeps,
  stack: Stack,
  signal: AbortSignal | undefined,
): Promise<Result<{ readonly mirror: Fetched; readonly target: CheckoutTarget }>> {
  const target = parseCheckoutTarget(stack);
  if (!target.ok) return target;
  const credential = await credentialOf(options, stack, target.value.url);
  if (!credential.ok) return credential;
  await mkdir(join(folder, 'home'), { recursive: true });
  const { url } = target.value;
  const lock = join(folder, `${mirrorName(url)}.lock`);
  const deps = { git, folder, largest: limits.mirror, timeout: limits.timeout };
  const mirror = await withLock(
    lock,
    signal,
    () => fetchMirror(deps, target.value, credential.value, signal),
    options.lock ?? defaultTimes,
  );
  if (mirror === undefined) {
    return fail(
      repositoryUnreachable(url, { code: undefined, out: '', complaint: '', ended: 'aborted' }),
    );
  }
  return mirror.ok ? ok({ mirror: mirror.value, target: target.value }) : mirror;
}

/** Never sends a password over an unencrypted connection, except to this machine. */
async function credentialOf(
  { credentialFor }: CheckoutOptions,
  stack: Stack,
  url: string,
): Promise<Result<GitCredential | undefined>> {
  if (url.startsWith('/')) return ok(undefined);
  const credential = await credentialFor(stack);
  if (!credential.ok || credential.value === undefined) return credential;
  return isPrivateLine(new URL(url)) ? credential : fail(unencrypted(url));
}

/**
 * Only commits of the branch are accepted: others in the same repository are not the code of the
 * stack.
 */
async function commitOf(
  git: Git,
  { gitDir, tip }: Fetched,
  { url }: CheckoutTarget,
  revision: string | undefined,
): Promise<Result<string>> {
  if (revision === undefined || revision === tip) return ok(tip);
  if (!/^[0-9a-f]{40}$/.test(revision)) return fail(noSuchRevision(url));
  const answer = await git({
    args: ['--git-dir', gitDir, 'merge-base', '--is-ancestor', revision, tip],
  });
  return answer.code === 0 ? ok(revision) : fail(noSuchRevision(url));
}

function noSuchRevision(url: string): Problem {
  return {
    code: 'no-such-revision',
    message: `The branch of the repository ${targetTitle(url)} does not have that commit.`,
    hint: 'Name a commit of the branch, or none to use its tip.',
  };
}

function unencrypted(url: string): Problem {
  return {
    code: 'repository-unencrypted',
    message: `The repository ${targetTitle(url)} does not use https, so no token is sent to it.`,
    hint: 'Use its https address, or a stack without a forge.',
  };
}
