import type { Sha256 } from '../../model/receipt.ts';
import type { Draft } from '../../stages/receipt/statement.ts';

/** What the receipts of a run are made of, as values that can be sent to another process. */
export interface RunDrafts {
  /** Digest of the policy, as far as it makes a decision this one. */
  readonly policy: Sha256;
  readonly drafts: readonly Draft[];
  /** What they rest on, by SHA-256. */
  readonly texts: readonly (readonly [Sha256, string])[];
}
