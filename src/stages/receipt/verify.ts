import type { LoggedReceipt, Sha256, TreeHead } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { upperFirst } from '../../model/words.ts';
import type { Bundle, ProvenReceipt } from './bundle.ts';
import { verifyCheckpoint } from './checkpoint.ts';
import { base64Bytes, plainText, textDigest } from './digest.ts';
import { openEnvelope } from './envelope.ts';
import { inputName } from './input-name.ts';
import { trustedKeys, verifyKeys } from './keys.ts';
import { isIncluded, leafHash } from './merkle.ts';
import type { Verifier } from './public-key.ts';
import { type ReadStatement, readStatement, statementType } from './statement.ts';

/** What was verified, and what could not be verified because it is missing. */
export interface VerifiedReceipts {
  readonly head: TreeHead;
  readonly receipts: readonly ReadStatement[];
  /** Inputs that receipts name but the bundle does not contain. */
  readonly missing: readonly { readonly receipt: Sha256; readonly input: string }[];
}

/**
 * Verifies a bundle with nothing but trusted keys. Fails with the first mismatch: of keys, the
 * checkpoint, then for each receipt its signature, its statement, its place in the log and its
 * inputs.
 */
export function verifyBundle(
  bundle: Bundle,
  trusted: readonly Verifier[],
): Result<VerifiedReceipts> {
  const keys = trustedKeys(trusted, bundle.keys);
  if (!keys.ok) return keys;
  const head = verifyCheckpoint(bundle.checkpoint, keys.value);
  if (!head.ok) return head;
  const known = verifyKeys(bundle.keys, keys.value);
  if (!known.ok) return known;
  const receipts: ReadStatement[] = [];
  const missing: { receipt: Sha256; input: string }[] = [];
  for (const receipt of bundle.receipts) {
    const read = verifyReceipt(receipt, keys.value);
    if (!read.ok) return read;
    if (!isInLog(receipt, head.value)) return fail(notInLog(receipt, head.value));
    for (const [input, digest] of Object.entries(read.value.predicate.inputs)) {
      const text = bundle.inputs[digest];
      if (text === undefined) missing.push({ receipt: receipt.id, input });
      else if (textDigest(text) !== digest) return fail(otherInput(receipt, input));
    }
    receipts.push(read.value);
  }
  const named = new Set(receipts.flatMap(({ predicate }) => Object.values(predicate.inputs)));
  const strange = Object.keys(bundle.inputs).find((digest) => !named.has(digest));
  if (strange !== undefined) return fail(strangeInput(strange));
  return ok({ head: head.value, receipts, missing });
}

/**
 * Verifies one receipt alone: that one of the keys signed it and that its id matches its content.
 */
function verifyReceipt(
  { id, index, envelope }: LoggedReceipt,
  keys: readonly Verifier[],
): Result<ReadStatement> {
  const what = receiptName({ id, index });
  const text = openEnvelope(envelope, statementType, keys, what);
  if (!text.ok) return text;
  const read = readStatement(text.value, what);
  if (!read.ok || read.value.id === id) return read;
  return fail({
    code: 'receipt-id',
    message: `${upperFirst(what)} does not match its signature: what is signed is ${read.value.id.slice(0, 16)}.`,
    hint: 'Somebody put a receipt in the place of another; get both again from the log.',
  });
}

/** The content of a receipt without verification; undefined if it cannot be read. */
export function receiptStatement({
  id,
  index,
  envelope,
}: LoggedReceipt): ReadStatement | undefined {
  const bytes = base64Bytes(envelope.payload);
  const read = bytes && readStatement(bytes.toString('utf8'), receiptName({ id, index }));
  return read?.ok ? read.value : undefined;
}

/** `receipt 12 (3f2a...)`: its place in the log, counted from one. */
export function receiptName({ id, index }: Pick<LoggedReceipt, 'id' | 'index'>): string {
  return `receipt ${index + 1} (${id.slice(0, 16)})`;
}

/** The leaf of a receipt: its envelope, including the signatures. */
function receiptLeaf({ envelope }: Pick<LoggedReceipt, 'envelope'>): Buffer {
  return leafHash(plainText(envelope));
}

function isInLog(receipt: ProvenReceipt, { size, root }: TreeHead): boolean {
  const proof = receipt.proof.map((hash) => Buffer.from(hash, 'hex'));
  const place = { index: receipt.index, size, root: Buffer.from(root, 'hex') };
  return isIncluded(place, receiptLeaf(receipt), proof);
}

function notInLog(receipt: ProvenReceipt, { size }: TreeHead): Problem {
  return {
    code: 'receipt-inclusion',
    message: `${upperFirst(receiptName(receipt))} is not at that place in the log of ${size} of the checkpoint: its proof does not lead to the root.`,
    hint: 'Export it again with a checkpoint that is at least as new; else the log was rewritten.',
  };
}

function otherInput(receipt: LoggedReceipt, input: string): Problem {
  return {
    code: `receipt-input-${input}`,
    message: `The ${inputName(input)} that ${receiptName(receipt)} rests on does not match its digest.`,
    hint: 'Get it again from the log it came from: the decision was made on something else.',
  };
}

function strangeInput(digest: Sha256): Problem {
  return {
    code: 'receipt-input-strange',
    message: `The bundle has an input ${digest.slice(0, 16)} that none of its receipts names.`,
    hint: 'Export it again: its digest was changed, or it was put there.',
  };
}
