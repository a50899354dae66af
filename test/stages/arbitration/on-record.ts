import type { Decision } from '../../../src/model/decision.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import {
  type DecisionRecord,
  recordedInput,
} from '../../../src/stages/arbitration/replay/record.ts';
import type { DecideInput } from '../../../src/stages/arbitration/types.ts';

/** Decides, and returns the record of what was asked on the way. */
export function decideOnRecord(input: DecideInput): {
  readonly decisions: readonly Decision[];
  readonly record: DecisionRecord;
} {
  const recording = recordedInput(input);
  const decisions = decide(recording.input);
  return { decisions, record: recording.record() };
}
