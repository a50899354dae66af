import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitCommand } from '../../git/run.ts';

export interface TreeFile {
  /** `100644` or `100755`; links and modules have other modes. */
  readonly mode: string;
  readonly blob: string;
}

export interface GitIdentity {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** ISO 8601 UTC; now if left out. */
  readonly date?: string;
  readonly by: GitIdentity;
}

const emptyId = '0'.repeat(40);

/** Output of a command that cannot fail on an intact repository. */
export async function gitOutput(
  git: GitCommand,
  args: readonly string[],
  call?: Parameters<GitCommand>[1],
): Promise<string> {
  const { code, out, complaint } = await git(args, call);
  if (code === 0) return out;
  throw new Error(`git ${args[0]} ended with ${code}: ${complaint.slice(-300)}`);
}

export async function hasCommit(git: GitCommand, commit: string): Promise<boolean> {
  return (await git(['cat-file', '-e', `${commit}^{commit}`])).code === 0;
}

export async function resolveTree(git: GitCommand, commit: string): Promise<string> {
  return (await gitOutput(git, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`])).trim();
}

/** The object that a name refers to now; undefined if it refers to nothing. */
export async function idNamed(git: GitCommand, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', name];
  const { code, out, complaint } = await git(args);
  if (code === 0) return out.trim();
  if (code === 1) return undefined;
  throw new Error(`git rev-parse ended with ${code}: ${complaint.slice(-300)}`);
}

/** Undefined when there is no such file. */
export async function findFile(
  git: GitCommand,
  tree: string,
  path: string,
): Promise<TreeFile | undefined> {
  const text = await gitOutput(git, ['ls-tree', '-z', '--full-tree', tree, '--', path]);
  const [, mode, blob] = /^(\d+) \w+ ([0-9a-f]+)\t/.exec(text) ?? [];
  return mode === undefined || blob === undefined ? undefined : { mode, blob };
}

export function readBlob(git: GitCommand, blob: string): Promise<string> {
  return gitOutput(git, ['cat-file', 'blob', blob]);
}

export async function writeBlob(git: GitCommand, content: string): Promise<string> {
  const args = ['hash-object', '-w', '--no-filters', '--stdin'];
  return (await gitOutput(git, args, { input: content })).trim();
}

/** Uses an index of its own, in a folder that is removed afterwards. */
export async function withIndex<T>(
  git: GitCommand,
  work: (indexed: GitCommand, scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'parley-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(scratch, 'index') };
    return await work((args, call) => git(args, { ...call, env }), scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Adds files to an index; undefined removes one. */
export async function stageBlobs(
  indexed: GitCommand,
  files: ReadonlyMap<string, TreeFile | undefined>,
): Promise<void> {
  const lines = [...files].flatMap(([path, file]) => [
    // Removes any existing entry first, including the sides of a conflict.
    `0 ${emptyId}\t${path}\0`,
    ...(file === undefined ? [] : [`${file.mode} ${file.blob}\t${path}\0`]),
  ]);
  await gitOutput(indexed, ['update-index', '-z', '--index-info'], { input: lines.join('') });
}

/** A tree like another, with these contents replaced; undefined removes a file. */
export function treeWith(
  git: GitCommand,
  tree: string,
  contents: ReadonlyMap<string, string | undefined>,
): Promise<string> {
  return withIndex(git, async (indexed) => {
    await gitOutput(indexed, ['read-tree', tree]);
    const files = new Map<string, TreeFile | undefined>();
    const modes = await modesIn(git, tree, [...contents.keys()]);
    for (const [path, content] of contents) {
      const mode = modes.get(path) ?? '100644';
      const file =
        content === undefined ? undefined : { mode, blob: await writeBlob(git, content) };
      files.set(path, file);
    }
    await stageBlobs(indexed, files);
    return (await gitOutput(indexed, ['write-tree'])).trim();
  });
}

/** Modes of those files that are in a tree, by path. */
async function modesIn(
  git: GitCommand,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const listed = await gitOutput(git, ['ls-tree', '-z', '--full-tree', tree, '--', ...paths]);
  return new Map(
    listed.split('\0').flatMap((line) => {
      const [, mode, path] = /^(\d+) blob \w+\t(.*)$/s.exec(line) ?? [];
      return mode === undefined || path === undefined ? [] : [[path, mode] as const];
    }),
  );
}

/** The same values give the same commit, if there is a date among them. */
export async function writeCommit(
  git: GitCommand,
  { tree, parents, message, date, by }: NewCommit,
): Promise<string> {
  const dates = date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const env = { ...authorVariables(by), ...dates };
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])];
  return (
    await gitOutput(git, [...args, '--no-gpg-sign', '-F', '-'], { input: message, env })
  ).trim();
}

/** Makes git take somebody as author and committer. */
export function authorVariables({ name, email }: GitIdentity): Readonly<Record<string, string>> {
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
}
