import type { ResourceRef } from '../../../model/effect.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { InstanceKey } from '../address.ts';
import type { FoundRows } from './kept-rows.ts';
import type { CloudLocation } from './names.ts';

/** One resource instance as in the state; `attributes` may contain secrets. */
export interface StateResource {
  /** `module.a["x"].aws_vpc.main[0]`, in Terraform's notation. */
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
  /** A single attribute. If it is read from text, this is cheaper than reading all of them. */
  attribute(name: string): Json | undefined;
  /** Paths that the state itself marks as secret. Those of the schema are not included. */
  readonly sensitivePaths: readonly AttributePath[];
  /** What identifies the object to the provider; empty in states that do not store it. */
  readonly identity: JsonObject;
  readonly dependencies: readonly string[];
  /** True if Terraform will replace the resource in the next run. */
  readonly tainted: boolean;
}

export interface TerraformState {
  /** `show` is the output of `terraform show -json`, which has no serial or lineage. */
  readonly format: 'v4' | 'show';
  readonly serial: number;
  readonly lineage: string;
  readonly terraformVersion: string;
  /** Current managed and data objects, in the order of the file. Deposed objects are left out. */
  readonly resources: readonly StateResource[];
  /** Hashes of their addresses, if parsing computed them; see `hashText`. */
  readonly hashes?: AddressHashes;
  /** Where all resources are in the bytes of the state, if they stay there. */
  readonly found?: FoundRows;
  /** Set if the resources have the addresses to which the next apply will move them. */
  readonly moves?: readonly StateMove[];
}

/** An instance that the code has under another address than the stored state. */
export interface StateMove {
  readonly from: string;
  readonly to: string;
}

/** One number for each resource of a state, in the same order. */
export interface AddressHashes {
  readonly addresses: ArrayLike<number>;
  readonly resourceAddresses: ArrayLike<number>;
}

/** A resource instance without its secrets. */
export interface IndexedResource
  extends Omit<StateResource, 'attributes' | 'attribute' | 'sensitivePaths' | 'identity'> {
  /** Attributes without sensitive ones. A sensitive list element is null, to keep positions. */
  readonly attributes: JsonObject;
  /** A single attribute, without computing the others. */
  attribute(name: string): Json | undefined;
  readonly identity: JsonObject;
}

export type FindResult =
  | { readonly kind: 'found'; readonly resource: IndexedResource }
  | { readonly kind: 'none' }
  /** Several resources match every key of the ref; their addresses are sorted. */
  | { readonly kind: 'ambiguous'; readonly addresses: readonly string[] };

/** An index of the state. The cost of a lookup does not depend on the size of the state. */
export interface StateIndex {
  /** Number of instances, data sources included. */
  readonly size: number;
  /** The managed resource that a ref from a log identifies. */
  find(ref: ResourceRef): FindResult;
  /** Managed resources whose top-level attribute has this value (as text), sorted by address. */
  where(type: string, attribute: string, value: string): readonly IndexedResource[];
  /** Managed resources of the type, sorted by address. */
  ofType(type: string): readonly IndexedResource[];
  /** Types of managed resources, sorted. */
  types(): readonly string[];
  /** The managed or data resource instance at an address. */
  get(address: string): IndexedResource | undefined;
  /** Account (project) and region of an instance, as far as its attributes contain them. */
  scope(address: string): CloudLocation | undefined;
  /** Keys of the instances of a resource; empty if the state has none. */
  keys(resourceAddress: string): readonly InstanceKey[];
}
