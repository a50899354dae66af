import type { LoggedReceipt, LogKey, Sha256 } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Appended, ReceiptLog } from '../../ports/receipt/receipt-log.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import { checkpointBody, signedCheckpoint } from '../../stages/receipt/checkpoint.ts';
import { plainText } from '../../stages/receipt/digest.ts';
import { bundleOf, leafOf, signedReceipt, treeHead, unsigned } from '../../stages/receipt/make.ts';
import { type Draft, receiptId } from '../../stages/receipt/statement.ts';
import { receiptName } from '../../stages/receipt/verify.ts';
import type { FileDraft as Transaction } from '../store/files/draft.ts';
import type { FolderReader, StoredFiles } from '../store/files/folder.ts';
import { keepInputs, readInput } from './inputs.ts';
import {
  checkpointNote,
  checkpointRows,
  keyRows,
  leafRows,
  originRow,
  receiptRows,
} from './rows.ts';

/** Where a log is, and who signs it. */
export interface LogPlace {
  readonly files: StoredFiles;
  /** Folder of what receipts rest on. */
  readonly inputs: string;
  /** The key that signs now; with `undefined`, the first one, which is made where need be. */
  signer(current: LogKey | undefined): Promise<Result<Signer>>;
}

/** On files that are locked by this process. */
export function receiptLog({ files, inputs, signer }: LogPlace): ReceiptLog {
  const input = (digest: Sha256) => readInput(inputs, digest);
  return {
    input,
    has: (ids) =>
      files.read(async (reader) => {
        const there = await leafRows(reader);
        return new Set(ids.filter((id) => there.has(id)));
      }),
    receipts: () => files.read(receiptRows),
    leaves: () => files.read(async (reader) => [...(await leafRows(reader)).values()]),
    keys: () => files.read(keyRows),
    checkpoint: () => files.read(newestNote),
    append: (drafts, texts, time) =>
      files.change(async (draft) => {
        const leaves = await leafRows(draft);
        const fresh = newOf(drafts, leaves);
        if (fresh.length > 0) {
          const added = await add(draft, { fresh, leaves, time, signer });
          if (!added.ok) return added;
          const named = new Set(fresh.flatMap((each) => Object.values(each.inputs)));
          await keepInputs(
            inputs,
            [...texts].filter(([digest]) => named.has(digest)),
          );
          return ok(added.value);
        }
        const places = [...leaves.keys()];
        const last = Math.max(...drafts.map((each) => places.indexOf(receiptId(each))));
        const older = (await checkpointRows(draft)).find(({ size }) => size > last);
        const checkpoint = older === undefined ? '' : await checkpointNote(draft, older.key);
        return ok({ made: [], checkpoint });
      }),
    bundle: (receipts) =>
      files.read(async (reader) => {
        const checkpoint = await newestNote(reader);
        if (checkpoint === undefined) return fail(nothingLogged);
        const digests = new Set(receipts.flatMap(({ envelope }) => inputsOf(envelope.payload)));
        const texts = new Map<Sha256, string>();
        for (const digest of digests) {
          const text = await input(digest);
          if (text !== undefined) texts.set(digest, text);
        }
        const rows = await leafRows(reader);
        const places = [...rows.keys()];
        const stray = receipts.find(({ id, index }) => places[index] !== id);
        if (stray !== undefined) return fail(notALeaf(stray));
        const leaves = [...rows.values()];
        return ok(
          bundleOf({ checkpoint, keys: await keyRows(reader), leaves, receipts, inputs: texts }),
        );
      }),
  };
}

/** Each once, without those that are there. */
function newOf(drafts: readonly Draft[], there: ReadonlyMap<Sha256, Sha256>): readonly Draft[] {
  const byId = new Map(drafts.map((draft) => [receiptId(draft), draft]));
  return [...byId].filter(([id]) => !there.has(id)).map(([, draft]) => draft);
}

interface Addition extends Pick<LogPlace, 'signer'> {
  readonly fresh: readonly Draft[];
  readonly leaves: ReadonlyMap<Sha256, Sha256>;
  readonly time: string;
}

