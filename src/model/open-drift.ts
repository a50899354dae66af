import type { Outcome } from './decision.ts';
import type { Drift, DriftValue } from './drift.ts';
import type { AttributePath } from './path.ts';

/** What last showed that a drift is there: an event of the log, a provider, or a newer state. */
export type Confirmation = 'log' | 'read-back' | 'state';

/** One look at a drift that showed what is live. */
export interface Confirmed {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly how: Confirmation;
}

/** An event behind a drift, as it is known when the log's own record is gone. */
export interface EvidenceNote {
  /** Id of the audit event. */
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly operation: string;
  /** Name of who acted, for people. */
  readonly actor: string;
  /** SHA-256 of the raw record, lower-case hex; none of what no log had. */
  readonly digest?: string;
}

/** What was decided about a drift, from a time on. */
export interface PastVerdict {
  /** ISO 8601 UTC of the run that decided so first. */
  readonly at: string;
  readonly intent: string;
  readonly outcome: Outcome;
  readonly rule: string;
  /** Of a delegation: the principal that it is to, and when it was granted (ISO 8601 UTC). */
  readonly owner?: string;
  readonly granted?: string;
}

/**
 * A drift from the moment it is known until there is evidence that it is closed. Neither age nor
 * silence closes it.
 */
export interface OpenDrift
  extends Pick<Drift, 'id' | 'address' | 'type' | 'path' | 'declared' | 'live' | 'creation'> {
  /** Whether this run is the first that knows it. */
  readonly state: 'new' | 'open';
  /** What the state said when the drift was first seen: a live value that goes back to it closes it. */
  readonly before: DriftValue;
  /** In fold order. */
  readonly evidence: readonly EvidenceNote[];
  /** ISO 8601 UTC: the run that found it. */
  readonly firstSeen: string;
  readonly lastConfirmed: Confirmed;
  /** Oldest first; a run that decides as the one before adds none. */
  readonly verdicts: readonly PastVerdict[];
  /** Where it was proposed. */
  readonly proposal?: { readonly branch: string; readonly location: string };
}

/**
 * Why a drift is closed. `in-code`: the code says it; `went-back`: the live value is what it was, or
 * what the code says; `gone`: neither code nor cloud have the resource; `handed-over`: the code
 * leaves the field to somebody; `dismissed`: a person said so.
 */
export const closingReasons = ['in-code', 'went-back', 'gone', 'handed-over', 'dismissed'] as const;

export type ClosingReason = (typeof closingReasons)[number];

/** A drift that this run found closed. */
export interface ClosedDrift {
  readonly id: string;
  readonly address: string;
  readonly path: AttributePath;
  readonly declared: DriftValue;
  /** What was live while it was open. */
  readonly live: DriftValue;
  readonly firstSeen: string;
  /** ISO 8601 UTC of the run that found it closed. */
  readonly closedAt: string;
  readonly reason: ClosingReason;
  /** A sentence, with what it rests on. */
  readonly because: string;
  /** The event that put it back, where one did. */
  readonly event?: string;
  /** The commit that the code has it from, 40 hex digits. */
  readonly commit?: string;
}

/** The stretch of time that a run looked at: from its first change in the log to the last. */
export interface RunWindow {
  /** ISO 8601 UTC. */
  readonly from: string;
  readonly to: string;
}
