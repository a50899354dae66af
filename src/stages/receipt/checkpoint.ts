import type { TreeHead } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { base64Bytes, sha256 } from './digest.ts';
import type { Verifier } from './public-key.ts';

/*
 * Checkpoints are signed notes (https://c2sp.org/signed-note) in the format that logs share
 * (https://c2sp.org/tlog-checkpoint): origin, size, root; a blank line; signatures.
 */

const ed25519 = 0x01;

/** The part of the note that is signed. */
export function checkpointBody({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n`;
}

/** The complete note, with the signature of its body by one key. */
export function signedCheckpoint(head: TreeHead, raw: Uint8Array, signature: Uint8Array): string {
  const signed = Buffer.concat([keyHash(head.origin, raw), signature]).toString('base64');
  return `${checkpointBody(head)}\n— ${head.origin} ${signed}\n`;
}

/** Distinguishes keys with the same name. */
function keyHash(name: string, raw: Uint8Array): Buffer {
  return sha256(`${name}\n`, Uint8Array.of(ed25519), raw).subarray(0, 4);
}

/** Names of logs contain neither blanks nor plus signs, as the note format requires. */
const form =
  /^([^\s+\u2014]{1,200})\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n\n\u2014 ([^\s+\u2014]{1,200}) ([A-Za-z0-9+/]{91}=)\n$/;

/** The content of a note, before its signature is verified. */
function readCheckpoint(note: string) {
  const [, origin = '', size = '', root = '', name = '', signed = ''] = form.exec(note) ?? [];
  const [rootBytes, bytes] = [base64Bytes(root), base64Bytes(signed)];
  if (rootBytes?.length !== 32 || bytes?.length !== 68 || name !== origin) return undefined;
  const head: TreeHead = { origin, size: Number(size), root: rootBytes.toString('hex') };
  return { head, hash: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

/** The head of a log, if one of the keys signed it. */
export function verifyCheckpoint(note: string, keys: readonly Verifier[]): Result<TreeHead> {
  const read = readCheckpoint(note);
  if (read === undefined) {
    return fail({
      code: 'receipt-checkpoint-form',
      message: 'The checkpoint is not a signed note with origin, size and root.',
      hint: 'Take it again from where it was published: the commit, the pull request, or the log.',
    });
  }
  const { head, hash, signature } = read;
  const key = keys.find(({ raw }) => keyHash(head.origin, raw).equals(hash));
  if (key === undefined) return fail(unknownKey(head));
  if (key.isSigned(Buffer.from(checkpointBody(head)), signature)) return ok(head);
  return fail({
    code: 'receipt-checkpoint-signature',
    message: `The checkpoint of ${displayText(head.origin, 80)} is not what its key signed: origin, size, root or signature was changed.`,
    hint: 'Compare it with the one in the commits and pull requests; the log cannot be trusted with this one.',
  });
}

function unknownKey({ origin }: TreeHead): Problem {
  return {
    code: 'receipt-key-unknown',
    message: `The checkpoint of ${displayText(origin, 80)} is signed by a key that is not among those given.`,
    hint: 'Give the public key of the log with --key; `parley receipt key list` names it.',
  };
}

/** The note in one line for a trailer: base64 of its text. */
export function checkpointLine(note: string): string {
  return Buffer.from(note).toString('base64');
}