/** Signs everything before anything is put: what fails leaves the log as it was. */
async function add(
  rows: Transaction & FolderReader,
  { fresh, leaves, time, signer }: Addition,
): Promise<Result<Appended>> {
  const current = (await keyRows(rows)).at(-1);
  const signing = await signer(current);
  if (!signing.ok) return signing;
  const { key, sign } = signing.value;
  if (current !== undefined && current.id !== key.id) return fail(otherKey(current, key.id));
  const open = fresh.map((draft) => unsigned(draft, time));
  const signatures = await sign(open.map(({ bytes }) => bytes));
  if (!signatures.ok) return signatures;
  const made = open.map((one, at) => {
    const envelope = signedReceipt(one, key.id, signatures.value[at] ?? Buffer.of());
    return { id: one.id, envelope, leaf: leafOf(plainText(envelope)) };
  });
  const origin = (await originRow(rows)) ?? logOrigin(key.id);
  const all = [...leaves.values(), ...made.map(({ leaf }) => leaf)];
  const checkpoint = await signHead(origin, all, signing.value);
  if (!checkpoint.ok) return checkpoint;
  if (current === undefined) {
    rows.put('keys', key.id, [], { id: key.id, pem: key.pem, since: time } satisfies LogKey);
    rows.put('log', 'origin', [], origin);
  }
  for (const [at, { id, envelope, leaf }] of made.entries()) {
    const index = String(leaves.size + at);
    rows.put('leaves', id, [index, leaf], 0);
    rows.put('receipts', id, [index], envelope);
  }
  putCheckpoint(rows, checkpoint.value);
  return ok({ made: made.map(({ id }) => id), checkpoint: checkpoint.value.note });
}

/** What a log is called whose first key this is. */
export function logOrigin(key: Sha256): string {
  return `parley/${key.slice(0, 16)}`;
}

interface SignedHead {
  readonly size: number;
  readonly key: Sha256;
  readonly note: string;
}

/** Signs the head of the tree over these leaves. */
export async function signHead(
  origin: string,
  leaves: readonly Sha256[],
  { key, sign }: Signer,
): Promise<Result<SignedHead>> {
  const head = treeHead(origin, leaves);
  const signed = await sign([Buffer.from(checkpointBody(head))]);
  if (!signed.ok) return signed;
  const note = signedCheckpoint(head, key.raw, signed.value[0] ?? Buffer.of());
  return ok({ size: head.size, key: key.id, note });
}

export function putCheckpoint(rows: Transaction, { size, key, note }: SignedHead): void {
  rows.put('checkpoints', `${size} ${key.slice(0, 16)}`, [String(size)], note);
}

async function newestNote(reader: FolderReader): Promise<string | undefined> {
  const newest = (await checkpointRows(reader)).at(-1);
  return newest === undefined ? undefined : checkpointNote(reader, newest.key);
}

/** Digests that a receipt names; none of one that cannot be read, which verifying tells. */
function inputsOf(payload: string): readonly Sha256[] {
  try {
    const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
    return Object.values(predicate.inputs as Record<string, Sha256>);
  } catch {
    return [];
  }
}

const nothingLogged: Problem = {
  code: 'no-receipts',
  message: 'There are no receipts yet.',
  hint: 'Runs make them where `parley init` made a store, as soon as there is something to decide.',
};

function notALeaf(receipt: LoggedReceipt): Problem {
  return {
    code: 'receipt-log-leaf',
    message: `The log has ${receiptName(receipt)} and, at its place, the leaf of another one.`,
    hint: 'Its files were changed; take them from a backup, and compare its checkpoint with those in commits.',
  };
}

function otherKey({ id }: LogKey, now: Sha256): Problem {
  return {
    code: 'receipt-key-changed',
    message: `Receipts of this log are signed by the key ${id.slice(0, 16)}, and the signer has ${now.slice(0, 16)}.`,
    hint: 'Hand the log over with `parley receipt key rotate`, or name the signer of before.',
  };
}
