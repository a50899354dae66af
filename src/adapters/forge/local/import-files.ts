import type { GitIdentity } from '../remote/objects.ts';
import type { RunRemoteGit } from '../remote/run-git.ts';

export interface ImportedFiles {
  /** Whole name of the ref that is to lead to it. */
  readonly ref: string;
  /** The commit that the ref leads to now; undefined where there is no such ref. */
  readonly onto: string | undefined;
  readonly message: string;
  /** Contents by path; other files stay. Paths are our own: without blanks and quotes. */
  readonly files: ReadonlyMap<string, string>;
  readonly by: GitIdentity;
  /** ISO 8601 UTC. */
  readonly date: string;
}

/**
 * Puts files onto a ref with one process of git. False where the ref has moved: what would lose a
 * commit is refused.
 */
export async function importFiles(git: RunRemoteGit, commit: ImportedFiles): Promise<boolean> {
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

/** By its length in bytes, so that nothing in it is read as a command. */
function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
