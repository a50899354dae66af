import type { CodeApply } from '../../../model/adoption.ts';
import type { Drift } from '../../../model/drift.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { ObjectChange, ObjectRef } from '../../../model/object-change.ts';
import type { Unresolved } from '../../../model/report.ts';
import type { Reverted } from '../../../model/reverted.ts';

/** A request, with what matters of its event. */
export interface ObjectEvent {
  readonly event: string;
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly change: ObjectChange;
  /** Made by the identity that deploys the manifests. */
  readonly isDeployer: boolean;
  /** Made by a controller whose name the server verified. */
  readonly isController: boolean;
  /** Made by other infrastructure as code. */
  readonly code?: CodeApply;
}

/** An object that manifests declare, with its type as in logs. */
export interface KnownObject {
  readonly address: string;
  readonly type: string;
  readonly value: JsonObject;
}

export type FoundObject =
  | { readonly kind: 'known'; readonly object: KnownObject }
  /** Manifests declare it, but their content cannot be determined. */
  | { readonly kind: 'unclear'; readonly address: string; readonly unresolved: Unresolved }
  | { readonly kind: 'none' };

/** The objects that the manifests declare. */
export interface ObjectEstate {
  find(ref: ObjectRef): FoundObject;
  /** The names of all declared objects of a resource, in the namespace of the ref if it has one. */
  namesOf(ref: ObjectRef, labels: Readonly<Record<string, string>> | undefined): readonly string[];
  /** True if something in the same namespace is declared. */
  isNeighbor(ref: ObjectRef): boolean;
  /** The address and type of an object that no manifest declares. */
  unmanagedAt(ref: ObjectRef, body: JsonObject | undefined): Omit<KnownObject, 'value'>;
}

export interface ObjectOutcome {
  readonly disposition:
    | 'drift'
    | 'redacted'
    | 'reverted'
    | 'superseded'
    | 'unmanaged'
    | 'automation'
    | 'iac'
    | 'no-effect';
  readonly address?: string;
  /** The rest of a sentence that begins with the event. */
  readonly because: string;
}

export interface NetObjects {
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  readonly outcomes: readonly (readonly [event: string, outcome: ObjectOutcome])[];
  readonly unresolved: readonly Unresolved[];
}
