import type { Change, ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';

/** A resource managed by Terraform, as far as the catalog may use it. */
export interface ManagedResource {
  readonly address: string;
  readonly type: string;
  /** The provider configuration in the state that it belongs to. */
  readonly provider?: string;
  /** Attributes in the state, without sensitive ones. */
  readonly attributes: JsonObject;
  /** True if the resource's block in the code sets this attribute or has a block of this type. */
  declares(attribute: string): boolean;
}

/**
 * The managed resources. Translation depends on them, since the same call changes different
 * attributes in different code styles (an inline `ingress` block or a separate rule resource).
 */
export interface Estate {
  /** The one resource that a ref identifies, or undefined. */
  find(ref: ResourceRef): ManagedResource | undefined;
  /** All resources of the type whose top-level attribute equals the value, sorted by address. */
  where(type: string, attribute: string, value: string): readonly ManagedResource[];
  /** All resources of the type, sorted by address, for identities inside a block. */
  ofType(type: string): readonly ManagedResource[];
  /**
   * The types of all managed resources. Without it, only the types of a call's entry are
   * considered.
   */
  types?(): readonly string[];
}

/** An effect before the registry adds the event's id and time. */
export interface DraftEffect {
  readonly resource: ResourceRef;
  readonly change: Change;
  /** The resource that contains this one, if its own keys do not show it. */
  readonly on?: ResourceRef;
  /** The attributes that the resource has if this call creates it. */
  readonly makes?: JsonObject;
}

/**
 * Translates the calls of some operations. Pure; gets only successful events. An empty result means
 * that the call is known and changed nothing that Terraform sees.
 */
export interface CatalogEntry {
  /** e.g. `ec2.amazonaws.com` */
  readonly service: string;
  readonly operations: readonly string[];
  /** Terraform types it can change, for the table in the docs and the lint. */
  readonly types: readonly string[];
  /** Dotted state paths of the first type that it can set, if it has a table: for the lint. */
  readonly paths?: readonly string[];
  /**
   * State paths that a call sets by leaving them out, since it replaces everything: for the lint.
   */
  readonly resets?: readonly string[];
  /** Defaults of the first type: values that an absent attribute also means. */
  readonly defaults?: JsonObject;
  /** The name of the call is sufficient: a log without the request hides nothing. */
  readonly asksNothing?: true;
  /** Why a call without effects changed nothing managed, as a clause; some entries have it. */
  readonly unmanaged?: string;
  effects(event: AuditEvent, estate: Estate): readonly DraftEffect[];
}
