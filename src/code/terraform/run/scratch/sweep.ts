import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { privateFolder } from './private-folder.ts';

/** The socket in a folder that its process listens to as long as it lives. */
export const lifeSign = 'alive';

/** Removes what processes that are gone have left in the private folder; returns how much. */
export async function sweepScratch(tempDir: string): Promise<number> {
  const home = await privateFolder(tempDir);
  return home.ok ? sweepFolder(home.value) : 0;
}

/** The same for the private folder itself. */
export async function sweepFolder(home: string): Promise<number> {
  // There is no sign of life on Windows.
  if (process.platform === 'win32') return 0;
  let removed = 0;
  for (const name of (await readdir(home)).sort()) {
    const folder = join(home, name);
    if (await isAlive(join(folder, lifeSign))) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** Whether somebody listens there; who is not known to be gone counts as there. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) =>
      resolve(!isSystemError(error, 'ECONNREFUSED', 'ENOENT', 'ENOTDIR', 'ENOTSOCK')),
    );
  });
}

/** Whether this is an error of the system with one of the codes, such as ENOENT. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
