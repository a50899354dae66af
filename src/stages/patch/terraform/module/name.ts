import { renderKey } from '../../../../code/hcl/edit/render.ts';
import type { Module } from '../../../../code/terraform/config/configuration.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type {
  AttributeType,
  BlockSchema,
  ProviderSchema,
} from '../../../../providers/schema/types.ts';

/** Arguments of a module block, whose names no input may have. */
const reserved: ReadonlySet<string> = new Set([
  'source',
  'version',
  'count',
  'for_each',
  'providers',
  'depends_on',
  'lifecycle',
  'locals',
]);

/**
 * A name for an input that is free in all these modules: its own, or prefixed with the resource's
 * if that is taken. Undefined if both are taken.
 */
export function freeName(
  own: string,
  resource: string,
  modules: readonly Module[],
): string | undefined {
  const isFree = (name: string): boolean =>
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) &&
    !reserved.has(name) &&
    modules.every((module) => !module.variables.has(name));
  return [own, `${resource}_${own}`].find(isFree);
}

/** The schema's type of an attribute, as a type constraint. */
export function inputType(
  schema: ProviderSchema,
  type: string,
  path: AttributePath,
): string | undefined {
  let block: BlockSchema | undefined = schema.resource(type);
  const names = path.filter((step) => typeof step === 'string');
  for (const name of names.slice(0, -1)) block = block?.blocks.get(name)?.block;
  const attribute = block?.attributes.get(names.at(-1) ?? '');
  return attribute && typeText(attribute.type);
}

export function typeText(type: AttributeType): string {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return type.kind;
    case 'dynamic':
      return 'any';
    case 'list':
    case 'set':
    case 'map':
      return `${type.kind}(${typeText(type.element)})`;
    case 'object': {
      const entries = [...type.attributes].map(
        ([name, inner]) => `${renderKey(name)} = ${typeText(inner)}`,
      );
      return `object({ ${entries.join(', ')} })`;
    }
    case 'tuple':
      return `tuple([${type.elements.map(typeText).join(', ')}])`;
  }
}
