import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { CatalogCall, ResourceSpec } from '../catalog/resource.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { via } from '../catalog/sources.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import type { ArmId } from './arm-id.ts';
import { idUpTo, nameIn, operationPrefix, segment } from './arm-id.ts';
import { toLocation } from './convert.ts';

/** Attributes of a new resource whose values its id contains. */
export type NamedBy = Readonly<Record<string, (id: ArmId) => string | undefined>>;

export interface AzureIdentity {
  readonly named: NamedBy;
  /** The key of the state for a type whose `id` is not the ARM id. */
  readonly key?: (id: ArmId) => Readonly<Record<string, string>>;
}

/** More about a call on a part of a resource, such as `sites/config`. */
export interface AzureDetails {
  /** Translates what fields cannot express; undefined if they suffice. */
  readonly custom?: (call: PartCall) => readonly DraftEffect[] | undefined;
}

/** A call on a part of a resource, for what no table can express. */
export interface PartCall {
  readonly event: AuditEvent;
  readonly estate: Estate;
  /** The id of the resource that the part belongs to. */
  readonly id: ArmId;
  readonly ref: ResourceRef;
  readonly managed: ManagedResource | undefined;
  /** The name of the part, in lower case. */
  readonly part: string;
}

/** Sources in fields are dotted paths in the body of a request: `properties.addressSpace`. */
export interface AzureForms {
  readonly identity: AzureIdentity;
  readonly fields: CatalogAttributes;
  readonly source: string;
  readonly list: string;
  readonly parent: (id: ArmId) => string | undefined;
  /** `undefined` if the resource cannot be imported. Defaults to the ARM id. */
  readonly importId: (id: ArmId) => string | undefined;
  readonly details: AzureDetails;
}

/** A Terraform type and its ARM type, whose calls write and delete it. */
export interface AzureType extends ResourceSpec<AzureForms> {
  /** In its resource provider's spelling: `Microsoft.Network/virtualNetworks/subnets`. */
  readonly arm: string;
  /** True if it has tags. A write that has any replaces all of them. */
  readonly tagged?: boolean;
  /** Tells whether a new resource is of this type, if several types share the ARM type. */
  readonly when?: (body: JsonObject) => boolean;
  readonly children?: readonly Children[];
  readonly links?: readonly Link[];
  /** A block or attribute that the code may have as a separate resource. */
  readonly apart?: AzureApart;
  /** Further effects of a write, beyond attributes, parts and references. */
  readonly more?: (write: WrittenField) => readonly DraftEffect[];
}

/** A write, for what no table can express. */
export interface WrittenField {
  readonly event: AuditEvent;
  readonly estate: Estate;
  readonly id: ArmId;
  readonly body: JsonObject;
}

export interface AzureApart {
  /**
   * The block or attribute. The separate resource has the block's attributes, or one of the same
   * name.
   */
  readonly part: string;
  readonly type: string;
  /** The attribute with the id of the parent. */
  readonly own: string;
}

/** Resources inside the body of another one, which also have calls of their own. */
export interface Children {
  /** The list in the body of the parent. */
  readonly from: string;
  readonly child: AzureType;
  /**
   * The block in which code may have them instead; a state shows all of them there. Left out if the
   * provider has no such block.
   */
  readonly block?: string;
  /** The attributes of the block, if they differ from those of the child. */
  readonly inline?: CatalogAttributes;
  /**
   * The child's attribute that names the parent, and the collection in front of that name in the
   * parent's id (`id` if the attribute has the entire id).
   */
  readonly by: readonly [attribute: string, collection: string];
}

/** A reference that Terraform manages as a separate resource. */
export interface Link {
  /** The path of the other side's id in the body. */
  readonly from: string;
  readonly type: string;
  /** The attributes with the ids of both sides. */
  readonly own: string;
  readonly other: string;
  readonly importId: (own: string, other: string) => string;
  /**
   * Where the parent's state shows the other side, so that an existing reference is not reported as
   * new. Left out if the provider does not show it.
   */
  readonly shown?: { readonly block: string; readonly attribute: string };
}

/** Calls on parts of a resource, by what follows its own path: `blobServices/write`. */
export type PartCalls = Readonly<Record<string, CatalogCall<AzureForms>>>;

/** The table of a type. What it leaves out follows from the ARM type. */
interface Table extends Omit<AzureType, 'service' | 'identity' | 'calls'>, Partial<AzureIdentity> {
  readonly calls?: PartCalls;
}

export const ofName = ({ text }: ArmId): string => nameIn(text);
const ofGroup = (id: ArmId): string | undefined => segment(id, 'resourceGroups');
const nameAfter =
  (collection: string) =>
  (id: ArmId): string | undefined =>
    segment(id, collection);
export const ancestorId =
  (collection: string) =>
  (id: ArmId): string | undefined =>
    idUpTo(id, collection);

/** A type with its calls: write, delete, and those on its parts. */
export function azure({ named = {}, key, calls = {}, ...spec }: Table): AzureType {
  const { service, path } = operationPrefix(spec.arm);
  const parts = Object.entries(calls).map(
    ([name, call]) => [`${path}/${name.toLowerCase()}`, call] as const,
  );
  return {
    ...spec,
    service,
    identity: { named, ...(key === undefined ? {} : { key }) },
    calls: {
      [`${path}/write`]: 'put',
      [`${path}/delete`]: 'delete',
      ...Object.fromEntries(parts),
    },
  };
}

/** A resource with a location, a resource group and tags. */
export function tracked(spec: Table): AzureType {
  return grouped({ ...spec, fixed: { location: via('location', toLocation), ...spec.fixed } });
}

/** A resource with a resource group and tags, but no location of its own. */
export function grouped(spec: Table): AzureType {
  return azure({
    tagged: true,
    parent: (id) => idUpTo(id, 'resourceGroups'),
    ...spec,
    named: { name: ofName, resource_group_name: ofGroup, ...spec.named },
  });
}

/** A part of another resource; `named` has the attributes that name the parent. */
export function nested(spec: Table & { readonly named: NamedBy }): AzureType {
  return azure({
    parent: ({ text }) => text.split('/').slice(0, -2).join('/'),
    ...spec,
    named: { name: ofName, ...spec.named },
  });
}

/** Names of the resource group and of the parent, as most parts of networks have them. */
export function inGroup(attribute: string, collection: string): NamedBy {
  return { resource_group_name: ofGroup, [attribute]: nameAfter(collection) };
}

/** The identity block of most resources. */
export const azureIdentity: CatalogAttributes = {
  'identity.0.type': via('identity.type', (value) => identityType(value)),
  'identity.0.identity_ids': via('identity.userAssignedIdentities', (value) =>
    typeof value === 'object' && value !== null ? Object.keys(value).sort() : undefined,
  ),
};

/** `SystemAssigned,UserAssigned` in Terraform's spelling. `None` means no block. */
function identityType(value: Json): Json | undefined {
  if (typeof value !== 'string') return undefined;
  const types = value.split(',').map((type) => type.trim().toLowerCase());
  if (types.includes('none')) return null;
  const known = ['SystemAssigned', 'UserAssigned'].filter((one) =>
    types.includes(one.toLowerCase()),
  );
  return known.length === 0 ? value : known.join(', ');
}
