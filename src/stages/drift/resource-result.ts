import type { Drift, DriftValue, Reverted } from '../../model/drift.ts';
import type { EventOutcome, SettledField } from './types.ts';

export interface ResourceResult {
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  readonly settled: readonly SettledField[];
  /** What the state said of each drift before, by id. */
  readonly origins: readonly (readonly [drift: string, before: DriftValue])[];
  /** What the provider reads and no effect explains. */
  readonly unexplained: readonly Drift[];
  /** What changed where the code leaves it to others. */
  readonly left: readonly Drift[];
  readonly outcomes: readonly (readonly [event: string, outcome: EventOutcome])[];
}

export const emptyResult: ResourceResult = {
  drifts: [],
  reverted: [],
  settled: [],
  origins: [],
  unexplained: [],
  left: [],
  outcomes: [],
};

/** What the state says of a resource that it has. */
export const there: DriftValue = { kind: 'value', value: {} };
