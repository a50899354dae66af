import { resolve } from 'node:path';
import type { OpenLog } from '../../adapters/receipt/open.ts';
import { tenantFolder } from '../../adapters/receipt/tenant-folder.ts';
import { hasStore, type StoreLocation, storeLocation } from '../../adapters/store/location.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { LoggedReceipts } from '../../ports/store/reusable-run.ts';

/** Milliseconds for which a command waits until another one has finished with the receipts. */
const timeout = 30_000;

/** The location of a project's store; undefined where there is none. */
export async function receiptPlace(io: Io, dir: string): Promise<StoreLocation | undefined> {
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  return (await hasStore(location)) ? location : undefined;
}

/** Opens the receipt log of a tenant, to read it or to replace its key. */
export async function openReceipts(
  io: Io,
  location: StoreLocation,
  tenant: string,
): Promise<Result<OpenLog>> {
  const signer = await namedSigner(io);
  return signer.ok ? open(location, tenant, signer.value) : signer;
}

/**
 * The receipt log of a project, for adding receipts. On a database server nothing is added unless a
 * signer is named.
 */
export function projectReceipts(io: Io, dir: string): WithReceipts {
  return async (tenant, work) => {
    const location = await receiptPlace(io, dir);
    if (location === undefined) return ok(undefined);
    const signer = await namedSigner(io);
    if (!signer.ok) return signer;
    if (location.kind === 'server' && signer.value === undefined) return ok(undefined);
    const log = await open(location, tenant, signer.value);
    if (!log.ok) return log;
    try {
      const { orBrokenLog } = await import('../../adapters/receipt/broken.ts');
      return await orBrokenLog(() => work(log.value));
    } finally {
      await log.value.close();
    }
  };
}

/** The extent of a project's receipt log; undefined where its folder has none. */
export async function loggedReceipts(io: Io, dir: string): Promise<LoggedReceipts | undefined> {
  const location = await receiptPlace(io, dir);
  if (location?.kind !== 'folder') return undefined;
  const { receiptExtent } = await import('../../adapters/receipt/extent.ts');
  return receiptExtent(location.path);
}

// The adapter is loaded here, so that other commands start fast.
async function namedSigner(io: Io): Promise<Result<Signer | undefined>> {
  const { signerFromEnvironment } = await import('../../adapters/receipt/command-signer.ts');
  return signerFromEnvironment(io.env, io.cwd);
}

async function open(
  location: StoreLocation,
  tenant: string,
  signer: Signer | undefined,
): Promise<Result<OpenLog>> {
  if (location.kind === 'server') {
    const { openServerLog } = await import('../../adapters/receipt/open-server.ts');
    return openServerLog(location.url, { tenant, signer });
  }
  const { openReceiptLog } = await import('../../adapters/receipt/open.ts');
  const own = signer === undefined ? {} : { signer };
  return openReceiptLog(tenantFolder(location.path, tenant), { timeout, ...own });
}
