import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { Stack } from '../../config/service/stacks.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { isCallable } from '../net/address.ts';

/** What git gets of a stack: checked, so that none of it is taken for a flag or another place. */
export interface CheckoutTarget {
  /** `https://host/owner/name.git`, or an absolute path. */
  readonly url: string;
  /** `refs/heads/main`. */
  readonly branch: string;
  /** Of the copy that holds the tip: as no other branch's. */
  readonly tip: string;
  /** Folders on the way to the root, from the top of the repository. */
  readonly root: readonly string[];
}

export type CheckedTarget = Pick<Stack, 'repository' | 'branch' | 'root'>;

/** The settings have checked this before; what git is started with is checked where it is. */
export function checkoutTargetOf({
  repository,
  branch,
  root,
}: CheckedTarget): Result<CheckoutTarget> {
  if (!isAddress(repository)) return fail(badRepository);
  if (!isBranch(branch)) return fail(badBranch(branch));
  const folders = root === '.' ? [] : root.split('/');
  if (!folders.every(isFolder) || root.includes('\\')) return fail(rootOutside(root));
  const tip = `refs/parley/${digest(branch)}`;
  return ok({ url: repository, branch: `refs/heads/${branch}`, tip, root: folders });
}

/** Name of the copy of a repository. */
export function mirrorName(url: string): string {
  return `${digest(url)}.git`;
}

/** For people. */
export function targetTitle(url: string): string {
  if (url.startsWith('/')) return displayText(url, 200);
  const { origin, pathname } = new URL(url);
  return displayText(`${origin}${pathname}`, 200);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function isAddress(text: string): boolean {
  if (hasControls(text)) return false;
  if (text.startsWith('/')) return !text.split('/').includes('..');
  const [, written] = /^https?:\/\/([^\s@\\/?#]+)(?:\/[^\s@\\]*)?$/.exec(text) ?? [];
  if (written === undefined || !URL.canParse(text)) return false;
  const { hostname, host, hash } = new URL(text);
  const known = written.toLowerCase().replace(/:\d*$/, '');
  // Git reads the host for itself; what would be another one to it is not the one that was checked.
  if (known !== hostname && written.toLowerCase() !== host) return false;
  return hash === '' && !hostname.endsWith('.') && isCalled(hostname);
}

/** Names are checked where they are called, except for one that means nothing else. */
function isCalled(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0
    ? host !== 'metadata.google.internal'
    : isCallable(host, { allowsLoopback: true });
}

/** git-check-ref-format, and nothing that looks like a flag or a revision. */
function isBranch(text: string): boolean {
  return (
    /^[A-Za-z0-9._/@+-]{1,200}$/.test(text) &&
    !/^[-/.]|\.\.|\/[/.]|@\{|\.lock(?:\/|$)|[./]$|^@$/.test(text)
  );
}

function isFolder(name: string): boolean {
  return (
    !['', '.', '..'].includes(name) &&
    name.toLowerCase() !== '.git' &&
    !name.startsWith('-') &&
    !hasControls(name)
  );
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Says nothing of the address, which may have a password in it. */
const badRepository: Problem = {
  code: 'repository-refused',
  message: 'The `repository` of the stack is not an address that is fetched.',
  hint: 'Use https://host/owner/name.git without user and password, or an absolute path.',
};

function badBranch(text: string): Problem {
  return {
    code: 'branch-refused',
    message: `${displayText(text, 120)} is not the name of a branch.`,
    hint: 'Use a name like main or release/1.2.',
  };
}

export function rootOutside(root: string): Problem {
  return {
    code: 'root-outside',
    message: `The root ${displayText(root, 120)} leads out of the repository.`,
    hint: 'Name a folder of the repository, like envs/prod, that is no link to elsewhere.',
  };
}
