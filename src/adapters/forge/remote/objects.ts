import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { output, type RunRemoteGit } from './run-git.ts';

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
  /** ISO 8601 UTC. */
  readonly date: string;
  readonly by: GitIdentity;
}

const emptyId = '0'.repeat(40);

export async function hasCommit(git: RunRemoteGit, commit: string): Promise<boolean> {
  return (await git(['cat-file', '-e', `${commit}^{commit}`])).code === 0;
}

export async function gitTreeOf(git: RunRemoteGit, commit: string): Promise<string> {
  return (await output(git, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`])).trim();
}

/** The object that a name refers to now; undefined if it refers to nothing. */
export async function idNamed(git: RunRemoteGit, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', name];
  const { code, out, complaint } = await git(args);
  if (code === 0) return out.trim();
  if (code === 1) return undefined;
  throw new Error(`git rev-parse ended with ${code}: ${complaint.slice(-300)}`);
}

/** Undefined when there is no such file. */
export async function findFile(
  git: RunRemoteGit,
  tree: string,
  path: string,
): Promise<TreeFile | undefined> {
  const text = await output(git, ['ls-tree', '-z', '--full-tree', tree, '--', path]);
  const [, mode, blob] = /^(\d+) \w+ ([0-9a-f]+)\t/.exec(text) ?? [];
  return mode === undefined || blob === undefined ? undefined : { mode, blob };
}

export function readBlob(git: RunRemoteGit, blob: string): Promise<string> {
  return output(git, ['cat-file', 'blob', blob]);
}

export async function writeBlob(git: RunRemoteGit, content: string): Promise<string> {
  const args = ['hash-object', '-w', '--no-filters', '--stdin'];
  return (await output(git, args, { input: content })).trim();
}

/** Uses an index of its own, in a folder that is removed afterwards. */
export async function withIndex<T>(
  git: RunRemoteGit,
  work: (indexed: RunRemoteGit, scratch: string) => Promise<T>,
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
  indexed: RunRemoteGit,
  files: ReadonlyMap<string, TreeFile | undefined>,
): Promise<void> {
  const lines = [...files].flatMap(([path, file]) => [
    // Removes any existing entry first, including the sides of a conflict.
    `0 ${emptyId}\t${path}\0`,
    ...(file === undefined ? [] : [`${file.mode} ${file.blob}\t${path}\0`]),
  ]);
  await output(indexed, ['update-index', '-z', '--index-info'], { input: lines.join('') });
}

/** A tree like another, with these contents replaced; undefined removes a file. */
export function treeWith(
  git: RunRemoteGit,
  tree: string,
  contents: ReadonlyMap<string, string | undefined>,
): Promise<string> {
  return withIndex(git, async (indexed) => {
    await output(indexed, ['read-tree', tree]);
    const files = new Map<string, TreeFile | undefined>();
    for (const [path, content] of contents) {
      if (content === undefined) {
        files.set(path, undefined);
        continue;
      }
      const mode = (await findFile(git, tree, path))?.mode ?? '100644';
      files.set(path, { mode, blob: await writeBlob(git, content) });
    }
    await stageBlobs(indexed, files);
    return (await output(indexed, ['write-tree'])).trim();
  });
}

/** The same values give the same commit. */
export async function writeCommit(
  git: RunRemoteGit,
  { tree, parents, message, date, by }: NewCommit,
): Promise<string> {
  const env = {
    GIT_AUTHOR_NAME: by.name,
    GIT_AUTHOR_EMAIL: by.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: by.name,
    GIT_COMMITTER_EMAIL: by.email,
    GIT_COMMITTER_DATE: date,
  };
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])];
  return (await output(git, [...args, '--no-gpg-sign', '-F', '-'], { input: message, env })).trim();
}
