import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { PublicKey } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { sha256, textDigest } from './digest.ts';

/** A public key that can verify signatures. */
export interface Verifier extends PublicKey {
  /** The 32 bytes of the key itself. */
  readonly raw: Uint8Array;
  /** `signature` has 64 bytes. */
  isSigned(message: Uint8Array, signature: Uint8Array): boolean;
}

const derPrefixBytes = 12;

/**
 * Reads the key from PEM text, which must have the form that an encoder writes. Otherwise a changed
 * byte might go unnoticed.
 */
export function readPublicKey(pem: string): Result<Verifier> {
  const key = parsed(pem);
  if (key?.asymmetricKeyType !== 'ed25519') return fail(notAKey(pem));
  const written = key.export({ type: 'spki', format: 'pem' }).toString();
  if (written.trim() !== pem.trim()) return fail(notAKey(pem));
  const der = key.export({ type: 'spki', format: 'der' });
  return ok({
    id: sha256(der).toString('hex'),
    pem: written,
    raw: der.subarray(derPrefixBytes),
    isSigned: (message, signature) =>
      signature.length === 64 && verify(null, message, key, signature),
  });
}

function parsed(pem: string): KeyObject | undefined {
  // `createPublicKey` would also accept a private key, which must not be passed around.
  if (!pem.trim().startsWith('-----BEGIN PUBLIC KEY-----')) return undefined;
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

function notAKey(pem: string): Problem {
  return {
    code: 'receipt-key-form',
    message: `This is not an Ed25519 public key in PEM (SHA-256 ${textDigest(pem).slice(0, 12)}).`,
    hint: 'Give the file that `parley receipt key list --pem` prints, unchanged.',
  };
}
