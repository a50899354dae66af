import type { Result } from '../../model/result.ts';
import type { Verifier } from '../../stages/receipt/public-key.ts';

/** Signs with an Ed25519 key, which may be stored elsewhere. */
export interface Signer {
  readonly key: Verifier;
  /** A signature of 64 bytes for each message, in order. */
  sign(messages: readonly Uint8Array[]): Promise<Result<readonly Uint8Array[]>>;
}
