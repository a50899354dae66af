import type { Sha256, TreeHead } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { verifyCheckpoint } from './checkpoint.ts';
import { base64Bytes } from './digest.ts';
import { beginningRoot, consistencyProof, isBeginning, merkleTree, treeRoot } from './merkle.ts';
import type { Verifier } from './public-key.ts';

/**
 * Whether a log still begins as an earlier checkpoint says, given as the note itself or as the
 * base64 of it from a commit. `leaves` are the current hashes of the log.
 */
export function verifyHistory(
  checkpoint: string,
  leaves: readonly Sha256[],
  keys: readonly Verifier[],
): Result<TreeHead> {
  const decoded = base64Bytes(checkpoint.trim());
  const head = verifyCheckpoint(decoded?.toString('utf8') ?? checkpoint, keys);
  if (!head.ok) return head;
  const { size, root } = head.value;
  const hashes = leaves.map((leaf) => Buffer.from(leaf, 'hex'));
  const now = { size: hashes.length, root: treeRoot(merkleTree(hashes)) };
  const before = { size, root: Buffer.from(root, 'hex') };
  if (isBeginning(before, now, consistencyProof(hashes, size))) return ok(head.value);
  return fail(rewritten(head.value, now.size));
}

/** Whether all signed heads belong to this log, at the sizes that the log records for them. */
export function verifyCheckpoints(
  checkpoints: readonly { readonly size: number; readonly note: string }[],
  leaves: readonly Sha256[],
  keys: readonly Verifier[],
): Result<undefined> {
  const tree = merkleTree(leaves.map((leaf) => Buffer.from(leaf, 'hex')));
  for (const { size, note } of checkpoints) {
    const head = verifyCheckpoint(note, keys);
    if (!head.ok) return head;
    const root = head.value.size === size ? beginningRoot(tree, size) : undefined;
    if (root === undefined || !Buffer.from(head.value.root, 'hex').equals(root)) {
      return fail(rewritten(head.value, leaves.length));
    }
  }
  return ok(undefined);
}

function rewritten({ size }: TreeHead, now: number): Problem {
  const what =
    now < size
      ? `has ${now} receipts and had ${size}`
      : `does not have the first ${size} receipts of that checkpoint`;
  return {
    code: 'receipt-log-rewritten',
    message: `The log ${what}: it does not continue from that checkpoint.`,
    hint: 'Receipts were removed or replaced since; restore the log from a backup that the checkpoint fits.',
  };
}
