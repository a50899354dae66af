import type { LogKey } from '../../model/receipt.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import { openDatabase } from '../store/database.ts';
import { createReceiptRows, receiptTenants } from '../store/service/receipt-rows.ts';
import { databaseLog, nobodySigns } from './database-log.ts';
import type { OpenLog } from './open.ts';
import { rotateDatabaseKey, sameKey } from './rotate.ts';

export interface ServerLogOptions {
  /** Tenant whose log is opened. */
  readonly tenant: string;
  /** Undefined for a log that is only read. */
  readonly signer: Signer | undefined;
}

/** Opens the log of a tenant in the tables of a server, by its URL. */
export async function openServerLog(
  url: string,
  { tenant, signer }: ServerLogOptions,
): Promise<Result<OpenLog>> {
  const database = await openDatabase({ kind: 'server', url }, { timeout: 0, connections: 2 });
  if (!database.ok) return database;
  const { db, close } = database.value;
  return ok({
    ...databaseLog(createReceiptRows(db, tenant), signer),
    close,
    async rotate(time) {
      if (signer === undefined) return fail(nobodySigns);
      // The processes of a service share one key, so it is replaced for all tenants: a tenant that
      // is left out could no longer sign.
      let rotated: LogKey | undefined;
      for (const one of await receiptTenants(db)) {
        const key = await rotateDatabaseKey(createReceiptRows(db, one), signer, time);
        if (key.ok) rotated = key.value;
        else if (key.error.code !== sameKey.code) return key;
      }
      return rotated === undefined ? fail(sameKey) : ok(rotated);
    },
  });
}
