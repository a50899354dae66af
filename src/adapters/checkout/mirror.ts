import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../model/result.ts';
import type { GitCredential } from '../../ports/checkouts.ts';
import type { Git, GitOutput } from '../git/run.ts';
import {
  isBranchMissing,
  isCopyDamaged,
  noSuchBranch,
  repositoryTooLarge,
  repositoryUnreachable,
} from './failure.ts';
import { type CheckoutTarget, mirrorName } from './target.ts';

/**
 * What is needed to keep bare copies of repositories. A copy has the tips of the requested
 * branches.
 */
export interface MirrorDeps {
  readonly git: Git;
  /** Folder that contains the copies. */
  readonly folder: string;
  /** Largest copy, in bytes. */
  readonly largest: number;
  /** Longest time for a fetch, in milliseconds. */
  readonly timeout: number;
}

export interface Fetched {
  readonly gitDir: string;
  /** Commit at the tip of the branch, 40 hex digits. */
  readonly tip: string;
}

/** Brings the branch of the copy up to date. Only one process at a time does this to a copy. */
export async function fetchMirror(
  deps: MirrorDeps,
  target: CheckoutTarget,
  credential: GitCredential | undefined,
  signal: AbortSignal | undefined,
): Promise<Result<Fetched>> {
  const gitDir = join(deps.folder, mirrorName(target.url));
  for (let isRetry = false; ; isRetry = true) {
    const made = await makeMirror(deps, gitDir);
    if (made !== undefined) return fail(repositoryUnreachable(target.url, made));
    await removeRemains(gitDir, deps.timeout);
    const same = isRetry ? undefined : await sameTip(deps.git, gitDir, target);
    if (same !== undefined) return ok({ gitDir, tip: same });
    const fetched = await fetchBranch(deps, gitDir, target, credential, signal);
    if (fetched.ok) return fetched;
    const { answer } = fetched.error;
    if (answer === undefined || isRetry || !isCopyDamaged(answer))
      return fail(fetched.error.problem);
    // The copy has nothing that the remote lacks, so it is replaced with a new one.
    await moveAway(gitDir);
  }
}

/**
 * The tip of the branch if the repository is on this machine and the copy already has the tip. A
 * fetch starts a process at each end; this check may start none.
 */
async function sameTip(
  git: Git,
  gitDir: string,
  { url, branch, tip }: CheckoutTarget,
): Promise<string | undefined> {
  if (!url.startsWith('/')) return undefined;
  const own = await commitOf(git, gitDir, tip);
  if (own === undefined) return undefined;
  const there =
    (await commitOf(git, join(url, '.git'), branch)) ?? (await commitOf(git, url, branch));
  return there === own ? own : undefined;
}

async function commitOf(git: Git, gitDir: string, name: string): Promise<string | undefined> {
  const args = ['--git-dir', gitDir, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`];
  const { code, out } = await git({ args });
  const commit = out.trim();
  return code === 0 && /^[0-9a-f]{40}$/.test(commit) ? commit : undefined;
}

interface FetchFailure {
  readonly problem: ReturnType<typeof repositoryUnreachable>;
  readonly answer?: GitOutput;
}

async function fetchBranch(
  { git, largest, timeout }: MirrorDeps,
  gitDir: string,
  { url, branch, tip }: CheckoutTarget,
  credential: GitCredential | undefined,
  signal: AbortSignal | undefined,
): Promise<Result<Fetched, FetchFailure>> {
  const watch = watchSize(gitDir, largest);
  const signals = [watch.signal, ...(signal === undefined ? [] : [signal])];
  const flags = [
    '--quiet',
    '--force',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
  ];
  const answer = await git({
    args: ['--git-dir', gitDir, 'fetch', ...flags, '--', url, `+${branch}:${tip}`],
    remote: { url, credential },
    signal: AbortSignal.any(signals),
    timeout: timeout,
  });
  watch.stop();
  if (watch.signal.aborted) {
    await moveAway(gitDir);
    return fail({ problem: repositoryTooLarge(url, `the limit is ${largest} bytes`) });
  }
  if (isBranchMissing(answer)) {
    return fail({ problem: noSuchBranch(url, branch.slice('refs/heads/'.length)) });
  }
  if (answer.code !== 0) return fail({ problem: repositoryUnreachable(url, answer), answer });
  const at = await git({
    args: ['--git-dir', gitDir, 'rev-parse', '--verify', '--quiet', `${tip}^{commit}`],
  });
  const commit = at.out.trim();
  if (/^[0-9a-f]{40}$/.test(commit)) return ok({ gitDir, tip: commit });
  return fail({
    problem: repositoryUnreachable(url, at),
    answer: { ...at, complaint: 'bad object' },
  });
}

/**
 * Created under another name and then moved: a process that is killed here leaves no copy or a
 * complete one.
 */
async function makeMirror({ git }: MirrorDeps, gitDir: string): Promise<GitOutput | undefined> {
  if (await isThere(join(gitDir, 'HEAD'))) return undefined;
  await moveAway(gitDir);
  const aside = `${gitDir}.${randomUUID()}.new`;
  const answer = await git({ args: ['init', '--quiet', '--bare', '--template=', '--', aside] });
  if (answer.code !== 0) return answer;
  await mkdir(join(aside, 'info'), { recursive: true });
  await writeFile(join(aside, 'info', 'attributes'), plainAttributes);
  await rename(aside, gitDir);
  return undefined;
}

/**
 * No filters and no conversion of line ends: files are exactly what the commit has. These
 * attributes take precedence over all others.
 */
export const plainAttributes =
  '* -text -eol -crlf -ident -filter -diff -working-tree-encoding -export-subst -export-ignore\n';

/** Removes files that a killed git leaves behind and that would block later ones. */
async function removeRemains(gitDir: string, timeout: number): Promise<void> {
  const aged = await agedBy(gitDir, 2 * timeout);
  const folders = ['.', 'info', 'objects/info', 'objects/pack', 'refs/parley'];
  for (const folder of folders) {
    for (const name of await readdir(join(gitDir, folder)).catch(() => [])) {
      const isRemains = name.endsWith('.lock') || name.startsWith('tmp_') || name === 'gc.pid';
      const path = join(gitDir, folder, name);
      if (isRemains && (await aged(path))) await rm(path, { force: true });
    }
  }
}

/** Uses the clock of the file system, which may differ from this machine's. */
async function agedBy(folder: string, age: number): Promise<(path: string) => Promise<boolean>> {
  const probe = join(folder, `now-${randomUUID()}`);
  await writeFile(probe, '');
  const { mtimeMs: now } = await stat(probe);
  await rm(probe, { force: true });
  return async (path) => {
    const found = await stat(path).catch(() => undefined);
    return found !== undefined && now - found.mtimeMs > age;
  };
}

async function moveAway(gitDir: string): Promise<void> {
  const aside = `${gitDir}.${randomUUID()}.old`;
  const isMoved = await rename(gitDir, aside).then(
    () => true,
    () => false,
  );
  if (isMoved) await rm(aside, { recursive: true, force: true });
}

/** Git cannot limit the size of a fetch, so the copy is measured while it grows. */
function watchSize(gitDir: string, largest: number) {
  const controller = new AbortController();
  const timer = setInterval(() => {
    sizeOf(join(gitDir, 'objects', 'pack')).then(
      (size) => {
        if (size > largest) controller.abort();
      },
      () => undefined,
    );
  }, 250);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
