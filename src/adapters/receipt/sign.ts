import type { Envelope, LogKey, Sha256 } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import { checkpointBody, signedCheckpoint } from '../../stages/receipt/checkpoint.ts';
import { plainText } from '../../stages/receipt/digest.ts';
import { leafDigest, signedReceipt, treeHead, unsigned } from '../../stages/receipt/make.ts';
import { type Draft, receiptId } from '../../stages/receipt/statement.ts';

/** What to add to a log, and the current state of the log. */
export interface UnsignedAddition {
  /** Each only once, without those that the log has. */
  readonly fresh: readonly Draft[];
  /** ISO 8601 UTC. */
  readonly time: string;
  /** The hashes of all leaves, in the order of the log. */
  readonly leaves: readonly Sha256[];
  /** The key that signed last; undefined for an empty log. */
  readonly current: LogKey | undefined;
  readonly origin: string | undefined;
}

export interface SignedAddition {
  readonly made: readonly {
    readonly id: Sha256;
    readonly envelope: Envelope;
    readonly leaf: Sha256;
  }[];
  readonly checkpoint: SignedHead;
  readonly key: LogKey;
  readonly origin: string;
}

/** The signed head of a tree. */
export interface SignedHead {
  readonly size: number;
  readonly key: Sha256;
  readonly note: string;
}

/** Each draft once, without those that are already there. */
export function newDrafts(
  drafts: readonly Draft[],
  there: Pick<ReadonlySet<Sha256>, 'has'>,
): readonly Draft[] {
  const byId = new Map(drafts.map((draft) => [receiptId(draft), draft]));
  return [...byId].filter(([id]) => !there.has(id)).map(([, draft]) => draft);
}

/** Signs everything before anything is written: a failure leaves the log unchanged. */
export async function signAddition(
  signer: Signer,
  { fresh, time, leaves, current, origin }: UnsignedAddition,
): Promise<Result<SignedAddition>> {
  const { key, sign } = signer;
  if (current !== undefined && current.id !== key.id) return fail(otherKey(current, key.id));
  const open = fresh.map((draft) => unsigned(draft, time));
  const signatures = await sign(open.map(({ bytes }) => bytes));
  if (!signatures.ok) return signatures;
  const made = open.map((one, at) => {
    const envelope = signedReceipt(one, key.id, signatures.value[at] ?? Buffer.of());
    return { id: one.id, envelope, leaf: leafDigest(plainText(envelope)) };
  });
  const named = origin ?? logOrigin(key.id);
  const checkpoint = await signHead(named, [...leaves, ...made.map(({ leaf }) => leaf)], signer);
  if (!checkpoint.ok) return checkpoint;
  return ok({
    made,
    checkpoint: checkpoint.value,
    key: current ?? { id: key.id, pem: key.pem, since: time },
    origin: named,
  });
}

/** Makes the signer sign the current log, and discards the result. */
export async function trySigner(
  signer: Signer,
  { leaves, current, origin }: Pick<UnsignedAddition, 'leaves' | 'current' | 'origin'>,
): Promise<Result<undefined>> {
  const { key } = signer;
  if (current !== undefined && current.id !== key.id) return fail(otherKey(current, key.id));
  const head = await signHead(origin ?? logOrigin(key.id), leaves, signer);
  return head.ok ? ok(undefined) : head;
}

/** The name of the log whose first key this is. */
export function logOrigin(key: Sha256): string {
  return `parley/${key.slice(0, 16)}`;
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

function otherKey({ id }: LogKey, now: Sha256): Problem {
  return {
    code: 'receipt-key-changed',
    message: `Receipts of this log are signed by the key ${id.slice(0, 16)}, and the signer has ${now.slice(0, 16)}.`,
    hint: 'Hand the log over with `parley receipt key rotate`, or set the previous signer.',
  };
}

/** Those of the texts that the drafts name as their inputs. */
export function inputsNamed(
  drafts: readonly Draft[],
  texts: ReadonlyMap<Sha256, string>,
): readonly (readonly [Sha256, string])[] {
  const named = new Set(drafts.flatMap(({ inputs }) => Object.values(inputs)));
  return [...texts].filter(([digest]) => named.has(digest));
}

/** The first checkpoint that covers all of these receipts; undefined if one is not in the log. */
export function firstCovering<Checkpoint extends { readonly size: number }>(
  checkpoints: readonly Checkpoint[],
  places: ReadonlyMap<Sha256, number>,
  ids: readonly Sha256[],
): Checkpoint | undefined {
  let last = -1;
  for (const id of ids) last = Math.max(last, places.get(id) ?? Number.MAX_VALUE);
  return checkpoints.find(({ size }) => size > last);
}
