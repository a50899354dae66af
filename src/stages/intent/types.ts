import type { Actor } from '../../model/actor.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';

/** What inference needs to know about an audit event. */
export interface EvidenceEvent {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly actor: Actor;
  /** Identity that an earlier session handed on (`sourceIdentity`); may carry a ticket. */
  readonly sourceIdentity?: string;
  /** Id that the cloud gives all calls of one deployment: Azure's correlation id. */
  readonly deployment?: string;
}

export interface InferInput {
  readonly drifts: readonly Drift[];
  /** The event with this id; drifts without any known event get an actor `unknown`. */
  event(id: string): EvidenceEvent | undefined;
  /** True where two values of a field mean the same; without it, where they are the same. */
  same?(a: DriftValue, b: DriftValue, field: Drift): boolean;
  /** True when one of two resources refers to the other, or both to a third. */
  related?(addressA: string, addressB: string): boolean;
  /** How bad what a drift weakens is, 1 to 5; 0 where it weakens nothing that is known. */
  severity?(drift: Drift): number;
  /** Longest pause within one session of an actor. 15 minutes unless given. */
  readonly gapMinutes?: number;
}
