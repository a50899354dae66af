import { mkdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Git } from '../git/run.ts';
import { repositoryTooLarge, repositoryUnreachable } from './failure.ts';
import { plainAttributes } from './mirror.ts';
import { type CheckoutTarget, rootOutside, targetTitle } from './target.ts';

export interface LayOut {
  readonly git: Git;
  /** The bare copy. */
  readonly gitDir: string;
  readonly commit: string;
  /** Folder that is created. */
  readonly folder: string;
  readonly target: CheckoutTarget;
  readonly limits: CheckoutLimits;
  readonly signal: AbortSignal | undefined;
}

export interface CheckoutLimits {
  /** Total size of all files, in bytes. */
  readonly bytes: number;
  readonly files: number;
}

/** Folders of a checkout, with links resolved. */
export interface LaidOut {
  readonly top: string;
  readonly root: string;
}

/** Writes the files of a commit to a folder. */
export async function layOut(order: LayOut): Promise<Result<LaidOut>> {
  const { git, folder, commit, target, signal } = order;
  const links = await looked(order);
  if (!links.ok) return links;
  await makeRepository(order);
  const place = ['--git-dir', join(folder, '.git'), '--work-tree', folder];
  const answer = await git({
    args: [...place, 'read-tree', '--reset', '-u', commit],
    cwd: folder,
    signal,
  });
  if (answer.code !== 0) return fail(repositoryUnreachable(target.url, answer));
  const root = await findRoot(folder, target);
  if (!root.ok) return root;
  const top = await realpath(folder);
  await closeLinksOutside(top, links.value);
  return ok({ top, root: root.value });
}

/** Checks the size of the commit and returns its symbolic links. */
async function looked(order: LayOut): Promise<Result<readonly string[]>> {
  const { git, gitDir, commit, target, limits, signal } = order;
  const answer = await git({
    args: ['--git-dir', gitDir, 'ls-tree', '-r', '-l', '-z', '--full-tree', commit],
    signal,
  });
  if (answer.code !== 0) return fail(repositoryUnreachable(target.url, answer));
  const links: string[] = [];
  let [bytes, files] = [0, 0];
  for (const line of answer.out.split('\0')) {
    const [, mode, size, path = ''] = /^(\d{6}) \w+ \w+ +(\S+)\t(.*)$/s.exec(line) ?? [];
    if (mode === undefined) continue;
    files += 1;
    bytes += Number(size) || 0;
    if (mode === '120000') links.push(path);
  }
  if (files > limits.files)
    return fail(repositoryTooLarge(target.url, `the limit is ${limits.files} files`));
  if (bytes > limits.bytes)
    return fail(repositoryTooLarge(target.url, `the limit is ${limits.bytes} bytes`));
  return ok(links);
}

/**
 * Makes a repository that uses the objects of the copy, and none of its settings, hooks or refs.
 */
async function makeRepository({ folder, gitDir, commit }: LayOut): Promise<void> {
  const own = join(folder, '.git');
  await mkdir(join(own, 'objects', 'info'), { recursive: true });
  await mkdir(join(own, 'refs'));
  await mkdir(join(own, 'info'));
  await writeFile(join(own, 'objects', 'info', 'alternates'), `${join(gitDir, 'objects')}\n`);
  await writeFile(join(own, 'info', 'attributes'), plainAttributes);
  await writeFile(join(own, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
  await writeFile(join(own, 'HEAD'), `${commit}\n`);
}

async function findRoot(folder: string, { root, url }: CheckoutTarget): Promise<Result<string>> {
  const name = root.join('/');
  const top = await realpath(folder);
  const found = await realpath(join(folder, ...root)).catch(() => undefined);
  // A dangling link could lead anywhere once its target exists.
  if (found === undefined) return fail(noSuchRoot(url, name));
  if (!isWithin(found, top)) return fail(rootOutside(name));
  const isFolder = (await stat(found)).isDirectory();
  return isFolder ? ok(found) : fail(noSuchRoot(url, name));
}

/**
 * Readers of the project follow links, and must not read other files of this machine. A link that
 * leads outside is replaced with one that leads to itself; without any link, the file that it names
 * would look deleted.
 */
async function closeLinksOutside(top: string, links: readonly string[]): Promise<void> {
  for (const link of links) {
    const path = join(top, link);
    const target = await realpath(path).catch(() => undefined);
    if (target !== undefined && isWithin(target, top)) continue;
    await rm(path, { force: true });
    await symlink(basename(path), path);
  }
}

function isWithin(path: string, top: string): boolean {
  const isInside = path === top || path.startsWith(top + sep);
  const own = join(top, '.git');
  return isInside && path !== own && !path.startsWith(own + sep);
}

function noSuchRoot(url: string, root: string): Problem {
  return {
    code: 'no-such-root',
    message: `The repository ${targetTitle(url)} has no folder ${displayText(root, 120)}.`,
    hint: 'Set `root` of the stack to the folder of its root module.',
  };
}
