/** A Terraform attribute type as the provider declares it. */
export type AttributeType =
  | { readonly kind: 'string' | 'number' | 'bool' | 'dynamic' }
  | { readonly kind: 'list' | 'set' | 'map'; readonly element: AttributeType }
  | { readonly kind: 'object'; readonly attributes: ReadonlyMap<string, AttributeType> }
  | { readonly kind: 'tuple'; readonly elements: readonly AttributeType[] };

export interface AttributeSchema {
  readonly type: AttributeType;
  readonly required: boolean;
  readonly optional: boolean;
  /** The provider may choose the value. With `optional`, only if the code sets none. */
  readonly computed: boolean;
  readonly sensitive: boolean;
  /** Never stored in the state. */
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
}

export interface BlockSchema {
  readonly attributes: ReadonlyMap<string, AttributeSchema>;
  readonly blocks: ReadonlyMap<string, NestedBlock>;
  readonly deprecated: boolean;
}

export type Nesting = 'single' | 'group' | 'list' | 'set' | 'map';

/** A nested block type. `min` and `max` limit the repetitions; `max` 0 means no limit. */
export interface NestedBlock {
  readonly nesting: Nesting;
  readonly min: number;
  readonly max: number;
  readonly block: BlockSchema;
}

/** The schema of a Terraform resource type: the block that a person writes. */
export type TypeSchema = BlockSchema;

/** The resource types of all known providers. */
export interface ProviderSchema {
  /** Managed resource types, sorted. */
  types(): readonly string[];
  /** Undefined for a type that the provider does not have in the known version. */
  resource(type: string): TypeSchema | undefined;
  /** The top-level attributes of a data source that hold secrets. */
  sensitiveData(type: string): readonly string[];
}

/** The resource types of one provider version. */
export interface PackedSchema extends ProviderSchema {
  /** The provider's address without the registry host, e.g. `hashicorp/aws`. */
  readonly provider: string;
  readonly version: string;
}
