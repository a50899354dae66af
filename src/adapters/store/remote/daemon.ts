import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { describeSelf, isGone } from '../holder.ts';

/** How to reach a process that has the folder open, with the token that its callers need. */
const Daemon = z.object({
  host: z.string(),
  pid: z.int().positive(),
  started: z.string(),
  /** On 127.0.0.1. */
  port: z.int().min(1).max(65_535),
  token: z.string().min(32).max(200),
});

export type Daemon = z.infer<typeof Daemon>;

const fileName = 'daemon.json';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Writes how to reach this process to a file that only the owner of the folder can read. */
export async function announce(
  folder: string,
  { port, token }: Pick<Daemon, 'port' | 'token'>,
): Promise<void> {
  const daemon: Daemon = { ...describeSelf(), port, token };
  const draft = join(folder, `${fileName}.${process.pid}`);
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(daemon)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, join(folder, fileName));
}

/** Removes what this process announced, but not what another one announced after it. */
export async function withdrawDaemon(folder: string, token: string): Promise<void> {
  const daemon = await readDaemon(folder);
  if (daemon?.token === token) await rm(join(folder, fileName), { force: true });
}

/**
 * The process on this machine that announced that it has the folder open; undefined if it is gone.
 */
export async function findDaemon(folder: string): Promise<Daemon | undefined> {
  const daemon = await readDaemon(folder);
  if (daemon === undefined || daemon.host !== hostname() || isGone(daemon)) return undefined;
  return daemon;
}

async function readDaemon(folder: string): Promise<Daemon | undefined> {
  try {
    const daemon = Daemon.safeParse(JSON.parse(await readFile(join(folder, fileName), 'utf8')));
    return daemon.success ? daemon.data : undefined;
  } catch {
    return undefined;
  }
}
