import type { Problem } from '../../../model/result.ts';

/** Why an existing file or a link was not read. */
export type UnreadReason = 'too-large' | 'not-text' | 'no-access' | 'leads-out' | 'leads-nowhere';

/**
 * Files that were not read, by their paths in the tree. If a folder is listed, nothing below it was
 * read.
 */
export type UnreadFiles = ReadonlyMap<string, UnreadReason>;

export const noneUnread: UnreadFiles = new Map();

/** The unread file or folder at the path or above it. */
export function unreadAt(
  unread: UnreadFiles,
  path: string,
): { readonly path: string; readonly reason: UnreadReason } | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const reason = unread.get(at);
    if (reason !== undefined) return { path: at, reason };
  }
  return undefined;
}

const explanations: Readonly<
  Record<UnreadReason, { readonly because: string; readonly hint: string }>
> = {
  'too-large': {
    because: 'it is larger than 8 MB',
    hint: 'Split it, or move data that it holds into a file that code reads.',
  },
  'not-text': {
    because: 'it is not UTF-8 text',
    hint: 'Save it as UTF-8; Terraform reads nothing else.',
  },
  'no-access': {
    because: 'the file system does not let it be read',
    hint: 'Give the user that runs Parley access to it.',
  },
  'leads-out': {
    because: 'it is a link that leads out of the repository',
    hint: 'Put the file into the repository; links within it are followed.',
  },
  'leads-nowhere': {
    because: 'it is a link to something that is not there, or not in the repository',
    hint: 'Put the file into the repository, or remove the link; links within it are followed.',
  },
};

/** The problem that stops a run: code that Terraform would read, but Parley cannot. */
export function unreadFileProblem(path: string, reason: UnreadReason): Problem {
  const { because, hint } = explanations[reason];
  return {
    code: 'unreadable-file',
    message: `This belongs to the code and cannot be read: ${because}.`,
    place: { file: path },
    hint,
  };
}
