import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { mayBeInRepository } from '../git/repository.ts';
import { quietGit, type SafeGit, safeGit } from '../git/safe-git.ts';
import { type BranchLog, branchLogCommand, readBranchCommits } from './branch-log.ts';

/**
 * Plumbing on one repository, with few processes: each takes longer to start than to run. Nothing
 * here reads or changes the working tree or the index, or looks into what a commit changed.
 */
export interface GitRepository {
  /**
   * Path in the repository of a path in the project; undefined if it lies outside the repository.
   */
  pathOf(path: string): string | undefined;
  /** The commit of each revision; undefined where there is none. */
  commitsOf(revisions: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** The commits of a branch that `base` does not contain. */
  branch(tip: string, base: string): Promise<BranchLog>;
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

/** The commit that is checked out; undefined if there is none, or no repository or git. */
export async function headCommit(
  dir: string,
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  if (!(await mayBeInRepository(dir))) return undefined;
  const run = await safeGit(dir, environment, { isPlumbing: true });
  return (await quietGit(run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])))?.trim();
}

/** Opens the repository that holds `dir`, or returns undefined when there is none. */
export async function openGitRepository(
  dir: string,
  environment: Readonly<Record<string, string>>,
): Promise<GitRepository | undefined> {
  if (!(await mayBeInRepository(dir))) return undefined;
  const run = await safeGit(dir, environment, { isPlumbing: true });
  const place = ['rev-parse', '--is-inside-work-tree', '--show-prefix'];
  const [inside, prefix = ''] = ((await quietGit(run(place))) ?? '').split('\n');
  if (inside !== 'true') return undefined;
  const whole = (path: string): string => posix.normalize(prefix + path);
  return {
    pathOf: (path) => (whole(path).startsWith('../') ? undefined : whole(path)),
    commitsOf: (revisions) => commitsOf(run, revisions),
    async branch(tip, base) {
      return { tip, commits: readBranchCommits(await run(branchLogCommand(tip, [base]))) };
    },
    fileAt: (commit, path) => fileAt(run, commit, whole(path)),
    writeTree: (commit, files) =>
      writeTree(
        run,
        commit,
        files.map(({ path, content }) => ({ path: whole(path), content })),
      ),
    async commitTree(tree, parent, message) {
      const args = ['commit-tree', tree, '-p', parent, '--no-gpg-sign', '-m', message];
      return (await run(args, { more: gitAuthor })).trim();
    },
    async updateRef(ref, to, expected) {
      await run(['update-ref', '-m', 'parley: propose', ref, to, expected ?? '0'.repeat(40)]);
    },
  };
}

async function commitsOf(
  run: SafeGit,
  revisions: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const input = revisions.map((revision) => `${revision}^{commit}\n`).join('');
  const lines = (await run(['cat-file', '--batch-check=%(objectname)'], { input })).split('\n');
  return revisions.map((_, index) => /^[0-9a-f]{40,64}$/.exec(lines[index] ?? '')?.[0]);
}

async function fileAt(run: SafeGit, commit: string, path: string): Promise<string | undefined> {
  const read = (): Promise<string> => run(['cat-file', 'blob', `${commit}:${path}`]);
  const content = await quietGit(read());
  if (content !== undefined) return content;
  const listed = await run(['ls-tree', '--full-tree', commit, '--', path]);
  return listed === '' ? undefined : read();
}

/** Paths are from the top of the repository. */
async function writeTree(run: SafeGit, commit: string, files: readonly NewFile[]): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'parley-index-'));
  const more = { GIT_INDEX_FILE: join(scratch, 'index') };
  try {
    await run(['read-tree', commit], { more });
    const modes = await modesAt(run, commit, files);
    const staged: string[] = [];
    for (const { path, content } of files) {
      const hash = ['hash-object', '-w', '--no-filters', '--stdin'];
      const blob = (await run(hash, { input: content })).trim();
      staged.push(`${modes.get(path) ?? '100644'} ${blob}\t${path}\0`);
    }
    await run(['update-index', '-z', '--index-info'], { input: staged.join(''), more });
    return (await run(['write-tree'], { more })).trim();
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Modes of those files that are in the commit, by path. */
async function modesAt(
  run: SafeGit,
  commit: string,
  files: readonly NewFile[],
): Promise<ReadonlyMap<string, string>> {
  const paths = files.map(({ path }) => path);
  const listed = await run(['ls-tree', '-z', '--full-tree', commit, '--', ...paths]);
  return new Map(
    listed.split('\0').flatMap((line) => {
      const [, mode, path] = /^(\d+) blob \w+\t(.*)$/s.exec(line) ?? [];
      return mode === undefined || path === undefined ? [] : [[path, mode] as const];
    }),
  );
}
