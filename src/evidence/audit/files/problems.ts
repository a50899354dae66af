import { own } from '../../../model/json.ts';
import type { Problem } from '../../../model/result.ts';

const sentences: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  ENOENT: { code: 'path-not-found', message: 'There is no such file or folder.' },
  ENOTDIR: { code: 'path-not-found', message: 'There is no such file or folder.' },
  EACCES: { code: 'path-unreadable', message: 'Reading is not permitted.' },
  EPERM: { code: 'path-unreadable', message: 'Reading is not permitted.' },
  ELOOP: { code: 'path-unreadable', message: 'The path is a loop of links.' },
};

const hints: Readonly<Record<string, string>> = {
  'path-not-found': 'Check the path given with --events.',
  'path-unreadable': 'Check the owner and the permissions.',
};

/** The problem for a system error, for the person who gave the path. */
export function fileProblem(path: string, systemError: string): Problem {
  const known = own(sentences, systemError);
  const { code, message } = known ?? {
    code: 'path-unreadable',
    message: `Reading fails (${systemError}).`,
  };
  const hint = hints[code];
  return { code, message, place: { file: path }, ...(hint === undefined ? {} : { hint }) };
}
