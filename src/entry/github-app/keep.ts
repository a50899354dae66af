import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewApp } from '../../adapters/forge/github/convert-manifest.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';

/** The files for the secrets of an app. */
export interface SecretFiles {
  readonly privateKey: string;
  readonly webhookSecret: string;
}

/**
 * Creates the folder and the files before GitHub is called, since it shows the secrets only once.
 * Existing files belong to another app.
 */
export async function reserve(folder: string): Promise<Result<SecretFiles>> {
  const files = {
    privateKey: join(folder, 'private-key.pem'),
    webhookSecret: join(folder, 'webhook-secret'),
  };
  const paths = Object.values(files);
  for (const path of paths) {
    if ((await stat(path).catch(() => undefined)) !== undefined) return fail(there(path));
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const path of paths) await (await open(path, 'wx', 0o600)).close();
    return ok(files);
  } catch {
    await releaseKeys(files);
    return fail(cannotWrite(folder));
  }
}

/** Writes the secrets into the files, which only their owner can read. */
export async function keep(
  { privateKey, webhookSecret }: SecretFiles,
  app: NewApp,
): Promise<Result<void>> {
  try {
    await write(privateKey, app.privateKey);
    await write(webhookSecret, app.webhookSecret);
    return ok(undefined);
  } catch {
    return fail({
      ...cannotWrite(privateKey),
      hint: 'GitHub shows the secrets once: make new ones on the page of the app.',
    });
  }
}

/** Removes the files that nothing was written to. */
export async function releaseKeys(files: SecretFiles): Promise<void> {
  for (const path of Object.values(files)) {
    const found = await stat(path).catch(() => undefined);
    if (found?.size === 0) await rm(path, { force: true });
  }
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function there(path: string): Problem {
  return {
    code: 'file-there',
    message: `${displayText(path, 200)} is there already.`,
    hint: 'Choose another folder with --out, so that no secret is lost.',
  };
}

function cannotWrite(path: string): Problem {
  return {
    code: 'cannot-write',
    message: `Cannot write to ${displayText(path, 200)}.`,
    hint: 'Choose another folder with --out.',
  };
}
