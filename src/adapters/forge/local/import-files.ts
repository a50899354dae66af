import type { GitCommand } from '../../git/run.ts';
import type { GitIdentity } from '../remote/objects.ts';

export interface ImportedFiles {
  /** Full name of the ref that will point to the commit. */
  readonly ref: string;
  /** The commit that the ref points to now; undefined if there is no such ref. */
  readonly onto: string | undefined;
  readonly message: string;
  /** Contents by path; other files stay. Parley chooses the paths, without blanks and quotes. */
  readonly files: ReadonlyMap<string, string>;
  readonly by: GitIdentity;
  /** ISO 8601 UTC. */
  readonly date: string;
}

/**
 * Commits files to a ref with one git process. Returns false if the ref has moved, because a commit
 * would be lost.
 */
export async function importFiles(git: GitCommand, commit: ImportedFiles): Promise<boolean> {
  const { ref, onto, message, files, by, date } = commit;
  const seconds = Math.floor(Date.parse(date) / 1000);
  const lines = [
    `commit ${ref}`,
    `committer ${by.name} <${by.email}> ${seconds} +0000`,
    data(message),
    ...(onto === undefined ? [] : [`from ${onto}`]),
    ...[...files].flatMap(([path, text]) => [`M 100644 inline ${path}`, data(text)]),
    'done',
    '',
  ];
  const { code } = await git(['fast-import', '--quiet', '--done'], { input: lines.join('\n') });
  return code === 0;
}

/** Prefixed with its length in bytes, so that nothing in it is read as a command. */
function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
