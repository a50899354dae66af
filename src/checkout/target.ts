import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { Stack } from '../config/service/stacks.ts';
import { fail, ok, type Problem, type Result } from '../model/result.ts';
import { displayText } from '../model/text.ts';

/** What of a stack git is told: checked, so that none of it is taken for a flag or another place. */
export interface Target {
  /** `https://host/owner/name.git`, or an absolute path. */
  readonly url: string;
  /** `refs/heads/main`. */
  readonly branch: string;
  /** Of the copy that holds the tip: as no other branch's. */
  readonly tip: string;
  /** Folders on the way to the root, from the top of the repository. */
  readonly root: readonly string[];
}

export type Checked = Pick<Stack, 'repository' | 'branch' | 'root'>;

/** The settings have checked this before; what git is started with is checked where it is. */
export function targetOf({ repository, branch, root }: Checked): Result<Target> {
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
export function titleOf(url: string): string {
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
  if (!/^https?:\/\/[^\s@\\]+$/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === '' && url.password === '' && url.hash === '' && isCalled(url.hostname);
}

/** Link-local addresses, where clouds hand out credentials, are never called. */
function isCalled(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) === 4)
    return !/^(?:0|169\.254|100\.100\.100\.200|168\.63\.129\.16)(?:\.|$)/.test(host);
  return isIP(host) === 0
    ? host !== 'metadata.google.internal'
    : !/^(?:fe[89ab]|ff|fd00:ec2:|::$|::ffff:a9fe:)/.test(host);
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
