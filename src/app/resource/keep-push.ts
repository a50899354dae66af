import { resolve } from 'node:path';
import { ownTenant } from '../../adapters/receipt/tenant-folder.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import type { Io } from '../../ports/io.ts';
import { whoAnswers } from '../answer/ask/who.ts';
import { projectReceipts } from '../receipt/open.ts';
import type { Push } from './push.ts';
import { keepPushReceipt } from './receipt.ts';

/** Makes the receipt of a push by a command. Where that fails, the push has still happened. */
export async function keepPush(
  io: Io,
  dir: string,
  store: ArtifactStore,
  push: Push,
): Promise<Result<undefined>> {
  const deps = { receipts: projectReceipts(io, dir), tenant: ownTenant, store };
  const by = await whoAnswers(io, resolve(io.cwd, dir));
  const kept = await keepPushReceipt(deps, { ...push, by, time: io.now() });
  if (kept.ok) return ok(undefined);
  const { name, digest } = push.pushed;
  const message = `${name} was pushed as ${digest}, without a receipt: ${kept.error.message}`;
  return fail({ ...kept.error, message });
}
