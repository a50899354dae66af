import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { CatalogCall, ResourceSpec } from '../catalog/resource.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { via } from '../catalog/sources.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import type { ArmId } from './arm-id.ts';
import { idUpTo, nameIn, operationsOf, segment } from './arm-id.ts';
import { toLocation } from './convert.ts';

/** Attributes of a new resource that its id carries. */
export type NamedBy = Readonly<Record<string, (id: ArmId) => string | undefined>>;

export interface AzureIdentity {
  readonly named: NamedBy;
  /** How the state knows it, where its `id` is not the ARM id. */
  readonly key?: (id: ArmId) => Readonly<Record<string, string>>;
}

/** What a call on a part of a resource, such as `sites/config`, may say besides. */
export interface AzureDetails {
  /** What its fields cannot say; undefined where they say it. */
  readonly custom?: (call: PartCall) => readonly DraftEffect[] | undefined;
}

/** A call on a part of a resource, for what no table can say. */
export interface PartCall {
  readonly event: AuditEvent;
  readonly estate: Estate;
  /** Of the resource that the part belongs to. */
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
  /** `undefined` when it cannot be imported; the ARM id where it is left out. */
  readonly importId: (id: ArmId) => string | undefined;
  readonly details: AzureDetails;
}

/** A Terraform type and the ARM type behind it, whose calls write it and delete it. */
export interface AzureType extends ResourceSpec<AzureForms> {
  /** As its resource provider spells it: `Microsoft.Network/virtualNetworks/subnets`. */
  readonly arm: string;
  /** It has tags, which a write that has any replaces. */
  readonly tagged?: boolean;
  /** Where several types share an ARM type: whether a new resource is of this one. */
  readonly when?: (body: JsonObject) => boolean;
  readonly children?: readonly Children[];
  readonly links?: readonly Link[];
  /** A block or an attribute of it that the code may have as a resource of its own. */
  readonly apart?: AzureApart;
  /** What a write says beyond attributes, parts and references. */
  readonly more?: (write: WrittenField) => readonly DraftEffect[];
}

/** A write, for what no table can say. */
export interface WrittenField {
  readonly event: AuditEvent;
  readonly estate: Estate;
  readonly id: ArmId;
  readonly body: JsonObject;
}

export interface AzureApart {
  /** The resource of its own has the attributes of a block; an attribute has its name there. */
  readonly part: string;
  readonly type: string;
  /** The attribute with the id of the whole. */
  readonly own: string;
}

/** Resources inside the body of another one, which have calls of their own, too. */
export interface Children {
  /** The list in the body of the parent. */
  readonly from: string;
  readonly child: AzureType;
  /**
   * The block in which code may write them instead; a state knows all of them there. Left out where
   * the provider has no such block.
   */
  readonly block?: string;
  /** Attributes of the block where they differ from those of the child. */
  readonly inline?: CatalogAttributes;
  /** An attribute of the child by which its siblings are found, and the word of the id it holds. */
  readonly by: readonly [attribute: string, word: string];
}

/** A reference that Terraform manages as a resource of its own. */
export interface Link {
  /** Where the body has the id of the other side. */
  readonly from: string;
  readonly type: string;
  /** The attributes for the two sides. */
  readonly own: string;
  readonly other: string;
  readonly importId: (own: string, other: string) => string;
  /**
   * Where the state of the whole shows the other side: then a reference that was there before is no
   * new one. Left out where the provider shows it nowhere.
   */
  readonly shown?: { readonly block: string; readonly attribute: string };
}

/** Calls on parts of a resource, by what stands behind its own path: `blobServices/write`. */
export type PartCalls = Readonly<Record<string, CatalogCall<AzureForms>>>;

/** What a table says of a type: the rest follows from its ARM type. */
interface Table extends Omit<AzureType, 'service' | 'identity' | 'calls'>, Partial<AzureIdentity> {
  readonly calls?: PartCalls;
}

export const ofName = ({ text }: ArmId): string => nameIn(text);
const ofGroup = (id: ArmId): string | undefined => segment(id, 'resourceGroups');
const wordOf =
  (word: string) =>
  (id: ArmId): string | undefined =>
    segment(id, word);
export const idOf =
  (word: string) =>
  (id: ArmId): string | undefined =>
    idUpTo(id, word);

/** A type with the calls that each has. */
export function azure({ named = {}, key, calls = {}, ...spec }: Table): AzureType {
  const { service, path } = operationsOf(spec.arm);
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

/** A resource with a place, a group and tags. */
export function tracked(spec: Table): AzureType {
  return grouped({ ...spec, fixed: { location: via('location', toLocation), ...spec.fixed } });
}

/** A resource with a group and tags, and no place of its own. */
export function grouped(spec: Table): AzureType {
  return azure({
    tagged: true,
    parent: (id) => idUpTo(id, 'resourceGroups'),
    ...spec,
    named: { name: ofName, resource_group_name: ofGroup, ...spec.named },
  });
}

/** A part of another resource; `named` says by what it names that. */
export function nested(spec: Table & { readonly named: NamedBy }): AzureType {
  return azure({
    parent: ({ text }) => text.split('/').slice(0, -2).join('/'),
    ...spec,
    named: { name: ofName, ...spec.named },
  });
}

/** Names of the group and of the parent, as most parts of networks have them. */
export function inGroup(attribute: string, word: string): NamedBy {
  return { resource_group_name: ofGroup, [attribute]: wordOf(word) };
}

/** The identity block of most resources. */
export const azureIdentity: CatalogAttributes = {
  'identity.0.type': via('identity.type', (value) => identityType(value)),
  'identity.0.identity_ids': via('identity.userAssignedIdentities', (value) =>
    typeof value === 'object' && value !== null ? Object.keys(value).sort() : undefined,
  ),
};

/** `SystemAssigned,UserAssigned` in Terraform's spelling; None means no block. */
function identityType(value: Json): Json | undefined {
  if (typeof value !== 'string') return undefined;
  const words = value.split(',').map((word) => word.trim().toLowerCase());
  if (words.includes('none')) return null;
  const known = ['SystemAssigned', 'UserAssigned'].filter((one) =>
    words.includes(one.toLowerCase()),
  );
  return known.length === 0 ? value : known.join(', ');
}
