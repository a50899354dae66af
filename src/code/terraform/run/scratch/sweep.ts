import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { hasErrorCode } from '../../../../model/system-error.ts';
import { privateFolder } from './private-folder.ts';

/** Name of the socket in a folder on which its process listens as long as it runs. */
export const lifeSign = 'alive';

/**
 * Removes what dead processes left in the private folder; returns the number of removed folders.
 */
export async function sweepScratch(tempDir: string): Promise<number> {
  const home = await privateFolder(tempDir);
  return home.ok ? sweepFolder(home.value) : 0;
}

/** Removes them from the private folder itself. */
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

/** Whether a process listens there. If that is not certain, the answer is true. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) =>
      resolve(!hasErrorCode(error, 'ECONNREFUSED', 'ENOENT', 'ENOTDIR', 'ENOTSOCK')),
    );
  });
}
