import type { EvidenceNote } from './open-drift.ts';

/**
 * Why the effect of a call is unknown. `unknown-operation`: the catalog does not know the call;
 * `request-omitted`: the log left out what was requested.
 */
export const questionCauses = ['unknown-operation', 'request-omitted'] as const;

export type QuestionCause = (typeof questionCauses)[number];

/** A managed resource that calls name, whose effect is unknown. */
export interface OpenQuestion {
  /** `q-` and 12 hex digits, from address, service and operation. */
  readonly id: string;
  readonly address: string;
  readonly type: string;
  readonly service: string;
  readonly operation: string;
  readonly cause: QuestionCause;
  /** Whether this run is the first that asks. */
  readonly state: 'new' | 'open';
  /** Oldest first; of more than ten, the newest ten. */
  readonly calls: readonly EvidenceNote[];
  /** ISO 8601 UTC: the run that asked first. */
  readonly firstSeen: string;
}

/**
 * Why a question is closed. `read-back`: the provider read the resource since, and what differs is
 * an open drift; `translated`: it is known now what the calls changed; `gone`: neither code nor state
 * have the resource; `dismissed`: a person said so.
 */
export const questionEnds = ['read-back', 'translated', 'gone', 'dismissed'] as const;

export interface ClosedQuestion
  extends Pick<OpenQuestion, 'id' | 'address' | 'service' | 'operation' | 'calls' | 'firstSeen'> {
  /** ISO 8601 UTC of the run that found it closed. */
  readonly closedAt: string;
  readonly reason: (typeof questionEnds)[number];
  /** A sentence, with what it rests on. */
  readonly because: string;
}
