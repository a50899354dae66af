import type { Sha256 } from '../../model/receipt.ts';
import type { Draft } from '../../stages/receipt/statement.ts';

/** The drafts of a run's receipts, as values that can be sent to another process. */
export interface RunDrafts {
  /** Digest of the parts of the policy that affect the decision. */
  readonly policy: Sha256;
  readonly drafts: readonly Draft[];
  /** The texts that they are based on, by SHA-256. */
  readonly texts: readonly (readonly [Sha256, string])[];
}
