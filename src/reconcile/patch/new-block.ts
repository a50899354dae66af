import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { StateIndex } from '../../code/terraform/state/types.ts';
import { credentialAt } from '../../model/credential/find.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { pathKey } from '../../model/path.ts';
import { compareText } from '../../model/text.ts';
import { schemaAt } from '../../providers/schema/query.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { Goal, ValueGoal } from '../../stages/patch/types.ts';

/**
 * The goals, plus the other live arguments of a block that the code does not have yet. As long as
 * there is no block the provider leaves all of them alone; in a block, those that are left out get
 * its defaults.
 */
export function withRestOfBlocks(
  goals: readonly Goal[],
  evaluation: Evaluation,
  index: StateIndex,
  schema: ProviderSchema,
): readonly Goal[] {
  const keyOf = ({ address, path }: ValueGoal) => `${address} ${pathKey(path)}`;
  const asked = new Set(goals.flatMap((goal) => (goal.kind === 'value' ? [keyOf(goal)] : [])));
  return goals.flatMap((goal) => {
    if (goal.kind !== 'value' || goal.value === null) return [goal];
    const rest = restOf(goal, evaluation, index, schema).filter((each) => !asked.has(keyOf(each)));
    for (const each of rest) asked.add(keyOf(each));
    return [goal, ...rest];
  });
}

function restOf(
  goal: ValueGoal,
  evaluation: Evaluation,
  index: StateIndex,
  schema: ProviderSchema,
): readonly ValueGoal[] {
  const { address, type, path } = goal;
  const [block, at, , ...deeper] = path;
  if (typeof block !== 'string' || at !== 0 || path.length < 3 || deeper.length > 0) return [];
  if (schemaAt(schema, type, [block])?.kind !== 'block') return [];
  if (evaluation.locate(address, [block])?.kind !== 'absent') return [];
  return Object.entries(onlyBlock(index.get(address)?.attributes[block]))
    .filter(([name, value]) => !isLeftOut(name, value))
    .map(([name, value]) => ({ ...goal, path: [block, 0, name], value }))
    .filter((each) => isWritable(schema, each))
    .sort((a, b) => compareText(pathKey(a.path), pathKey(b.path)));
}

function onlyBlock(value: Json | undefined): JsonObject {
  const [only, ...more] = isJsonArray(value) ? value : [];
  return isJsonObject(only) && more.length === 0 ? only : {};
}

/** True for an argument that code may set and that holds no secret. */
function isWritable(schema: ProviderSchema, { type, path, value }: ValueGoal): boolean {
  const place = schemaAt(schema, type, path);
  if (place?.kind !== 'attribute') return false;
  const { optional, required, sensitive } = place.attribute;
  return (optional || required) && !sensitive && credentialAt(path, value) === undefined;
}

/**
 * True for what the provider cannot tell from an argument that is left out. A switch of the whole
 * block is mostly on by default.
 */
function isLeftOut(name: string, value: Json): boolean {
  if (isJsonArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return value === null || value === '' || value === 0 || (value === false && name !== 'enabled');
}
