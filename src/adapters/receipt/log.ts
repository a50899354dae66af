import type { LogKey, Sha256 } from '../../model/receipt.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Appended, ReceiptLog } from '../../ports/receipt/receipt-log.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import { type Draft, receiptId } from '../../stages/receipt/statement.ts';
import type { FileDraft as Transaction } from '../store/files/draft.ts';
import type { FolderReader, StoredFiles } from '../store/files/folder.ts';
import { receiptsBefore } from './age.ts';
import { bundleFrom, nothingLogged, receiptInputs } from './bundle.ts';
import { keepInputs, keepOnlyInputs, readInput } from './inputs.ts';
import {
  checkpointNote,
  checkpointRows,
  keyRows,
  leafRows,
  originRow,
  receiptRows,
} from './rows.ts';
import {
  firstCovering,
  inputsNamed,
  newDrafts,
  type SignedHead,
  signAddition,
  trySigner,
} from './sign.ts';

/** Where a log is, and who signs it. */
export interface LogPlace {
  readonly files: StoredFiles;
  /** Folder of the inputs of receipts. */
  readonly inputs: string;
  /** The key that signs now; for `undefined` the first one, which is made if there is none. */
  signer(current: LogKey | undefined): Promise<Result<Signer>>;
}

/** A log on files that are locked by this process. */
export function receiptLog({ files, inputs, signer }: LogPlace): ReceiptLog {
  const input = (digest: Sha256) => readInput(inputs, digest);
  return {
    input,
    has: (ids) =>
      files.read(async (reader) => {
        const there = await leafRows(reader);
        return new Set(ids.filter((id) => there.has(id)));
      }),
    ready: () =>
      files.read(async (reader) => {
        const current = (await keyRows(reader)).at(-1);
        // The key is made with the first receipt.
        const signing = current === undefined ? undefined : await signer(current);
        if (signing === undefined) return ok(undefined);
        if (!signing.ok) return signing;
        const leaves = [...(await leafRows(reader)).values()];
        return trySigner(signing.value, { leaves, current, origin: await originRow(reader) });
      }),
    receipts: () => files.read((reader) => receiptRows(reader)),
    page: (from, limit) =>
      files.read((reader) => receiptRows(reader, (index) => index >= from && index < from + limit)),
    find: (id) =>
      files.read(async (reader) => (await receiptRows(reader, (_, own) => own === id))[0]),
    leaves: () => files.read(async (reader) => [...(await leafRows(reader)).values()]),
    keys: () => files.read(keyRows),
    checkpoint: () => files.read(newestNote),
    checkpoints: () =>
      files.read(async (reader) => {
        const found: { readonly size: number; readonly note: string }[] = [];
        for (const { size, key } of await checkpointRows(reader)) {
          found.push({ size, note: await checkpointNote(reader, key) });
        }
        return found;
      }),
    append: (drafts, texts, time) =>
      files.change(async (draft) => {
        const leaves = await leafRows(draft);
        const fresh = newDrafts(drafts, leaves);
        if (fresh.length === 0) {
          const [checkpoint = ''] = await notesCovering(draft, [drafts.map(receiptId)]);
          return ok({ made: [], checkpoint });
        }
        const added = await add(draft, { fresh, leaves, time, signer });
        if (added.ok) await keepInputs(inputs, inputsNamed(fresh, texts));
        return added;
      }),
    covering: (groups) => files.read((reader) => notesCovering(reader, groups)),
    drop: (before) => files.change((draft) => dropOld(draft, inputs, before)),
    bundle: (receipts) =>
      files.read(async (reader) => {
        const checkpoint = await newestNote(reader);
        if (checkpoint === undefined) return fail(nothingLogged);
        const rows = await leafRows(reader);
        return bundleFrom(receipts, {
          checkpoint,
          keys: await keyRows(reader),
          places: new Map([...rows.keys()].map((id, index) => [index, id])),
          leaves: [...rows.values()],
          input,
        });
      }),
  };
}

/** For each group of receipts, the first checkpoint that covers it. */
async function notesCovering(
  reader: FolderReader,
  groups: readonly (readonly Sha256[])[],
): Promise<readonly (string | undefined)[]> {
  const ids = [...(await leafRows(reader)).keys()];
  const places = new Map(ids.map((id, index) => [id, index]));
  const checkpoints = await checkpointRows(reader);
  const found: (string | undefined)[] = [];
  for (const group of groups) {
    const first = firstCovering(checkpoints, places, group);
    found.push(first && (await checkpointNote(reader, first.key)));
  }
  return found;
}

/** Drops receipts from before a time, with what only they name; returns how many. */
async function dropOld(
  draft: Transaction & FolderReader,
  inputs: string,
  before: string,
): Promise<number> {
  const there = await receiptRows(draft);
  const old = receiptsBefore(there, before);
  const last = old.at(-1);
  if (last === undefined) return 0;
  for (const { id } of old) draft.remove('receipts', id);
  const notes = await checkpointRows(draft);
  for (const { key, size } of notes.slice(0, -1)) {
    if (size <= last.index + 1) draft.remove('checkpoints', key);
  }
  const left = there.slice(old.length);
  await keepOnlyInputs(
    inputs,
    new Set(left.flatMap(({ envelope }) => receiptInputs(envelope.payload))),
  );
  return old.length;
}

interface Addition extends Pick<LogPlace, 'signer'> {
  readonly fresh: readonly Draft[];
  readonly leaves: ReadonlyMap<Sha256, Sha256>;
  readonly time: string;
}

/** Signs everything before anything is appended: a failure leaves the log unchanged. */
async function add(
  rows: Transaction & FolderReader,
  { fresh, leaves, time, signer }: Addition,
): Promise<Result<Appended>> {
  const current = (await keyRows(rows)).at(-1);
  const signing = await signer(current);
  if (!signing.ok) return signing;
  const signed = await signAddition(signing.value, {
    ...{ fresh, time, leaves: [...leaves.values()] },
    current,
    origin: await originRow(rows),
  });
  if (!signed.ok) return signed;
  const { made, checkpoint, key, origin } = signed.value;
  if (current === undefined) {
    rows.put('keys', key.id, [], key);
    rows.put('log', 'origin', [], origin);
  }
  for (const [at, { id, envelope, leaf }] of made.entries()) {
    const index = String(leaves.size + at);
    rows.put('leaves', id, [index, leaf], 0);
    rows.put('receipts', id, [index], envelope);
  }
  putCheckpoint(rows, checkpoint);
  return ok({ made: made.map(({ id }) => id), checkpoint: checkpoint.note });
}

export function putCheckpoint(rows: Transaction, { size, key, note }: SignedHead): void {
  rows.put('checkpoints', `${size} ${key.slice(0, 16)}`, [String(size)], note);
}

async function newestNote(reader: FolderReader): Promise<string | undefined> {
  const newest = (await checkpointRows(reader)).at(-1);
  return newest === undefined ? undefined : checkpointNote(reader, newest.key);
}
