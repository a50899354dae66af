import { z } from 'zod';
import { outcomes } from './decision.ts';
import { Creation, DriftValue } from './drift.ts';
import {
  driftIdText,
  intentIdText,
  path,
  reportText,
  reportTime,
  type window,
} from './report-schema/terms.ts';

/** A check that confirmed the live value of a drift. */
export const Confirmed = z.object({
  /** ISO 8601 UTC. */
  at: reportTime,
  /** An event in the log, the provider, or a newer state. */
  how: z.enum(['log', 'read-back', 'state']),
});

export type Confirmed = Readonly<z.output<typeof Confirmed>>;

/** An event behind a drift, as far as it is kept after the log's own record is gone. */
export const EvidenceNote = z.object({
  /** The id of the audit event. */
  event: reportText,
  /** ISO 8601 UTC. */
  time: reportTime,
  operation: reportText,
  /** The name of the actor, for people. */
  actor: reportText,
  /** SHA-256 of the raw record, in lower-case hex; left out if there is no record. */
  digest: reportText.exactOptional(),
});

export type EvidenceNote = Readonly<z.output<typeof EvidenceNote>>;

/** A decision about a drift, with its time. */
export const PastVerdict = z.object({
  /** When a run first decided so, in ISO 8601 UTC. */
  at: reportTime,
  intent: intentIdText,
  outcome: z.enum(outcomes),
  rule: reportText,
  /**
   * For a delegation: the principal that it is given to, and when it was granted (ISO 8601 UTC).
   */
  owner: reportText.exactOptional(),
  granted: reportTime.exactOptional(),
});

export type PastVerdict = Readonly<z.output<typeof PastVerdict>>;

/**
 * A drift from its first sighting until there is evidence that it is closed. Neither its age nor a
 * lack of news closes it.
 */
export const OpenDrift = z.object({
  id: driftIdText,
  address: reportText,
  type: reportText,
  path,
  declared: DriftValue,
  live: DriftValue,
  creation: Creation.exactOptional(),
  /** `new` if this run saw it first. */
  state: z.enum(['new', 'open']),
  /**
   * The value in the state when the drift was first seen. A live value that returns to it closes
   * the drift.
   */
  before: DriftValue,
  /** In fold order. */
  evidence: z.array(EvidenceNote).readonly(),
  /** The time of the run that found it, in ISO 8601 UTC. */
  firstSeen: reportTime,
  lastConfirmed: Confirmed,
  /** Oldest first. A run that repeats the previous decision adds none. */
  verdicts: z.array(PastVerdict).readonly(),
  /** The branch and location of its proposal. */
  proposal: z.object({ branch: reportText, location: reportText }).exactOptional(),
});

export type OpenDrift = Readonly<z.output<typeof OpenDrift>>;

/**
 * Why a drift is closed. `in-code`: the code has the value; `went-back`: the live value returned to
 * the previous or declared one, or a deleted resource exists again; `gone`: the resource was deleted
 * or replaced, or neither code nor state have it; `handed-over`: the code leaves the field to
 * another owner; `dismissed`: a person dismissed it.
 */
export const ClosingReason = z.enum(['in-code', 'went-back', 'gone', 'handed-over', 'dismissed']);

export type ClosingReason = z.output<typeof ClosingReason>;

/** A drift that this run found closed. */
export const ClosedDrift = z.object({
  id: driftIdText,
  address: reportText,
  path,
  declared: DriftValue,
  /** The live value while it was open. */
  live: DriftValue,
  firstSeen: reportTime,
  /** The time of the run that found it closed, in ISO 8601 UTC. */
  closedAt: reportTime,
  reason: ClosingReason,
  /** The reason as a sentence, with its evidence. */
  because: reportText,
  /** The event that restored the value or deleted the resource, if one did. */
  event: reportText.exactOptional(),
  /** The commit that put the value into the code, 40 hex digits. */
  commit: reportText.exactOptional(),
});

export type ClosedDrift = Readonly<z.output<typeof ClosedDrift>>;

/** The period that a run covered: from the first to the last change in its log. */
export type RunWindow = Readonly<z.output<typeof window>>;
