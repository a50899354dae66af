import { z } from 'zod';
import { path } from '../../model/report-schema/terms.ts';

/**
 * What people may answer to an intent, on a forge, in Slack or over the API. `reopen` takes back what
 * was answered before, so that the policy decides again.
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

/** What somebody who may do it said is to become of an intent. */
export const Answer = z.strictObject({
  /** `a-` and 12 hex digits of the rest, so that the same answer twice is one. */
  id: z.string(),
  /** Where no intent is known: of an open question, or of a drift that nobody could look at. */
  intent: z.string(),
  /** Digest of the drifts that were answered: others are another question. */
  digest: z.string(),
  action: z.enum(answerActions),
  /** How they are named where they answered: `slack:T01/U02`, `github:alice`. */
  by: z.string(),
  /** ISO 8601 UTC. */
  at: z.iso.datetime(),
  /** Of `hold`: until when, ISO 8601 UTC. */
  until: z.iso.datetime().optional(),
  /** Of `delegate`. */
  bounds: z.strictObject({ min: z.number().optional(), max: z.number().optional() }).optional(),
  note: z.string().max(500).optional(),
  /** Of `accept`: the place of the code to edit, among those that were tried. */
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
  /** Of `dismiss` and `reopen`: what it is about (`src/reconcile/decide/dismissal.ts`), and nothing that comes later. */
  about: z.array(z.string()).readonly().optional(),
});

export type Answer = z.output<typeof Answer>;
