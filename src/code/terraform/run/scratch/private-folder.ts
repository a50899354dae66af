import { chmod, lstat, mkdir, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../model/result.ts';

/**
 * The single folder below `tempDir` for all of this user's copies of states and plans, created if
 * missing. Everyone can write to a folder for temporary files, so another user may have created the
 * name: it is only used if it is a folder of this user, and then made inaccessible to others.
 */
export async function privateFolder(tempDir: string): Promise<Result<string>> {
  const { uid, username } = userInfo();
  const isNumbered = process.platform !== 'win32';
  await mkdir(tempDir, { recursive: true });
  const folder = join(await realpath(tempDir), `parley-${isNumbered ? uid : username}`);
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(folder);
  if (!found.isDirectory() || (isNumbered && found.uid !== uid)) {
    return fail({
      code: 'temporary-folder',
      message: 'The folder for copies of states is not a folder of this user.',
      place: { file: folder },
      hint: 'Remove it, or set TMPDIR to a folder that nobody else may write to.',
    });
  }
  if (isNumbered && (found.mode & 0o077) !== 0) await chmod(folder, 0o700);
  return ok(folder);
}
