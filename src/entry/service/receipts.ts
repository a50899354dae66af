import { orBrokenLog } from '../../adapters/receipt/broken.ts';
import { signerFromEnvironment } from '../../adapters/receipt/command-signer.ts';
import { databaseLog } from '../../adapters/receipt/database-log.ts';
import { openReceiptLog } from '../../adapters/receipt/open.ts';
import { tenantFolder } from '../../adapters/receipt/tenant-folder.ts';
import { createMutex } from '../../adapters/sync/mutex.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';

/** Milliseconds for which a job waits for a command that has the receipts of the folder open. */
const timeout = 30_000;

/**
 * Opens the receipts of the service: next to a store in a folder, as for commands, else in tables
 * on the server, which requires that somebody names a key.
 */
export async function openServiceReceipts(
  io: Io,
  { store: place, root }: Pick<ServiceSettings, 'store' | 'root'>,
  store: Pick<ServiceStore, 'receipts'>,
  log: Log,
): Promise<Result<WithReceipts>> {
  const signer = await signerFromEnvironment(io.env, root);
  if (!signer.ok) return signer;
  if (place.kind === 'folder') return ok(receiptsIn(place.path, signer.value));
  const { value } = signer;
  if (value !== undefined) {
    return ok((tenant, work) => work(databaseLog(store.receipts(tenant), value)));
  }
  log.warn('no receipts: no key signs them', {
    hint: 'Name one with PARLEY_RECEIPT_PRIVATE_KEY or PARLEY_RECEIPT_SIGNER, in every process.',
  });
  return ok(async () => ok(undefined));
}

/** Works on one log at a time, because whoever works on the files has them locked. */
function receiptsIn(folder: string, signer: Signer | undefined): WithReceipts {
  const inTurn = createMutex();
  return (tenant, work) =>
    inTurn(async () => {
      const own = signer === undefined ? {} : { signer };
      const opened = await openReceiptLog(tenantFolder(folder, tenant), { timeout, ...own });
      if (!opened.ok) return opened;
      try {
        return await orBrokenLog(() => work(opened.value));
      } finally {
        await opened.value.close();
      }
    });
}
