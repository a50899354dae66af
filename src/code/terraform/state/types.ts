import type { ResourceRef } from '../../../model/effect.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { InstanceKey } from '../address.ts';
import type { FoundRows } from './kept-rows.ts';
import type { CloudScope } from './names.ts';

/** One resource instance, as the state holds it: `attributes` may contain secrets. */
export interface StateResource {
  /** `module.a["x"].aws_vpc.main[0]`, as Terraform prints it. */
  readonly address: string;
  /** The address without the instance key. */
  readonly resourceAddress: string;
  /** Address of the module instance; empty for the root. */
  readonly module: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly key: InstanceKey;
  /** `provider["registry/namespace/name"].alias`, or the provider's source address. */
  readonly provider: string;
  readonly attributes: JsonObject;
  /** One of the attributes: where it stands in a text, cheaper than all of them. */
  attribute(name: string): Json | undefined;
  /** What the state itself marks as secret; the schema's marks come on top. */
  readonly sensitivePaths: readonly AttributePath[];
  /** What identifies the object to the provider; empty in states that do not record it. */
  readonly identity: JsonObject;
  readonly dependencies: readonly string[];
  /** Terraform will replace it in the next run. */
  readonly tainted: boolean;
}

export interface TerraformState {
  /** `show` is the output of `terraform show -json`, which has no serial or lineage. */
  readonly format: 'v4' | 'show';
  readonly serial: number;
  readonly lineage: string;
  readonly terraformVersion: string;
  /** Current objects, managed and data, in the order of the file. Deposed ones are left out. */
  readonly resources: readonly StateResource[];
  /** Of their addresses, where the reading made them anyway; see `hashText`. */
  readonly hashes?: AddressHashes;
  /** Where all of them are in the bytes of the state, if that is where they stay. */
  readonly found?: FoundRows;
}

/** A number for each of the resources of a state. */
export interface AddressHashes {
  readonly addresses: ArrayLike<number>;
  readonly resourceAddresses: ArrayLike<number>;
}

/** A resource instance without its secrets. */
export interface IndexedResource
  extends Omit<StateResource, 'attributes' | 'attribute' | 'sensitivePaths' | 'identity'> {
  /** Attributes without sensitive ones; a sensitive list element is null, to keep positions. */
  readonly attributes: JsonObject;
  /** One of them, without making the others. */
  attribute(name: string): Json | undefined;
  readonly identity: JsonObject;
}

export type FindResult =
  | { readonly kind: 'found'; readonly resource: IndexedResource }
  | { readonly kind: 'none' }
  /** Several resources fit every key of the ref; sorted addresses. */
  | { readonly kind: 'ambiguous'; readonly addresses: readonly string[] };

/** The state, made searchable. Every lookup costs the same however large the state is. */
export interface StateIndex {
  /** Number of instances, data sources included. */
  readonly size: number;
  /** The managed resource that a ref of a log identifies. */
  find(ref: ResourceRef): FindResult;
  /** Managed resources whose top-level attribute has this value (as text), by address. */
  where(type: string, attribute: string, value: string): readonly IndexedResource[];
  /** Managed resources of the type, by address. */
  ofType(type: string): readonly IndexedResource[];
  /** Types of managed resources, sorted. */
  types(): readonly string[];
  /** Managed or data resource instance. */
  get(address: string): IndexedResource | undefined;
  /** Account (project) and region of an instance, as far as its attributes show. */
  scope(address: string): CloudScope | undefined;
  /** Keys of the instances of a resource; empty when the state has none. */
  keys(resourceAddress: string): readonly InstanceKey[];
}
