import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Sha256 } from '../../model/receipt.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { textDigest } from '../../stages/receipt/digest.ts';
import { syncFolder } from '../store/files/head.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Bytes. A decision on 10,000 drifts has some 30 MB; a file that unpacks to more is not an input.
 */
const largest = 1 << 29;

/** Stores the inputs of receipts, each text under its digest; existing files stay unchanged. */
export async function keepInputs(
  folder: string,
  texts: Iterable<readonly [Sha256, string]>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [digest, text] of texts) {
    const file = inputFile(folder, digest);
    if (await exists(file)) continue;
    await writeFile(`${file}.new`, await compress(text), { flush: true });
    await rename(`${file}.new`, file);
  }
  await syncFolder(folder);
}

/** The text with that digest; undefined if it was not kept, or was changed. */
export async function readInput(folder: string, digest: Sha256): Promise<string | undefined> {
  try {
    const bytes = await readFile(inputFile(folder, digest));
    const text = (await decompress(bytes, { maxOutputLength: largest })).toString('utf8');
    return textDigest(text) === digest ? text : undefined;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || isUnreadable(error)) return undefined;
    throw error;
  }
}

/** True if the file does not contain what was compressed. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code))
  );
}

/** Removes all texts but these. */
export async function keepOnlyInputs(folder: string, named: ReadonlySet<Sha256>): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, digest = ''] = /^([0-9a-f]{64})\.gz$/.exec(name) ?? [];
    if (digest !== '' && !named.has(digest)) await rm(inputFile(folder, digest), { force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

function inputFile(folder: string, digest: Sha256): string {
  return join(folder, `${digest}.gz`);
}
