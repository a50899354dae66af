import { randomUUID } from 'node:crypto';
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { hexDigest } from '../../../model/digest.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { hasErrorCode } from '../../../model/system-error.ts';

/** One file of a write, with absolute paths of the file, its new content and its old content. */
const Step = z.strictObject({
  target: z.string(),
  /** Completely written before any file is moved. */
  scratch: z.string(),
  /** A hard link to the old content; undefined for a new file. */
  kept: z.string().optional(),
  /** SHA-256 in hex of the old content (undefined for a new file) and of the new content. */
  before: z.string().optional(),
  after: z.string(),
});

const Journal = z.strictObject({
  /**
   * `staging`: no file has been moved. `ready`: all content is staged, and the write must be
   * completed.
   */
  state: z.enum(['staging', 'ready']),
  steps: z.array(Step),
});

export type WriteStep = z.output<typeof Step>;
export type Journal = z.output<typeof Journal>;

/** `at` is milliseconds since 1970. */
const Owner = z.strictObject({ pid: z.int(), host: z.string(), at: z.number() });

/**
 * The journal folder for writes below a root. It is in the user's home, not in the project, whose
 * files may come from someone else. Creating it acquires the lock.
 */
export function journalFolder(root: string, base = stateFolder()): string {
  return join(base, hexDigest(root).slice(0, 32));
}

function stateFolder(): string {
  const home = homedir();
  return home === '' || home === '/'
    ? join(tmpdir(), `parley-writes-${userInfo().uid}`)
    : join(home, '.local', 'state', 'parley', 'writes');
}

/** True if the lock was acquired; false if a running process holds it. */
export async function lock(
  folder: string,
  finish: (left: Journal) => Promise<void>,
): Promise<boolean> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await resumeOthers(folder);
  // The owner file is in the folder before the rename, because a rename never replaces a folder
  // that is not empty.
  const own = `${folder}.${randomUUID()}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await rm(own, { recursive: true, force: true });
    await mkdir(own, { mode: 0o700 });
    await writeOwner(own);
    try {
      await rename(own, folder);
      return true;
    } catch (error) {
      await rm(own, { recursive: true, force: true });
      if (!hasErrorCode(error, 'EEXIST') && !hasErrorCode(error, 'ENOTEMPTY')) throw error;
      if (await isHeld(folder)) return false;
      await takeOver(folder, finish);
    }
  }
  return false;
}

export async function unlock(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Finishes or undoes a write that a dead process left; does nothing if there is none. */
export async function settleJournal(
  folder: string,
  finish: (left: Journal) => Promise<void>,
): Promise<void> {
  await resumeOthers(folder);
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (isThere && !(await isHeld(folder))) await takeOver(folder, finish);
}

/**
 * Handles what dead processes left next to the lock. If one died while completing another's write,
 * that write is resumed; if one died before acquiring the lock, it had not written anything.
 */
async function resumeOthers(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.sort()) {
    const left = join(dirname(folder), name);
    if (left.startsWith(`${folder}-`) && !(await isHeld(left))) {
      // If there is a lock by now, this is left for the next run.
      await rename(left, folder).catch(() => undefined);
    }
    if (left.startsWith(`${folder}.`) && !(await isHeld(left)) && (await isOld(left))) {
      await unlock(left);
    }
  }
}

/** True for a folder older than a minute. A new folder has no owner file for a short time. */
async function isOld(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > 60_000;
}

function writeOwner(folder: string): Promise<void> {
  const owner = { pid: process.pid, host: hostname(), at: Date.now() };
  return writeFile(join(folder, 'owner'), JSON.stringify(owner));
}

async function takeOver(folder: string, finish: (left: Journal) => Promise<void>): Promise<void> {
  // Several processes may find it, but only one can rename it and so own it.
  const mine = `${folder}-${randomUUID()}`;
  try {
    await rename(folder, mine);
    await writeOwner(mine);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    const left = await readJournal(mine);
    if (left !== undefined) await finish(left);
  } catch (error) {
    // Kept for the next run, which may have the disk space or the permission that this one lacks.
    await rename(mine, folder).catch(() => rmdir(mine).catch(() => undefined));
    throw error;
  }
  await unlock(mine);
}

async function isHeld(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'owner'), 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const owner = Owner.safeParse(parsedJson(text));
  if (!owner.success) return false;
  if (owner.data.host !== hostname()) return true;
  // In a container, a process of an earlier start may have had the same id.
  if (owner.data.pid === process.pid) return owner.data.at >= Date.now() - process.uptime() * 1000;
  try {
    process.kill(owner.data.pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
}

/**
 * Written to disk before it returns, so that the next process knows of every file moved after that.
 */
export async function writeJournal(folder: string, journal: Journal): Promise<void> {
  const draft = join(folder, 'journal.new');
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(journal));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, 'journal'));
}

async function readJournal(folder: string): Promise<Journal | undefined> {
  const text = await readFile(join(folder, 'journal'), 'utf8').catch(() => undefined);
  const journal = text === undefined ? undefined : Journal.safeParse(parsedJson(text));
  return journal?.success === true ? journal.data : undefined;
}
