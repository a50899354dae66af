import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isMasked } from '../../model/masked.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { requestAt } from '../catalog/request.ts';
import type { CatalogAttributes, CatalogMember } from '../catalog/sources.ts';
import { via } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import type { ArmId } from './arm-id.ts';
import { idUpTo, nameIn, segment } from './arm-id.ts';
import { objectsIn, toLocation } from './convert.ts';

/** Attributes of a new resource that its id carries. */
export type NamedBy = Readonly<Record<string, (id: ArmId) => string | undefined>>;

/**
 * A Terraform type and the ARM type behind it. Sources in `attributes` are dotted paths in the body
 * of a request: `properties.addressSpace.addressPrefixes`.
 */
export interface AzureType {
  /** As its resource provider spells it: `Microsoft.Network/virtualNetworks/subnets`. */
  readonly arm: string;
  readonly type: string;
  readonly named: NamedBy;
  /** Arguments that are fixed when the resource is made. */
  readonly fixed?: CatalogAttributes;
  readonly attributes: CatalogAttributes;
  /** Arguments that a body unsets by leaving them out; of others it then says nothing. */
  readonly resets?: readonly string[];
  /** It has tags, which a write that has any replaces. */
  readonly tagged?: boolean;
  /** Values that nobody would write, since an absent attribute means the same. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /** Id of what it belongs to. */
  readonly parent: (id: ArmId) => string | undefined;
  /** Where several types share an ARM type: whether a new resource is of this one. */
  readonly when?: (body: JsonObject) => boolean;
  readonly children?: readonly Children[];
  readonly links?: readonly Link[];
  /** How the state knows it, where its `id` is not the ARM id. */
  readonly key?: (id: ArmId) => Readonly<Record<string, string>>;
  /** A block of it that the code may have as a resource of its own, with the same attributes. */
  readonly apart?: AzureApart;
  /** What a write says beyond attributes, parts and references. */
  readonly more?: (write: WrittenField) => readonly DraftEffect[];
  /** What it is imported by, where that is not the ARM id; `undefined` when it cannot be. */
  readonly importId?: (id: ArmId) => string | undefined;
}

/** A write, for what no table can say. */
export interface WrittenField {
  readonly event: AuditEvent;
  readonly estate: Estate;
  readonly id: ArmId;
  readonly body: JsonObject;
}

export interface AzureApart {
  readonly block: string;
  readonly type: string;
  /** The attribute with the id of the whole. */
  readonly own: string;
}

/** Resources inside the body of another one, which have calls of their own, too. */
export interface Children {
  /** The list in the body of the parent. */
  readonly from: string;
  readonly child: AzureType;
  /** The block in which code may write them instead; a state knows all of them there. */
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
  /** Where the state of the parent shows the other side, if it does. */
  readonly shown?: { readonly block: string; readonly attribute: string };
}

type Spec = Omit<AzureType, 'named' | 'parent'> & Partial<Pick<AzureType, 'named' | 'parent'>>;

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

/** A resource with a place, a group and tags. */
export function tracked(spec: Spec): AzureType {
  const made = grouped(spec);
  return { ...made, fixed: { location: via('location', toLocation), ...spec.fixed } };
}

/** A resource with a group and tags, and no place of its own. */
export function grouped(spec: Spec): AzureType {
  return {
    tagged: true,
    parent: (id) => idUpTo(id, 'resourceGroups'),
    ...spec,
    named: { name: ofName, resource_group_name: ofGroup, ...spec.named },
  };
}

/** A part of another resource; `named` says by what it names that. */
export function nested(spec: Spec & { readonly named: NamedBy }): AzureType {
  return {
    parent: ({ text }) => text.split('/').slice(0, -2).join('/'),
    ...spec,
    named: { name: ofName, ...spec.named },
  };
}

/** Names of the group and of the parent, as most parts of networks have them. */
export function inGroup(attribute: string, word: string): NamedBy {
  return { resource_group_name: ofGroup, [attribute]: wordOf(word) };
}

/** A list of blocks, element by element. */
export interface Repeated extends CatalogMember {
  readonly inside: CatalogAttributes;
}

/**
 * A repeated block from a list of the body; sources in `inside` are relative to an element. A masked
 * value in any of them masks the list.
 */
export function repeated(
  from: string,
  inside: CatalogAttributes,
  resets: readonly string[] = [],
): Repeated {
  return {
    inside,
    as: (value) => value,
    from: (event) => {
      const raw = requestAt(event.request, from);
      if (raw === undefined) return undefined;
      if (hasMask(raw)) return raw;
      return objectsIn(raw).map((element) => elementOf(event, element, inside, resets));
    },
  };
}

/** The attributes of one element, with null for those that it unsets. */
export function elementOf(
  event: AuditEvent,
  element: JsonObject,
  attributes: CatalogAttributes,
  resets: readonly string[],
): JsonObject {
  const found = elementAttributes(event, element, attributes);
  const names = [...Object.keys(attributes).map((path) => path.split('.')[0] ?? path), ...resets];
  // In the order of the table, which is that in which people write them.
  const entries = [...new Set(names)].flatMap((name) => {
    if (Object.hasOwn(found, name)) return [[name, found[name] ?? null] as const];
    return resets.includes(name) ? [[name, null] as const] : [];
  });
  return Object.fromEntries(entries);
}

export function isRepeated(member: string | CatalogMember): member is Repeated {
  return typeof member === 'object' && 'inside' in member;
}

function hasMask(value: Json): boolean {
  if (typeof value === 'string') return isMasked(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one: Json) => hasMask(one));
}

/** The dotted paths that attributes set, blocks within blocks included. */
export function azurePathsOf(attributes: CatalogAttributes): readonly string[] {
  return Object.entries(attributes).flatMap(([path, member]) =>
    isRepeated(member)
      ? [path, ...azurePathsOf(member.inside).map((inner) => `${path}.0.${inner}`)]
      : [path],
  );
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
