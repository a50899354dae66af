import type { EvidenceNote } from './open-drift.ts';

/**
 * Why the effect of a call is unknown. `unknown-operation`: the catalog does not have the call;
 * `request-omitted`: the log left out the request.
 */
export const questionCauses = ['unknown-operation', 'request-omitted'] as const;

export type QuestionCause = (typeof questionCauses)[number];

/** A managed resource with calls whose effect is unknown. */
export interface OpenQuestion {
  /** `q-` and 12 hex digits, derived from address, service and operation. */
  readonly id: string;
  readonly address: string;
  readonly type: string;
  readonly service: string;
  readonly operation: string;
  readonly cause: QuestionCause;
  /** `new` if this run asks it for the first time. */
  readonly state: 'new' | 'open';
  /** Oldest first; if there are more than ten, the newest ten. */
  readonly calls: readonly EvidenceNote[];
  /** The time of the run that asked first, in ISO 8601 UTC. */
  readonly firstSeen: string;
}

/**
 * Why a question is closed. `read-back`: the provider has read the resource since, and any
 * difference is an open drift; `translated`: the effect of the calls is now known; `gone`: neither
 * code nor state have the resource; `dismissed`: a person dismissed it.
 */
export const questionEnds = ['read-back', 'translated', 'gone', 'dismissed'] as const;

export interface ClosedQuestion
  extends Pick<OpenQuestion, 'id' | 'address' | 'service' | 'operation' | 'calls' | 'firstSeen'> {
  /** The time of the run that found it closed, in ISO 8601 UTC. */
  readonly closedAt: string;
  readonly reason: (typeof questionEnds)[number];
  /** The reason as a sentence, with its evidence. */
  readonly because: string;
}
