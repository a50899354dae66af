import type { LogKey } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import type { ReceiptRows } from '../../ports/store/receipt-rows.ts';
import { makeEnvelope, signedBytes } from '../../stages/receipt/envelope.ts';
import { handoverText, handoverType } from '../../stages/receipt/keys.ts';
import type { StoredFiles } from '../store/files/folder.ts';
import { nothingLogged } from './bundle.ts';
import { forgetOtherKeys } from './key-files.ts';
import { putCheckpoint } from './log.ts';
import { keyRows, leafRows, originRow } from './rows.ts';
import { logOrigin, signHead } from './sign.ts';

/**
 * Makes another key sign from now on. The new key vouches for the one before it and signs the
 * current log, and the private key of the old one is removed. `time` is ISO 8601 UTC.
 */
export async function rotateKey(
  { files, keyFolder }: { readonly files: StoredFiles; readonly keyFolder: string },
  next: Signer,
  time: string,
): Promise<Result<LogKey>> {
  const { id, pem } = next.key;
  const made: LogKey = { id, pem, since: time };
  const rotated = await files.change(async (rows) => {
    const before = (await keyRows(rows)).at(-1);
    if (before?.id === id) return fail(sameKey);
    const old = before === undefined ? undefined : await handOver(before, next, time);
    if (old?.ok === false) return old;
    const origin = await originRow(rows);
    const leaves = [...(await leafRows(rows)).values()];
    const head = leaves.length === 0 ? undefined : await signHead(origin ?? '', leaves, next);
    if (head?.ok === false) return head;
    if (old !== undefined) rows.put('keys', old.value.id, [], old.value);
    rows.put('keys', id, [], made);
    if (origin === undefined) rows.put('log', 'origin', [], logOrigin(id));
    if (head !== undefined) putCheckpoint(rows, head.value);
    return ok(made);
  });
  if (rotated.ok) await forgetOtherKeys(keyFolder, id);
  return rotated;
}

/** The same for a log in the tables of a server, whose keys are kept elsewhere. */
export async function rotateDatabaseKey(
  rows: ReceiptRows,
  next: Signer,
  time: string,
): Promise<Result<LogKey>> {
  const key: LogKey = { id: next.key.id, pem: next.key.pem, since: time };
  for (;;) {
    const head = await rows.head();
    if (head === undefined) return fail(nothingLogged);
    if (head.key.id === key.id) return fail(sameKey);
    const leaves = await rows.leaves();
    if (leaves.length !== head.size) continue;
    const replaced = await handOver(head.key, next, time);
    if (!replaced.ok) return replaced;
    const signed = await signHead(head.origin, leaves, next);
    if (!signed.ok) return signed;
    const rotation = { replaced: replaced.value, key, checkpoint: signed.value.note };
    if (await rows.rotate(head.size, rotation)) return ok(key);
  }
}

/** The replaced key, with a statement about it that the next key signed. */
async function handOver(before: LogKey, next: Signer, until: string): Promise<Result<LogKey>> {
  const text = handoverText(before, until);
  const signed = await next.sign([signedBytes(handoverType, text)]);
  if (!signed.ok) return signed;
  const handover = makeEnvelope(handoverType, text, next.key.id, signed.value[0] ?? Buffer.of());
  return ok({ ...before, until, handover });
}

export const sameKey: Problem = {
  code: 'receipt-key-same',
  message: 'This key signs the log already.',
  hint: 'Name another key of the signer, or leave the log as it is.',
};
