import type { AttributePath, PathStep } from '../../model/path.ts';
import type {
  AttributeSchema,
  AttributeType,
  BlockSchema,
  NestedBlock,
  ProviderSchema,
} from './types.ts';

/** What the schema defines at a place in a resource. */
export type SchemaPlace =
  | { readonly kind: 'resource'; readonly block: BlockSchema }
  /** A repeated block as a whole or, for single nesting, the block itself. */
  | { readonly kind: 'block'; readonly nested: NestedBlock }
  /** One member of a repeated block. */
  | { readonly kind: 'member'; readonly nested: NestedBlock }
  /** An attribute, or a value within one. `type` is that of the value. */
  | {
      readonly kind: 'attribute';
      readonly name: string;
      readonly attribute: AttributeSchema;
      readonly type: AttributeType;
    };

/**
 * The schema at `path`: the resource itself for an empty path, undefined for an unknown type or
 * path.
 */
export function schemaAt(
  schema: ProviderSchema,
  type: string,
  path: AttributePath,
): SchemaPlace | undefined {
  const root = schema.resource(type);
  if (root === undefined) return undefined;
  let place: SchemaPlace | undefined = { kind: 'resource', block: root };
  for (const step of path) {
    place = place && descend(place, step);
  }
  return place;
}

/** True if only the provider can set the value, so that code cannot. */
export function isComputedOnly(schema: ProviderSchema, type: string, path: AttributePath): boolean {
  const place = schemaAt(schema, type, path);
  if (place?.kind !== 'attribute') return false;
  const { computed, optional, required } = place.attribute;
  return computed && !optional && !required;
}

/** True if the provider declares the value, or one that contains it, as secret. */
export function isSensitive(schema: ProviderSchema, type: string, path: AttributePath): boolean {
  const place = schemaAt(schema, type, path);
  return place?.kind === 'attribute' && (place.attribute.sensitive || place.attribute.writeOnly);
}

/**
 * How elements at `path` are identified: by index, by key, or by content only. Undefined if it is
 * not a collection.
 */
export function collectionKind(
  schema: ProviderSchema,
  type: string,
  path: AttributePath,
): 'set' | 'list' | 'map' | undefined {
  const place = schemaAt(schema, type, path);
  if (place?.kind === 'block') return blockCollection(place.nested);
  if (place?.kind !== 'attribute') return undefined;
  const { kind } = place.type;
  return kind === 'set' || kind === 'list' || kind === 'map' ? kind : undefined;
}

function blockCollection(nested: NestedBlock): 'set' | 'list' | 'map' | undefined {
  const { nesting } = nested;
  return nesting === 'single' || nesting === 'group' ? undefined : nesting;
}

function descend(place: SchemaPlace, step: PathStep): SchemaPlace | undefined {
  switch (place.kind) {
    case 'resource':
      return within(place.block, step);
    case 'member':
      return within(place.nested.block, step);
    case 'block':
      return intoBlock(place.nested, step);
    case 'attribute': {
      const type = elementType(place.type, step);
      return type && { ...place, type };
    }
  }
}

function intoBlock(nested: NestedBlock, step: PathStep): SchemaPlace | undefined {
  switch (blockCollection(nested)) {
    case undefined:
      return within(nested.block, step);
    case 'list':
      return typeof step === 'string' ? undefined : { kind: 'member', nested };
    case 'set':
      return typeof step === 'object' ? { kind: 'member', nested } : undefined;
    case 'map':
      return typeof step === 'string' ? { kind: 'member', nested } : undefined;
  }
}

function within(block: BlockSchema, step: PathStep): SchemaPlace | undefined {
  if (typeof step !== 'string') return undefined;
  const attribute = block.attributes.get(step);
  if (attribute !== undefined) {
    return { kind: 'attribute', name: step, attribute, type: attribute.type };
  }
  const nested = block.blocks.get(step);
  return nested && { kind: 'block', nested };
}

function elementType(type: AttributeType, step: PathStep): AttributeType | undefined {
  switch (type.kind) {
    case 'object':
      return typeof step === 'string' ? type.attributes.get(step) : undefined;
    case 'map':
      return typeof step === 'string' ? type.element : undefined;
    case 'list':
      return typeof step === 'string' ? undefined : type.element;
    case 'set':
      return typeof step === 'object' ? type.element : undefined;
    case 'tuple':
      return typeof step === 'number' ? type.elements[step] : undefined;
    case 'dynamic':
      return type;
    case 'string':
    case 'number':
    case 'bool':
      return undefined;
  }
}
