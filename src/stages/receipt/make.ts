import type { Envelope, LoggedReceipt, LogKey, Sha256, TreeHead } from '../../model/receipt.ts';
import { compareKeys } from '../../model/text.ts';
import type { Bundle } from './bundle.ts';
import { makeEnvelope, signedBytes } from './envelope.ts';
import { inclusionProof, leafHash, merkleTree, treeRoot } from './merkle.ts';
import { type Draft, receiptId, statementText, statementType } from './statement.ts';

export interface Unsigned {
  readonly id: Sha256;
  readonly text: string;
  /** The bytes to sign. */
  readonly bytes: Buffer;
}

export function unsigned(draft: Draft, time: string): Unsigned {
  const text = statementText(draft, time);
  return { id: receiptId(draft), text, bytes: signedBytes(statementType, text) };
}

export function signedReceipt({ text }: Unsigned, keyid: Sha256, signature: Uint8Array): Envelope {
  return makeEnvelope(statementType, text, keyid, signature);
}

/** The head of a log with these leaf hashes, in hex. */
export function treeHead(origin: string, leaves: readonly Sha256[]): TreeHead {
  const root = treeRoot(merkleTree(leaves.map((leaf) => Buffer.from(leaf, 'hex'))));
  return { origin, size: leaves.length, root: Buffer.from(root).toString('hex') };
}

/** The leaf hash of a receipt, in hex. */
export function leafDigest(envelopeText: string): Sha256 {
  return leafHash(envelopeText).toString('hex');
}

export interface BundleParts {
  readonly checkpoint: string;
  readonly keys: readonly LogKey[];
  /** All leaves of the log, up to the checkpoint. */
  readonly leaves: readonly Sha256[];
  /** The requested receipts. */
  readonly receipts: readonly LoggedReceipt[];
  readonly inputs: ReadonlyMap<Sha256, string>;
}

export function makeBundle({ checkpoint, keys, leaves, receipts, inputs }: BundleParts): Bundle {
  const tree = merkleTree(leaves.map((leaf) => Buffer.from(leaf, 'hex')));
  const proofOf = (index: number): readonly Sha256[] =>
    inclusionProof(tree, index).map((hash) => Buffer.from(hash).toString('hex'));
  return {
    schema: 'parley/receipt-bundle/v1',
    checkpoint,
    keys: keys.map(({ since, ...key }, at) => (at === 0 ? key : { ...key, since })),
    receipts: [...receipts]
      .sort((a, b) => a.index - b.index)
      .map(({ id, index, envelope }) => ({ id, index, envelope, proof: proofOf(index) })),
    inputs: Object.fromEntries([...inputs].sort(compareKeys)),
  };
}
