import { posix } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { findFile, hasCommit, readBlob } from './objects.ts';
import type { RunGit } from './run-git.ts';
import type { PushedFile } from './types.ts';

/** A file with its path from the top of the repository. */
export interface Located extends PushedFile {
  readonly whole: string;
}

/**
 * Paths of the repository. A plan may reach what the stack shares with others, and never leaves the
 * repository.
 */
export function locate(root: string, files: readonly PushedFile[]): Result<readonly Located[]> {
  const located: Located[] = [];
  for (const file of files) {
    const whole = posix.join(root, file.path);
    const parts = whole.split('/');
    const isInside =
      !posix.normalize(file.path).startsWith('/') &&
      parts.every((part) => part !== '' && part !== '.' && part !== '..') &&
      parts.every((part) => part.toLowerCase() !== '.git') &&
      !/\p{Cc}/u.test(whole);
    if (!isInside) return fail(outside(file.path));
    located.push({ ...file, whole });
  }
  return ok(located);
}

/**
 * The first file that is not at the tip of the base as the patch found it. One that was not so at
 * the commit of the patch either is something that a commit cannot express.
 */
export async function checkBase(
  git: RunGit,
  revision: string,
  base: string,
  files: readonly Located[],
): Promise<Result<string | undefined>> {
  // The branch was rewritten, or this copy has never seen the commit.
  if (!(await hasCommit(git, revision))) return ok(files[0]?.whole ?? '.');
  for (const { whole, before } of files) {
    if ((await contentAt(git, base, whole)) !== before) return ok(whole);
  }
  for (const { whole, before } of files) {
    if ((await contentAt(git, revision, whole)) !== before) return fail(unlike(whole));
  }
  return ok(undefined);
}

/** Of a plain file. Links lead elsewhere. */
async function contentAt(git: RunGit, commit: string, path: string): Promise<string | undefined> {
  const file = await findFile(git, commit, path);
  if (file === undefined) return undefined;
  return file.mode.startsWith('100') ? readBlob(git, file.blob) : '';
}

function outside(path: string): Problem {
  return {
    code: 'outside-repository',
    message: 'A patch has a file outside of the repository of its stack; it is not pushed.',
    place: { file: displayText(path, 200) },
  };
}

function unlike(path: string): Problem {
  return {
    code: 'patch-not-on-revision',
    message: 'The commit has another content of this file than the patch was computed from.',
    place: { file: displayText(path, 200) },
    hint: 'See whether the file is a link or made by a filter of git; make the change by hand.',
  };
}
