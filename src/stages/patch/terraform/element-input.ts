import { renderHclValue } from '../../../code/hcl/edit/render.ts';
import type { HclInput } from '../../../code/hcl/edit/types.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import type { BlockSchema, ProviderSchema } from '../../../providers/schema/types.ts';
import type { ElementGoal } from '../types.ts';
import { createBlockInput } from './block-input.ts';
import { blockAt } from './missing-block.ts';

/** How an id is written in the code: as a reference to the resource that has it, or literally. */
export type WriteElement = (goal: ElementGoal, element: Json) => HclInput;

export interface ElementSearch {
  readonly goal: ElementGoal;
  readonly evaluation: Evaluation;
  readonly schema: ProviderSchema;
  readonly write: WriteElement;
}

export function newBlockLabel(goal: ElementGoal): string {
  return `${String(goal.path.at(-1))} block of ${goal.address}`;
}

export function elementBlock(
  search: ElementSearch,
  element: Json,
): ReturnType<typeof createBlockInput> {
  const { goal, schema } = search;
  const name = String(goal.path.at(-1));
  const values: JsonObject = isJsonObject(element) ? element : {};
  return blockInput(search, name, values, blockAt(schema.resource(goal.type), goal.path));
}

export function blockInput(
  search: ElementSearch,
  name: string,
  values: JsonObject,
  schema: BlockSchema | undefined,
): ReturnType<typeof createBlockInput> {
  return createBlockInput(name, values, schema, { write: (_, value) => writeList(search, value) });
}

/** A list of ids is written as a list of references where those are known. */
export function writeList(search: ElementSearch, value: Json): HclInput {
  if (!isJsonArray(value)) return search.write(search.goal, value);
  const items = value.map((item) => search.write(search.goal, item));
  if (items.every((item) => item.kind === 'json')) return { kind: 'json', value };
  const texts = items.map((item) =>
    item.kind === 'raw' ? item.text : renderHclValue(item.value, { layout: 'inline' }),
  );
  return { kind: 'raw', text: `[${texts.join(', ')}]` };
}
