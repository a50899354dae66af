import type { Bounds } from '../../model/bounds.ts';
import type { DriftValue } from '../../model/drift.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Problem } from '../../model/result.ts';
import type { LedgerEntry, ManagerRef } from './entry.ts';

/** Who owns a field, since when and why. */
export interface FieldClaim {
  readonly manager: ManagerRef;
  readonly path: AttributePath;
  readonly value: DriftValue;
  /** When the manager came to own this value, ISO 8601 UTC. */
  readonly since: string;
  /** True if it already held before `since`. */
  readonly before: boolean;
  readonly by: LedgerEntry['kind'];
  readonly reason: string;
  readonly evidence: readonly string[];
  /** A delegation: the values that the owner may choose, and until when. */
  readonly delegation?: LedgerDelegation;
}

export interface LedgerDelegation {
  readonly since: string;
  readonly from: ManagerRef;
  readonly reason: string;
  readonly bounds?: Bounds;
  readonly expires?: string;
}

export type ClaimChange = 'set' | 'joined' | 'took-over' | 'lost' | 'gave-up' | 'removed';

export interface HistoryLine {
  readonly time: string;
  readonly entry: string;
  readonly path: AttributePath;
  readonly manager: ManagerRef;
  readonly change: ClaimChange;
  /** The value afterwards. */
  readonly value: DriftValue;
  /** The manager that caused the change, if it is not `manager`. */
  readonly because?: ManagerRef;
  /** It already held before `time`. */
  readonly before?: true;
  readonly reason: string;
  readonly evidence: readonly string[];
}

/** A write to a delegated field that the delegation does not cover. */
export interface Breach {
  readonly time: string;
  readonly path: AttributePath;
  readonly manager: ManagerRef;
  readonly kind: 'other-manager' | 'out-of-bounds' | 'expired';
  readonly value: DriftValue;
}

/** A field for which a manager declares another value than its owner set. */
export interface FieldContest {
  readonly path: AttributePath;
  readonly manager: ManagerRef;
  readonly owner: ManagerRef;
  readonly wanted: DriftValue;
  readonly since: string;
}

/** What the ledger contains about one resource. */
export interface ResourceLedger {
  readonly address: string;
  readonly type: string;
  /** Sorted by path, then by manager. A field with several claims is shared. */
  readonly claims: readonly FieldClaim[];
  readonly contests: readonly FieldContest[];
  readonly breaches: readonly Breach[];
  /** In fold order and complete. */
  readonly history: readonly HistoryLine[];
  /** Entries that could not be folded. */
  readonly problems: readonly Problem[];
}
