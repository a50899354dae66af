import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import type { Json } from '../../../../model/json.ts';
import type { ValueGoal } from '../../types.ts';
import { type Codec, encodedJsonCodec, jsonCodec, yamlCodec } from './codec.ts';

/** True if the wanted value is a document that replaces another document. */
export function holdsDocument(evaluation: Evaluation, goal: ValueGoal): boolean {
  return (
    typeof goal.value === 'string' && documentCodec(evaluation, goal, goal.value) !== undefined
  );
}

/** The codec that can read both the current and the wanted text. */
export function documentCodec(
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
