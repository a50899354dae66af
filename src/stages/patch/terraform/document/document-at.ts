import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import type { Json } from '../../../../model/json.ts';
import type { ValueGoal } from '../../types.ts';
import { type Codec, encodedJsonCodec, jsonCodec, yamlCodec } from './codec.ts';

/** True where the wanted value is a document in the place of another one. */
export function holdsDocument(evaluation: Evaluation, goal: ValueGoal): boolean {
  return typeof goal.value === 'string' && codecOf(evaluation, goal, goal.value) !== undefined;
}

/** How both the text that is there and the one that is wanted are read. */
export function codecOf(
  evaluation: Evaluation,
  goal: ValueGoal,
  wanted: string,
): Codec | undefined {
  return [encodedJsonCodec, jsonCodec, yamlCodec].find(
    (codec) =>
      codec.read(wanted) !== undefined && documentAt(evaluation, goal, codec) !== undefined,
  );
}

export function documentAt(
  evaluation: Evaluation,
  { address, path }: ValueGoal,
  codec: Codec,
): Json | undefined {
  const value = evaluation.valueAt(address, path);
  const text = value === undefined ? undefined : valueToJson(value);
  return typeof text === 'string' ? codec.read(text) : undefined;
}
