import type { GitCommand } from '../../git/run.ts';
import { formatMessage, makeSeal } from '../seal.ts';
import type { Patched } from './files.ts';
import {
  findFile,
  type GitIdentity,
  gitOutput,
  readBlob,
  resolveTree,
  treeWith,
  writeCommit,
} from './objects.ts';
import type { PushRequest } from './types.ts';

export interface CommitPatch {
  readonly request: Pick<PushRequest, 'message' | 'intent' | 'revision' | 'date'>;
  readonly files: readonly Patched[];
}

/** Writes the patch as one commit on the commit that it was computed on. */
export async function writePatch(
  git: GitCommand,
  by: GitIdentity,
  { request, files }: CommitPatch,
): Promise<string> {
  const { revision, date } = request;
  const base = await resolveTree(git, revision);
  const contents = new Map(files.map(({ whole, after }) => [whole, after]));
  const tree = contents.size === 0 ? base : await treeWith(git, base, contents);
  const message = messageOf(request, tree);
  return writeCommit(git, { tree, parents: [revision], message, date, by });
}

function messageOf({ message, intent }: CommitPatch['request'], tree: string): string {
  return formatMessage(message, makeSeal(tree, intent));
}

/**
 * True if the commit makes exactly this change, with the same contents and the same message. It is
 * then kept, even if the base has moved: every push starts the checks of the project and dismisses
 * reviews.
 */
export async function isSamePatch(
  git: GitCommand,
  commit: string,
  { request, files }: CommitPatch,
): Promise<boolean> {
  const parent = `${commit}^`;
  const args = ['diff-tree', '-r', '--name-only', '-z', '--no-renames', parent, commit];
  const changed = (await gitOutput(git, args)).split('\0').filter(Boolean).sort();
  const wanted = files.filter(({ before, after }) => before !== after).map(({ whole }) => whole);
  if (changed.join('\0') !== [...wanted].sort().join('\0')) return false;
  for (const { whole, before, after } of files) {
    if ((await textAt(git, parent, whole)) !== before) return false;
    if ((await textAt(git, commit, whole)) !== after) return false;
  }
  const message = await gitOutput(git, ['show', '-s', '--format=%B', commit]);
  return message.trim() === messageOf(request, await resolveTree(git, commit)).trim();
}

async function textAt(git: GitCommand, commit: string, path: string): Promise<string | undefined> {
  const file = await findFile(git, commit, path);
  return file === undefined ? undefined : readBlob(git, file.blob);
}
