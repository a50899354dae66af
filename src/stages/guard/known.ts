import type { Approval } from '../../model/approval.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { Declaration } from '../../model/declaration.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { AttributePath } from '../../model/path.ts';
import type { GuardVerdict } from './types.ts';

/** An open drift with what was made of it. */
export interface KnownDrift {
  readonly drift: OpenDrift;
  /** The intent that was last decided on. */
  readonly intent?: {
    readonly id: string;
    /** Name of who acted, for people. */
    readonly who: string;
    readonly summary: string;
    /** ISO 8601 UTC of the first event. */
    readonly since: string;
  };
  /** The last word of the policy or of a person; none where nobody decided yet. */
  readonly verdict?: GuardVerdict & { readonly value?: unknown };
}

/** A field that is somebody else's, by a note in the code or by the ledger. */
export interface KnownDelegation {
  readonly address: string;
  readonly path: AttributePath;
  /** Name of the owner. */
  readonly owner: string;
  readonly bounds?: Bounds;
  /** ISO 8601, where it ends. */
  readonly until?: string;
  /** ISO 8601 UTC. */
  readonly since?: string;
  readonly intent?: string;
}

export interface KnownDeclaration {
  readonly id: string;
  readonly declaration: Declaration;
}

/** What is remembered besides the plan. */
export interface KnownValues {
  /** Whether a store was asked at all. */
  readonly store: boolean;
  readonly drifts: readonly KnownDrift[];
  readonly delegations: readonly KnownDelegation[];
  readonly declarations: readonly KnownDeclaration[];
  /** Leave that was given beforehand, none of which the code of the plan can have written itself. */
  readonly approvals?: readonly Approval[];
}
