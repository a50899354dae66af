import type { BlockInput, HclInput } from '../../../code/hcl/edit/types.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import type { BlockSchema } from '../../../providers/schema/types.ts';

/** How a value is written, for example as a reference instead of an id. */
export type WriteValue = (name: string, value: Json) => HclInput;

const plainly: WriteValue = (_, value) => ({ kind: 'json', value });

/**
 * A block as a person would write it: arguments in the given order, blank ones left out, and nested
 * blocks where the schema has blocks.
 */
export function createBlockInput(
  type: string,
  values: JsonObject,
  schema: BlockSchema | undefined,
  options: { readonly labels?: readonly string[]; readonly write?: WriteValue } = {},
): BlockInput {
  const { labels = [], write = plainly } = options;
  const entries = Object.entries(values).filter(([, value]) => !isUnset(value));
  const attributes = entries
    .filter(([name]) => !isWrittenAsBlock(schema, name))
    .map(([name, value]) => ({ name, value: write(name, value) }));
  const blocks = entries.flatMap(([name, value]) => {
    if (!isWrittenAsBlock(schema, name)) return [];
    const nested = schema?.blocks.get(name)?.block;
    const items = isJsonArray(value) ? value : [value];
    return items
      .filter(isJsonObject)
      .map((item) => createBlockInput(name, item, nested, { write }));
  });
  return { type, labels, attributes, blocks };
}

/**
 * True for nested blocks, and for attributes that hold lists of objects but are written as blocks
 * (`ingress` of a security group).
 * Source: https://developer.hashicorp.com/terraform/language/attr-as-blocks
 */
export function isWrittenAsBlock(schema: BlockSchema | undefined, name: string): boolean {
  if (schema?.blocks.has(name)) return true;
  const type = schema?.attributes.get(name)?.type;
  return (type?.kind === 'list' || type?.kind === 'set') && type.element.kind === 'object';
}

function isUnset(value: Json): boolean {
  if (value === null || value === '') return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
