import { createHash, randomUUID } from 'node:crypto';
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

/** A file of a write: absolute paths of it, of its new content and of its old one. */
const Step = z.strictObject({
  target: z.string(),
  /** Written whole before anything is moved. */
  scratch: z.string(),
  /** A second name of the old content; undefined for a new file. */
  kept: z.string().optional(),
  /** SHA-256 in hex of the old content, undefined for a new file, and of the new one. */
  before: z.string().optional(),
  after: z.string(),
});

const Journal = z.strictObject({
  /** `staging`: nothing was moved yet; `ready`: all is there, and the write is to be finished. */
  state: z.enum(['staging', 'ready']),
  steps: z.array(Step),
});

export type WriteStep = z.output<typeof Step>;
export type Journal = z.output<typeof Journal>;

/** `at` is milliseconds since 1970. */
const Owner = z.strictObject({ pid: z.int(), host: z.string(), at: z.number() });

/**
 * The folder of what is being written below a root: of the user, not of the project, whose files
 * somebody else may have made. Who makes it has the lock.
 */
export function journalFolder(root: string, base = stateFolder()): string {
  return join(base, createHash('sha256').update(root).digest('hex').slice(0, 32));
}

function stateFolder(): string {
  const home = homedir();
  return home === '' || home === '/'
    ? join(tmpdir(), `parley-writes-${userInfo().uid}`)
    : join(home, '.local', 'state', 'parley', 'writes');
}

/** True when the lock is ours now; false when a process that lives has it. */
export async function lock(
  folder: string,
  finish: (left: Journal) => Promise<void>,
): Promise<boolean> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await takeUp(folder);
  // With its owner in it from the beginning: a folder that is not empty is never moved over.
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
      if (!isFileError(error, 'EEXIST') && !isFileError(error, 'ENOTEMPTY')) throw error;
      if (await isHeld(folder)) return false;
      await takeOver(folder, finish);
    }
  }
  return false;
}

export async function unlock(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** What a process that died left is finished or undone; nothing where nobody died. */
export async function settleJournal(
  folder: string,
  finish: (left: Journal) => Promise<void>,
): Promise<void> {
  await takeUp(folder);
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (isThere && !(await isHeld(folder))) await takeOver(folder, finish);
}

/**
 * What processes left beside the lock: one that died while it finished the write of another is
 * followed up, and one that died before it had the lock had written nothing.
 */
async function takeUp(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.sort()) {
    const left = join(dirname(folder), name);
    if (left.startsWith(`${folder}-`) && !(await isHeld(left))) {
      // Where there is a lock meanwhile, it waits for the next run.
      await rename(left, folder).catch(() => undefined);
    }
    if (left.startsWith(`${folder}.`) && !(await isHeld(left)) && (await isOld(left))) {
      await unlock(left);
    }
  }
}

/** Between the making of a folder and its owner's name in it there is a moment. */
async function isOld(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > 60_000;
}

function writeOwner(folder: string): Promise<void> {
  const owner = { pid: process.pid, host: hostname(), at: Date.now() };
  return writeFile(join(folder, 'owner'), JSON.stringify(owner));
}

async function takeOver(folder: string, finish: (left: Journal) => Promise<void>): Promise<void> {
  // One of several that find it moves it, and so has it to itself.
  const mine = `${folder}-${randomUUID()}`;
  try {
    await rename(folder, mine);
    await writeOwner(mine);
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return;
    throw error;
  }
  try {
    const left = await readJournal(mine);
    if (left !== undefined) await finish(left);
  } catch (error) {
    // Kept for the next run, which may have the space or the right that this one has not.
    await rename(mine, folder).catch(() => rmdir(mine).catch(() => undefined));
    throw error;
  }
  await unlock(mine);
}

async function isHeld(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'owner'), 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const owner = Owner.safeParse(parsed(text));
  if (!owner.success) return false;
  if (owner.data.host !== hostname()) return true;
  // In a container the process of an earlier life may have had the same number.
  if (owner.data.pid === process.pid) return owner.data.at >= Date.now() - process.uptime() * 1000;
  try {
    process.kill(owner.data.pid, 0);
    return true;
  } catch (error) {
    return isFileError(error, 'EPERM');
  }
}

/** On the disk before it returns: what is moved after it is known to whoever comes next. */
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
  const journal = text === undefined ? undefined : Journal.safeParse(parsed(text));
  return journal?.success === true ? journal.data : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
