import { isIP } from 'node:net';
import type { Stack } from '../../config/service/stacks.ts';
import { hexDigest } from '../../model/digest.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { isCallable } from '../net/address.ts';

/**
 * The parts of a stack that git receives, checked so that none is taken for a flag or another
 * place.
 */
export interface CheckoutTarget {
  /** `https://host/owner/name.git`, or an absolute path. */
  readonly url: string;
  /** For example `refs/heads/main`. */
  readonly branch: string;
  /** Ref of the copy that holds the tip, different for each branch. */
  readonly tip: string;
  /** Folders from the top of the repository down to the root. */
  readonly root: readonly string[];
}

export type CheckedTarget = Pick<Stack, 'repository' | 'branch' | 'root'>;

/** The settings were validated before; whatever git is started with is checked again here. */
export function parseCheckoutTarget({
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

/** Name of the folder with the copy of a repository. */
export function mirrorName(url: string): string {
  return `${digest(url)}.git`;
}

/** The repository as people see it, without credentials. */
export function targetTitle(url: string): string {
  if (url.startsWith('/')) return displayText(url, 200);
  const { origin, pathname } = new URL(url);
  return displayText(`${origin}${pathname}`, 200);
}

function digest(text: string): string {
  return hexDigest(text).slice(0, 32);
}

function isAddress(text: string): boolean {
  if (hasControls(text)) return false;
  if (text.startsWith('/')) return !text.split('/').includes('..');
  const [, written] = /^https?:\/\/([^\s@\\/?#]+)(?:\/[^\s@\\]*)?$/.exec(text) ?? [];
  if (written === undefined || !URL.canParse(text)) return false;
  const { hostname, host, hash } = new URL(text);
  const known = written.toLowerCase().replace(/:\d*$/, '');
  // Git parses the host itself. If it could read another host than the one checked here, the URL is
  // refused.
  if (known !== hostname && written.toLowerCase() !== host) return false;
  return hash === '' && !hostname.endsWith('.') && isCalled(hostname);
}

/**
 * Host names are checked when they are resolved, except for one that always means a metadata
 * service.
 */
function isCalled(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0
    ? host !== 'metadata.google.internal'
    : isCallable(host, { allowsLoopback: true });
}

/**
 * The rules of git-check-ref-format; also excludes anything that looks like a flag or a revision.
 */
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

/** Leaves out the address, which may contain a password. */
const badRepository: Problem = {
  code: 'repository-refused',
  message: 'The `repository` of the stack is not an address that Parley fetches from.',
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
    hint: 'Name a folder of the repository, like envs/prod, that is not a link to elsewhere.',
  };
}
