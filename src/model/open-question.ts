import { z } from 'zod';
import { EvidenceNote } from './open-drift.ts';
import { questionId, reportText, reportTime } from './report-schema/terms.ts';

/**
 * Why the effect of a call is unknown. `unknown-operation`: the catalog does not have the call;
 * `request-omitted`: the log left out the request.
 */
export const QuestionCause = z.enum(['unknown-operation', 'request-omitted']);

export type QuestionCause = z.output<typeof QuestionCause>;

const asked = {
  /** `q-` and 12 hex digits, derived from address, service and operation. */
  id: questionId,
  address: reportText,
  service: reportText,
  operation: reportText,
  /** Oldest first; if there are more than ten, the newest ten. */
  calls: z.array(EvidenceNote).readonly(),
  /** The time of the run that asked first, in ISO 8601 UTC. */
  firstSeen: reportTime,
};

/** A managed resource with calls whose effect is unknown. */
export const OpenQuestion = z.object({
  ...asked,
  type: reportText,
  cause: QuestionCause,
  /** `new` if this run asks it for the first time. */
  state: z.enum(['new', 'open']),
});

export type OpenQuestion = Readonly<z.output<typeof OpenQuestion>>;

/**
 * Why a question is closed. `read-back`: the provider has read the resource since, and any
 * difference is an open drift; `translated`: the effect of the calls is now known; `gone`: neither
 * code nor state have the resource; `dismissed`: a person dismissed it.
 */
const questionEnds = ['read-back', 'translated', 'gone', 'dismissed'] as const;

export const ClosedQuestion = z.object({
  ...asked,
  /** The time of the run that found it closed, in ISO 8601 UTC. */
  closedAt: reportTime,
  reason: z.enum(questionEnds),
  /** The reason as a sentence, with its evidence. */
  because: reportText,
});

export type ClosedQuestion = Readonly<z.output<typeof ClosedQuestion>>;
