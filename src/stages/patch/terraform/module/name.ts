import { renderKey } from '../../../../code/hcl/edit/render.ts';
import type { Module } from '../../../../code/terraform/config/configuration.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type {
  AttributeType,
  BlockSchema,
  ProviderSchema,
} from '../../../../providers/schema/types.ts';
import { resourceNoun } from '../../../../providers/traits/nouns.ts';

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

/** What an input is for: a part of a resource. */
export interface NamedPart {
  /** The name of the part: `visibility_timeout_seconds`. */
  readonly own: string;
  /** Terraform resource type and name. */
  readonly type: string;
  readonly resource: string;
  /** The key of the only instance that it is for. */
  readonly key?: string | undefined;
  /** Others in the module have such a part, too, so its name alone would claim too much. */
  readonly isOneOfMany: boolean;
}

/**
 * A name for an input that is free in all these modules: that of the part if it says enough,
 * otherwise with that of the resource before it. Undefined if all are taken.
 */
export function freeName(part: NamedPart, modules: readonly Module[]): string | undefined {
  const { own, type, resource, key, isOneOfMany } = part;
  const isFree = (name: string): boolean =>
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) &&
    !reserved.has(name) &&
    modules.every((module) => !module.variables.has(name));
  const isPlain = key === undefined && !isOneOfMany;
  const whose = [generic.has(resource) ? inWords(resourceNoun(type)) : resource, resource];
  const ofInstance = key === undefined ? [] : [inWords(key)];
  const named = whose.map((name) => [name, ...ofInstance, own].join('_'));
  return [...(isPlain ? [own] : []), ...named].find(isFree);
}

/** Names of resources that say nothing. */
const generic: ReadonlySet<string> = new Set(['this', 'main', 'default', 'self']);

function inWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}

/** True if another resource of the module may have an argument or block of this name, too. */
export function isOneOfMany(
  module: Module,
  schema: ProviderSchema,
  resource: string,
  name: string,
): boolean {
  return [...module.resources].some(([key, { type }]) => {
    const block = key === resource ? undefined : schema.resource(type);
    const attribute = block?.attributes.get(name);
    return attribute?.optional === true || attribute?.required === true || block?.blocks.has(name);
  });
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
