import { z } from 'zod';
import type { LoggedReceipt, LogKey, Sha256 } from '../../model/receipt.ts';
import { EnvelopeForm, LogKeyForm } from '../../stages/receipt/bundle.ts';
import type { FolderReader } from '../store/files/folder.ts';

/*
 * The tables of a log. `leaves` has only the place and hash of each receipt, so that adding to a
 * long log reads little; `receipts` has their envelopes; `checkpoints` has every head that was
 * signed.
 */

/** The hashes of all leaves by the ids of their receipts, in the order of the log. */
export async function leafRows(reader: FolderReader): Promise<ReadonlyMap<Sha256, Sha256>> {
  const rows = [...(await reader.table('leaves')).values()].map(({ key, columns }) => ({
    id: key,
    index: Number(columns[0]),
    leaf: columns[1] ?? '',
  }));
  rows.sort((a, b) => a.index - b.index);
  return new Map(rows.map(({ id, leaf }) => [id, leaf]));
}

/** Receipts in the order of their indexes: those for which `isMeant` is true, by default all. */
export async function receiptRows(
  reader: FolderReader,
  isMeant: (index: number, id: Sha256) => boolean = () => true,
): Promise<readonly LoggedReceipt[]> {
  const rows = [...(await reader.table('receipts')).values()]
    .map(({ key, columns }) => ({ id: key, index: Number(columns[0]) }))
    .filter(({ id, index }) => isMeant(index, id));
  const bodies = await reader.bodies(
    'receipts',
    rows.map(({ id }) => id),
  );
  return rows
    .map((row, at) => ({ ...row, envelope: EnvelopeForm.parse(bodies[at]) }))
    .sort((a, b) => a.index - b.index);
}

/** All keys, the oldest first. */
export async function keyRows(reader: FolderReader): Promise<readonly LogKey[]> {
  const keys = [...(await reader.table('keys')).keys()];
  return z.array(LogKeyForm).parse(await reader.bodies('keys', keys));
}

/** Signed notes with the size that each states, in the order in which they were made. */
export async function checkpointRows(
  reader: FolderReader,
): Promise<readonly { readonly size: number; readonly key: string }[]> {
  const lines = [...(await reader.table('checkpoints')).values()];
  return lines.map(({ key, columns }) => ({ key, size: Number(columns[0]) }));
}

export async function checkpointNote(reader: FolderReader, key: string): Promise<string> {
  const [note] = z.tuple([z.string()]).parse(await reader.bodies('checkpoints', [key]));
  return note;
}

/** The name of the log; undefined if there is none yet. */
export async function originRow(reader: FolderReader): Promise<string | undefined> {
  const [origin] = z
    .array(z.string())
    .parse(await reader.bodies('log', await keysOf(reader, 'log')));
  return origin;
}

async function keysOf(reader: FolderReader, table: string): Promise<readonly string[]> {
  return [...(await reader.table(table)).keys()];
}
