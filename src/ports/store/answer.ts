import { z } from 'zod';
import { path } from '../../model/report-schema/terms.ts';

/**
 * The answers that people may give about an intent, on a forge, in Slack or through the API.
 * `reopen` takes back earlier answers, so that the policy decides again.
 */
export const answerActions = [
  'accept',
  'revert',
  'delegate',
  'hold',
  'wrong',
  'dismiss',
  'reopen',
] as const;

export type AnswerAction = (typeof answerActions)[number];

/** An answer of an authorized person about what to do with an intent. */
export const Answer = z.strictObject({
  /**
   * `a-` and 12 hex digits derived from the other members except `fields`, so that a repeated answer
   * is the same one.
   */
  id: z.string(),
  /**
   * The id of the intent or, if none is known, of an open question or of a drift that could not be
   * analyzed.
   */
  intent: z.string(),
  /** Digest of the answered drifts; other drifts are a new question. */
  digest: z.string(),
  action: z.enum(answerActions),
  /** The person's name where the answer was given: `slack:T01/U02`, `github:alice`. */
  by: z.string(),
  /** ISO 8601 UTC. */
  at: z.iso.datetime(),
  /** For `hold`: when it ends, in ISO 8601 UTC. */
  until: z.iso.datetime().optional(),
  /** For `delegate`. */
  bounds: z.strictObject({ min: z.number().optional(), max: z.number().optional() }).optional(),
  note: z.string().max(500).optional(),
  /** For `accept`: the edit site to use, among the candidates. */
  place: z
    .strictObject({
      drift: z.string().exactOptional(),
      path: path.exactOptional(),
      kind: z.string(),
      file: z.string(),
      line: z.int().positive(),
      description: z.string(),
    })
    .optional(),
  /**
   * For `dismiss` and `reopen`: what the answer covers (`src/reconcile/decide/dismissal.ts`);
   * nothing later is covered.
   */
  about: z.array(z.string()).readonly().optional(),
  /**
   * The drifts that were answered, as they were; the answer applies to them in whichever intent they
   * are. Answers of earlier versions have none, and apply to exactly the drifts of `digest`.
   */
  fields: z
    .array(
      z.strictObject({
        /** The id of the drift, which depends on its place and on the values in code and cloud. */
        drift: z.string(),
        /** The id of the last event behind it; empty if no event is known. */
        event: z.string(),
        /** Digest of its place. */
        place: z.string(),
        /** Digest of its place, the actor, and the beginning of the session. */
        session: z.string(),
        /** Digest of who wants which value, where that is not the live one. */
        party: z.string().optional(),
      }),
    )
    .readonly()
    .optional(),
});

export type Answer = z.output<typeof Answer>;
