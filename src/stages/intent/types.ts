import type { Actor } from '../../model/actor.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import type { KnownResources } from './whole.ts';

/** The part of an audit event that inference needs. */
export interface EvidenceEvent {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly actor: Actor;
  /** Identity that an earlier session passed on (`sourceIdentity`); may contain a ticket. */
  readonly sourceIdentity?: string;
  /** Id that the cloud gives to all calls of one deployment: Azure's correlation id. */
  readonly deployment?: string;
}

export interface InferInput {
  readonly drifts: readonly Drift[];
  /** The event with this id. Drifts without any known event get the actor `unknown`. */
  event(id: string): EvidenceEvent | undefined;
  /** True if two values of a field mean the same. Without it, values have to be identical. */
  same?(a: DriftValue, b: DriftValue, field: Drift): boolean;
  /** True if one of two resources refers to the other, or both refer to a third. */
  related?(addressA: string, addressB: string): boolean;
  /** Severity of what a drift weakens, 1 to 5; 0 if it is not known to weaken anything. */
  severity?(drift: Drift): number;
  /** Without it, parts of other resources are described only by what the drifts contain. */
  readonly known?: KnownResources | undefined;
  /** Longest pause within one session of an actor. Defaults to 15 minutes. */
  readonly gapMinutes?: number;
}
