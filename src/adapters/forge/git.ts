import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { quietGit, type SafeGit, safeGit } from '../git/safe-git.ts';

/** Plumbing on one repository. Nothing here reads or changes the working tree or the index. */
export interface GitRepository {
  /** Path of the project root within the repository, `''` or ending in a slash. */
  readonly prefix: string;
  /**
   * Path in the repository of a path in the project; undefined if it lies outside the repository.
   */
  pathOf(path: string): string | undefined;
  /** Commit of a revision, or undefined when there is none. */
  commitOf(revision: string): Promise<string | undefined>;
  treeOf(commit: string): Promise<string>;
  /** Commits reachable from `tip` and not from `base`, newest first. */
  commitsBetween(base: string, tip: string): Promise<readonly string[]>;
  mergeBase(a: string, b: string): Promise<string | undefined>;
  trailer(commit: string, name: string): Promise<string | undefined>;
  /** Content of a file at a commit, or undefined when it is not there. */
  fileAt(commit: string, path: string): Promise<string | undefined>;
  /** A tree like that of `commit`, with these files replaced. Returns its id. */
  writeTree(commit: string, files: readonly NewFile[]): Promise<string>;
  commitTree(tree: string, parent: string, message: string): Promise<string>;
  /** Moves the ref if it is still at `expected` (undefined: does not exist), else throws. */
  updateRef(ref: string, to: string, expected: string | undefined): Promise<void>;
}

export interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** Author and committer of Parley's commits. */
export const gitAuthor = {
  GIT_AUTHOR_NAME: 'Parley',
  GIT_AUTHOR_EMAIL: 'parley@localhost',
  GIT_COMMITTER_NAME: 'Parley',
  GIT_COMMITTER_EMAIL: 'parley@localhost',
};

/** Opens the repository that holds `dir`, or returns undefined when there is none. */
export async function openGitRepository(
  dir: string,
  environment: Readonly<Record<string, string>>,
): Promise<GitRepository | undefined> {
  const run = await safeGit(dir, environment);
  if ((await quiet(run, ['rev-parse', '--is-inside-work-tree'])) !== 'true') return undefined;
  const prefix = (await run(['rev-parse', '--show-prefix'])).trim();
  const top = (await run(['rev-parse', '--show-toplevel'])).trim();
  return {
    prefix,
    pathOf: (path) => {
      const whole = posix.normalize(prefix + path);
      return whole.startsWith('../') ? undefined : whole;
    },
    commitOf: (revision) =>
      quiet(run, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]),
    treeOf: async (commit) => (await run(['rev-parse', `${commit}^{tree}`])).trim(),
    commitsBetween: async (base, tip) =>
      (await run(['rev-list', `${base}..${tip}`])).split('\n').filter((line) => line !== ''),
    mergeBase: (a, b) => quiet(run, ['merge-base', a, b]),
    trailer: async (commit, name) => {
      const format = `--format=%(trailers:key=${name},valueonly,separator=%x0a)`;
      const text = (await run(['show', '-s', format, commit])).trim();
      return text === '' ? undefined : text;
    },
    fileAt: async (commit, path) => {
      const whole = posix.normalize(prefix + path);
      const listed = (await run(['ls-tree', '--full-tree', commit, '--', whole])).trim();
      return listed === '' ? undefined : run(['cat-file', 'blob', `${commit}:${whole}`]);
    },
    writeTree: (commit, files) => writeTree(top, prefix, commit, files, environment),
    commitTree: async (tree, parent, message) => {
      const committing = await safeGit(top, environment, { more: gitAuthor });
      return (
        await committing(['commit-tree', tree, '-p', parent, '--no-gpg-sign', '-m', message])
      ).trim();
    },
    updateRef: async (ref, to, expected) => {
      await run(['update-ref', '-m', 'parley: propose', ref, to, expected ?? '0'.repeat(40)]);
    },
  };
}

/** The output of git; undefined if it fails or writes nothing. */
async function quiet(run: SafeGit, args: readonly string[]): Promise<string | undefined> {
  const text = (await quietGit(run(args)))?.trim();
  return text === '' ? undefined : text;
}

async function writeTree(
  top: string,
  prefix: string,
  commit: string,
  files: readonly NewFile[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'parley-index-'));
  try {
    const more = { GIT_INDEX_FILE: join(scratch, 'index') };
    const git = await safeGit(top, environment, { more });
    await git(['read-tree', commit]);
    for (const { path, content } of files) {
      await stage(git, commit, posix.normalize(prefix + path), content);
    }
    return (await git(['write-tree'])).trim();
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function stage(git: SafeGit, commit: string, path: string, content: string): Promise<void> {
  const blob = (await git(['hash-object', '-w', '--no-filters', '--stdin'], content)).trim();
  const listed = (await git(['ls-tree', '--full-tree', commit, '--', path])).trim();
  const mode = listed === '' ? '100644' : (listed.split(' ')[0] ?? '100644');
  await git(['update-index', '--add', '--cacheinfo', `${mode},${blob},${path}`]);
}
