import type { Drift, DriftValue } from '../../model/drift.ts';
import type { Reverted } from '../../model/reverted.ts';
import type { StateOnlyValue } from './state-only.ts';
import type { EventOutcome, SettledField } from './types.ts';

export interface ResourceResult {
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  readonly settled: readonly SettledField[];
  /** The value that the state had before each drift, by id of the drift. */
  readonly origins: readonly (readonly [drift: string, before: DriftValue])[];
  /** Differences that the provider reads but no effect explains. */
  readonly unexplained: readonly Drift[];
  readonly stateOnly: readonly StateOnlyValue[];
  /** Changes of fields that the code leaves to others. */
  readonly left: readonly Drift[];
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
