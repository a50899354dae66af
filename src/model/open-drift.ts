import type { Outcome } from './decision.ts';
import type { Drift, DriftValue } from './drift.ts';
import type { AttributePath } from './path.ts';

/** What last confirmed that a drift exists: an event in the log, the provider, or a newer state. */
export type Confirmation = 'log' | 'read-back' | 'state';

/** A check that confirmed the live value of a drift. */
export interface Confirmed {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly how: Confirmation;
}

/** An event behind a drift, as far as it is kept after the log's own record is gone. */
export interface EvidenceNote {
  /** The id of the audit event. */
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly operation: string;
  /** The name of the actor, for people. */
  readonly actor: string;
  /** SHA-256 of the raw record, in lower-case hex; left out if there is no record. */
  readonly digest?: string;
}

/** A decision about a drift, with its time. */
export interface PastVerdict {
  /** When a run first decided so, in ISO 8601 UTC. */
  readonly at: string;
  readonly intent: string;
  readonly outcome: Outcome;
  readonly rule: string;
  /**
   * For a delegation: the principal that it is given to, and when it was granted (ISO 8601 UTC).
   */
  readonly owner?: string;
  readonly granted?: string;
}

/**
 * A drift from its first sighting until there is evidence that it is closed. Neither its age nor a
 * lack of news closes it.
 */
export interface OpenDrift
  extends Pick<Drift, 'id' | 'address' | 'type' | 'path' | 'declared' | 'live' | 'creation'> {
  /** `new` if this run saw it first. */
  readonly state: 'new' | 'open';
  /**
   * The value in the state when the drift was first seen. A live value that returns to it closes
   * the drift.
   */
  readonly before: DriftValue;
  /** In fold order. */
  readonly evidence: readonly EvidenceNote[];
  /** The time of the run that found it, in ISO 8601 UTC. */
  readonly firstSeen: string;
  readonly lastConfirmed: Confirmed;
  /** Oldest first. A run that repeats the previous decision adds none. */
  readonly verdicts: readonly PastVerdict[];
  /** The branch and location of its proposal. */
  readonly proposal?: { readonly branch: string; readonly location: string };
}

/**
 * Why a drift is closed. `in-code`: the code has the value; `went-back`: the live value returned to
 * the previous or declared one, or a deleted resource exists again; `gone`: the resource was deleted
 * or replaced, or neither code nor state have it; `handed-over`: the code leaves the field to
 * another owner; `dismissed`: a person dismissed it.
 */
export const closingReasons = ['in-code', 'went-back', 'gone', 'handed-over', 'dismissed'] as const;

export type ClosingReason = (typeof closingReasons)[number];

/** A drift that this run found closed. */
export interface ClosedDrift {
  readonly id: string;
  readonly address: string;
  readonly path: AttributePath;
  readonly declared: DriftValue;
  /** The live value while it was open. */
  readonly live: DriftValue;
  readonly firstSeen: string;
  /** The time of the run that found it closed, in ISO 8601 UTC. */
  readonly closedAt: string;
  readonly reason: ClosingReason;
  /** The reason as a sentence, with its evidence. */
  readonly because: string;
  /** The event that restored the value or deleted the resource, if one did. */
  readonly event?: string;
  /** The commit that put the value into the code, 40 hex digits. */
  readonly commit?: string;
}

/** The period that a run covered: from the first to the last change in its log. */
export interface RunWindow {
  /** ISO 8601 UTC. */
  readonly from: string;
  readonly to: string;
}
