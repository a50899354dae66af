import { resolve } from 'node:path';
import type { OpenLog } from '../../adapters/receipt/open.ts';
import { hasStore, storeLocation } from '../../adapters/store/location.ts';
import type { Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';

/** Milliseconds that a command waits for another one to be done with the receipts. */
const timeout = 30_000;

/** Folder in which a project remembers; undefined where it does not, or a server does. */
export async function rememberedFolder(io: Io, dir: string): Promise<string | undefined> {
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  const isFolder = location.kind === 'folder' && (await hasStore(location));
  return isFolder ? location.path : undefined;
}

/** Opens the log of a folder. What it needs is loaded here, so that other commands start fast. */
export async function openReceipts(io: Io, folder: string): Promise<Result<OpenLog>> {
  const { openReceiptLog } = await import('../../adapters/receipt/open.ts');
  const { signerOf } = await import('../../adapters/receipt/command-signer.ts');
  const signer = await signerOf(io.env, io.cwd);
  if (!signer.ok) return signer;
  const own = signer.value === undefined ? {} : { signer: signer.value };
  return openReceiptLog(folder, { timeout, ...own });
}
