import type { Problem } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { EndedProcess, GitOutput } from '../git/run.ts';
import { targetTitle } from './target.ts';

interface Cause {
  readonly pattern: RegExp;
  readonly why: string;
  readonly hint: string;
}

/** Causes by the messages of git and curl, which are stable in the C locale. */
const causes: readonly Cause[] = [
  {
    pattern: /dubious ownership/,
    why: 'its folder belongs to another user',
    hint: 'Give the folder to the user that Parley runs as, or name the repository by a URL.',
  },
  {
    pattern: /Authentication failed|could not read Username|HTTP 401|error: 401/,
    why: 'it asks for credentials, and rejects what it gets',
    hint: 'Check the token of the forge and that it may read the repository.',
  },
  {
    pattern: /HTTP 403|error: 403/,
    why: 'this token may not read it',
    hint: 'Give the token of the forge the right to read the repository.',
  },
  {
    pattern: /not found|does not appear to be a git repository|does not exist|error: 404/,
    why: 'there is no repository at this address, or the token may not see it',
    hint: 'Check `repository` of the stack, and that the token of the forge may read it.',
  },
  {
    pattern: /redirect|error: 30\d/i,
    why: 'it has moved, and a redirect is not followed',
    hint: 'Set `repository` of the stack to its new address.',
  },
  {
    pattern: /Could not resolve proxy/,
    why: 'the host name of the proxy cannot be resolved',
    hint: 'Check HTTPS_PROXY, and name resolution of this machine.',
  },
  {
    pattern: /certificate|SSL|TLS/,
    why: 'its certificate is not trusted',
    hint: 'Give the certificate of your authority with SSL_CERT_FILE.',
  },
  {
    pattern:
      /Failed to connect|Connection (?:refused|reset|timed out)|timed out|too slow|early EOF|hung up|error: 5\d\d|unexpected disconnect/i,
    why: 'its server cannot be reached, or fails',
    hint: 'Check whether the server is up; the next scan tries again.',
  },
];

const unknown = {
  why: 'git failed for a reason that Parley does not recognize',
  hint: 'Try `git fetch` there by hand.',
};

interface Reason extends Pick<Cause, 'why' | 'hint'> {
  /** Set if another attempt fails in the same way. */
  readonly code?: string;
}

const ends: Readonly<Record<EndedProcess, Reason>> = {
  time: {
    why: 'it takes too long',
    hint: 'Check whether the server is slow; the next scan tries again.',
  },
  aborted: { why: 'the work was cancelled', hint: 'It is tried again.' },
  lost: { why: 'the process that runs git was ended', hint: 'It is tried again.' },
  output: { why: 'it has too many files', hint: 'Split the repository.' },
  'no-git': {
    why: 'there is no git on this machine',
    hint: 'Install git, and put it on the PATH.',
  },
  'old-git': {
    code: 'git-too-old',
    why: 'git on this machine is older than 2.37, and cannot be told which address to connect to',
    hint: 'Install git 2.37 or later.',
  },
  unknown: {
    why: 'its host name cannot be resolved',
    hint: 'Check the host in `repository` of the stack, and name resolution of this machine.',
  },
  refused: {
    code: 'repository-refused',
    why: 'its host resolves to an address that Parley does not call',
    hint: 'Check who controls the DNS name: link-local and metadata addresses are never called.',
  },
};

/** The reason why a repository could not be fetched, without the texts of git and of the server. */
export function repositoryUnreachable(url: string, answer: GitOutput): Problem {
  const { why, hint, code = 'repository-unreachable' } = causeOf(answer);
  return {
    code,
    message: `The repository ${targetTitle(url)} cannot be fetched: ${why}.`,
    hint,
  };
}

function causeOf({ ended, complaint }: GitOutput): Reason {
  if (ended !== undefined) return ends[ended];
  return causes.find(({ pattern }) => pattern.test(complaint)) ?? unknown;
}

export function isBranchMissing({ complaint }: GitOutput): boolean {
  return /couldn't find remote ref/i.test(complaint);
}

/** True if the local copy is damaged, so that a new copy may work. */
export function isCopyDamaged({ complaint }: GitOutput): boolean {
  return /not a git repository|corrupt|bad object|unable to read (?:tree|sha1)|missing (?:blob|tree|commit)|did not send all necessary objects|\.lock': File exists|unable to normalize alternate/i.test(
    complaint,
  );
}

export function noSuchBranch(url: string, branch: string): Problem {
  return {
    code: 'no-such-branch',
    message: `The repository ${targetTitle(url)} has no branch ${displayText(branch, 120)}.`,
    hint: 'Set `branch` of the stack to one that exists.',
  };
}

export function repositoryTooLarge(url: string, what: string): Problem {
  return {
    code: 'repository-too-large',
    message: `The repository ${targetTitle(url)} is too large: ${what}.`,
    hint: 'Split the repository, or give the stack one of its own.',
  };
}
