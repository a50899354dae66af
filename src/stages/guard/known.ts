import type { Approval } from '../../model/approval.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { Declaration } from '../../model/declaration.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { AttributePath } from '../../model/path.ts';
import type { GuardVerdict } from './types.ts';

/** An open drift with the last verdict on it. */
export interface KnownDrift {
  readonly drift: OpenDrift;
  /** The intent about which the last decision was made. */
  readonly intent?: {
    readonly id: string;
    /** The actor's name, for readers. */
    readonly who: string;
    readonly summary: string;
    /** Time of the first event, ISO 8601 UTC. */
    readonly since: string;
  };
  /** The latest verdict of the policy or answer of a person; undefined if there is none yet. */
  readonly verdict?: GuardVerdict & { readonly value?: unknown };
}

/** A field that is delegated to an owner, by a note in the code or by the ledger. */
export interface KnownDelegation {
  readonly address: string;
  readonly path: AttributePath;
  /** Name of the owner. */
  readonly owner: string;
  readonly bounds?: Bounds;
  /** End of the delegation, if it has one, ISO 8601. */
  readonly until?: string;
  /** ISO 8601 UTC. */
  readonly since?: string;
  readonly intent?: string;
}

export interface KnownDeclaration {
  readonly id: string;
  readonly declaration: Declaration;
}

/** What is known from sources other than the plan. */
export interface KnownValues {
  /** Whether a store was read at all. */
  readonly store: boolean;
  readonly drifts: readonly KnownDrift[];
  readonly delegations: readonly KnownDelegation[];
  readonly declarations: readonly KnownDeclaration[];
  /** Approvals that people gave beforehand. The code of the plan itself cannot add any. */
  readonly approvals?: readonly Approval[];
}
