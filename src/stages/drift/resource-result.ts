import type { DriftValue } from '../../model/drift.ts';
import type { EventOutcome, NetDriftResult } from './types.ts';

export interface ResourceResult
  extends Pick<
    NetDriftResult,
    'drifts' | 'reverted' | 'settled' | 'unexplained' | 'stateOnly' | 'left'
  > {
  /** The value that the state had before each drift, by id of the drift. */
  readonly origins: readonly (readonly [drift: string, before: DriftValue])[];
  readonly outcomes: readonly (readonly [event: string, outcome: EventOutcome])[];
}

export const emptyResult: ResourceResult = {
  drifts: [],
  reverted: [],
  settled: [],
  origins: [],
  unexplained: [],
  stateOnly: [],
  left: [],
  outcomes: [],
};

/** The value used for a resource that is in the state. */
export const there: DriftValue = { kind: 'value', value: {} };
