import type { Change, ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';

/** A resource under Terraform's management, as far as the catalog may look at it. */
export interface ManagedResource {
  readonly address: string;
  readonly type: string;
  /** The configuration of the provider that it belongs to, as the state has it. */
  readonly provider?: string;
  /** Attributes in the state, without sensitive ones. */
  readonly attributes: JsonObject;
  /** True when the resource's block in the code sets this attribute or has a block of this type. */
  declares(attribute: string): boolean;
}

/**
 * What is managed. The same call means different attributes in different code styles (an inline
 * `ingress` block or a rule resource of its own), so translation may look at it.
 */
export interface Estate {
  /** The one resource that a ref identifies, or undefined. */
  find(ref: ResourceRef): ManagedResource | undefined;
  /** All resources of the type whose top-level attribute equals the value, by address. */
  where(type: string, attribute: string, value: string): readonly ManagedResource[];
  /** All resources of the type, by address: for identities that lie inside a block. */
  ofType(type: string): readonly ManagedResource[];
  /** The types of all that is managed; without it, only the types that a call is for are thought of. */
  types?(): readonly string[];
}

/** An effect before the registry stamps it with event id and time. */
export interface DraftEffect {
  readonly resource: ResourceRef;
  readonly change: Change;
  /** What the resource is on, where its own names do not say. */
  readonly on?: ResourceRef;
  /** What the resource has when this call makes it. */
  readonly makes?: JsonObject;
}

/**
 * Translates the calls of some operations. Pure; gets only successful events.
 * An empty result says: known, and nothing that Terraform could see changed.
 */
export interface CatalogEntry {
  /** e.g. `ec2.amazonaws.com` */
  readonly service: string;
  readonly operations: readonly string[];
  /** Terraform types it can touch: for the docs table and the lint. */
  readonly types: readonly string[];
  /** State paths of the first type that it can set, dotted, where they are data: for the lint. */
  readonly paths?: readonly string[];
  /** State paths that a call sets by leaving them out, since it replaces everything: for the lint. */
  readonly resets?: readonly string[];
  /** Values of the first type that an absent attribute means, too. */
  readonly defaults?: JsonObject;
  /** The name of the call says it all: a log without the request hides nothing. */
  readonly asksNothing?: true;
  /** Why a call without effects changed nothing that is managed, as a clause; for some entries. */
  readonly unmanaged?: string;
  effects(event: AuditEvent, estate: Estate): readonly DraftEffect[];
}
