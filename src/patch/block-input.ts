import type { BlockSchema } from '../catalog/schema/types.ts';
import type { BlockInput, HclInput } from '../hcl/edit/types.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../model/json.ts';

/** How a value is written; lets ids become references. */
export type WriteValue = (name: string, value: Json) => HclInput;

export const plainly: WriteValue = (_, value) => ({ kind: 'json', value });

/**
 * A block as a person would write it: arguments in the given order, blank ones left out, nested
 * blocks for what the schema calls a block.
 */
export function blockOf(
  type: string,
  values: JsonObject,
  schema: BlockSchema | undefined,
  options: { readonly labels?: readonly string[]; readonly write?: WriteValue } = {},
): BlockInput {
  const { labels = [], write = plainly } = options;
  const entries = Object.entries(values).filter(([, value]) => !isUnset(value));
  const attributes = entries
    .filter(([name]) => schema?.blocks.has(name) !== true)
    .map(([name, value]) => ({ name, value: write(name, value) }));
  const blocks = entries.flatMap(([name, value]) => {
    const nested = schema?.blocks.get(name);
    if (nested === undefined) return [];
    const items = isJsonArray(value) ? value : [value];
    return items.filter(isJsonObject).map((item) => blockOf(name, item, nested.block, { write }));
  });
  return { type, labels, attributes, blocks };
}

function isUnset(value: Json): boolean {
  if (value === null || value === '') return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
