import { posix } from 'node:path';
import type { FileChange } from '../../../model/patch.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { changedText } from '../../../text/file-change.ts';
import type { GitCommand } from '../../git/run.ts';
import { findFile, hasCommit, readBlob } from './objects.ts';

/** A change with the path of its file from the top of the repository. */
export interface LocatedFile extends FileChange {
  readonly whole: string;
}

/** A file before and after the patch. */
export interface Patched {
  readonly whole: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined for a file that is deleted. */
  readonly after: string | undefined;
}

/**
 * Resolves paths from the top of the repository. A plan may change files that the stack shares with
 * others, but none outside the repository.
 */
export function locateFile(
  root: string,
  files: readonly FileChange[],
): Result<readonly LocatedFile[]> {
  const located: LocatedFile[] = [];
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
 * The files, or the first one that differs at the tip of the base from what the patch was computed
 * on.
 */
export type AtBase =
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'found'; readonly files: readonly Patched[] };

/**
 * Reads the files that a patch changes, and applies it. Fails for a file that has another content
 * at the commit of the patch, too: a commit cannot express its change.
 */
export async function readBase(
  git: GitCommand,
  revision: string,
  base: string,
  located: readonly LocatedFile[],
): Promise<Result<AtBase>> {
  // The branch was rewritten, or this copy never had the commit.
  if (!(await hasCommit(git, revision))) {
    return ok({ kind: 'moved', path: located[0]?.whole ?? '.' });
  }
  const files: Patched[] = [];
  for (const { whole, ...change } of located) {
    const before = await contentAt(git, base, whole);
    const after = changedText(change, before);
    if (after === undefined) return ok({ kind: 'moved', path: whole });
    files.push({ whole, before, after: change.gone ? undefined : after });
  }
  for (const { whole, before } of files) {
    if ((await contentAt(git, revision, whole)) !== before) return fail(unlike(whole));
  }
  return ok({ kind: 'found', files });
}

/** The content of a plain file. Links are read as empty, since they lead elsewhere. */
async function contentAt(
  git: GitCommand,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const file = await findFile(git, commit, path);
  if (file === undefined) return undefined;
  return file.mode.startsWith('100') ? readBlob(git, file.blob) : '';
}

function outside(path: string): Problem {
  return {
    code: 'outside-repository',
    message: 'A patch changes a file outside of the repository of its stack; it is not pushed.',
    place: { file: displayText(path, 200) },
  };
}

function unlike(path: string): Problem {
  return {
    code: 'patch-not-on-revision',
    message: 'The content of this file in the commit is not what the patch was computed from.',
    place: { file: displayText(path, 200) },
    hint: 'Check whether the file is a link or the output of a git filter; make the change by hand.',
  };
}
