import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { GitCommand } from '../../git/run.ts';
import { locateFile, readBase } from './files.ts';
import { type GitIdentity, gitOutput } from './objects.ts';
import { writePatch } from './patch-commit.ts';
import type { CommitsRequest } from './types.ts';

/**
 * Makes commits, each on top of the one before. Their changes were all computed on `revision`, so
 * no two of them can change the same file.
 */
export async function writeCommits(
  git: GitCommand,
  by: GitIdentity,
  { revision, root, commits, date }: CommitsRequest,
): Promise<Result<readonly string[]>> {
  const made: string[] = [];
  let parent = revision;
  for (const { message, intent, files: changes } of commits) {
    const located = locateFile(root, changes);
    if (!located.ok) return located;
    const found = await readBase(git, parent, parent, located.value);
    if (!found.ok) return found;
    if (found.value.kind === 'moved') return fail(notOn(found.value.path));
    const request = { message, intent, date, revision: parent };
    parent = await writePatch(git, by, { request, files: found.value.files });
    made.push(parent);
  }
  return ok(made);
}

/** The newest commit that changed a file, starting at `from`. */
export async function findLastCommit(
  git: GitCommand,
  from: string,
  path: string,
): Promise<string | undefined> {
  const found = (await gitOutput(git, ['log', '-1', '--format=%H', from, '--', path])).trim();
  return found === '' ? undefined : found;
}

function notOn(path: string): Problem {
  return {
    code: 'patch-not-on-revision',
    message: 'The content of this file in the commit is not what the change was computed from.',
    place: { file: displayText(path, 200) },
    hint: 'Check whether the file is a link or the output of a git filter; make the change by hand.',
  };
}
