import { atomsOf, elementRule } from '../../providers/catalog/elements.ts';
import type {
  AttributeType,
  BlockSchema,
  NestedBlock,
  ProviderSchema,
} from '../../providers/schema/types.ts';
import { deducedType, type FieldType, leafType } from './field-type.ts';

/**
 * How the fields of a Terraform resource are owned. Each member of a set has its own owners, blocks
 * with a key are identified by it, lists are owned entirely, everything else field by field. A type
 * that is not in the provider's schema is deduced from the values.
 */
export function terraformType(schema: ProviderSchema, type: string): FieldType {
  const block = schema.resource(type);
  return block === undefined ? deducedType : blockType(type, block);
}

function blockType(type: string, block: BlockSchema): FieldType {
  return {
    map: {
      kind: 'granular',
      field(name) {
        const attribute = block.attributes.get(name);
        if (attribute !== undefined) return attributeType(type, name, attribute.type);
        const nested = block.blocks.get(name);
        return nested && nestedType(type, name, nested);
      },
      // Code and log may come from another version of the provider than the schema.
      rest: deducedType,
    },
  };
}

function nestedType(type: string, name: string, { nesting, max, block }: NestedBlock): FieldType {
  const member = blockType(type, block);
  switch (nesting) {
    case 'single':
    case 'group':
      return member;
    case 'map':
      return { map: { kind: 'granular', field: () => undefined, rest: member } };
    case 'list':
    case 'set':
      if (max === 1) return { ...member, once: true };
      return repeatedType(type, name, nesting, member);
  }
}

function repeatedType(
  type: string,
  name: string,
  nesting: 'list' | 'set',
  member: FieldType,
): FieldType {
  const rule = elementRule(type, name);
  if (rule?.identity !== undefined) {
    return { list: { kind: 'keyed', keys: rule.identity, member } };
  }
  if (nesting === 'list') return { list: { kind: 'atomic' } };
  return { list: { kind: 'set', atoms: (one) => atomsOf(type, name, one) } };
}

function attributeType(type: string, name: string, attribute: AttributeType): FieldType {
  switch (attribute.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return leafType;
    case 'dynamic':
      return deducedType;
    case 'tuple':
      return { list: { kind: 'atomic' } };
    case 'list':
    case 'set':
      return repeatedType(type, name, attribute.kind, attributeType(type, name, attribute.element));
    case 'map': {
      const rest = attributeType(type, name, attribute.element);
      return { map: { kind: 'granular', field: () => undefined, rest } };
    }
    case 'object': {
      const { attributes } = attribute;
      return {
        map: {
          kind: 'granular',
          field(field) {
            const inner = attributes.get(field);
            return inner && attributeType(type, field, inner);
          },
        },
      };
    }
  }
}
