import { z } from 'zod';
import { actorClasses } from '../../model/actor.ts';

/** What happened to a proposal, or to a verdict that was shown to someone. */
export const reviews = ['merged', 'edited', 'closed', 'reverted', 'wrong'] as const;
export type Review = (typeof reviews)[number];

/**
 * The outcome of a review with everything that counting needs, so that the log is self-contained.
 */
export const Feedback = z.strictObject({
  schema: z.literal('parley/feedback/v1'),
  intent: z.string(),
  /** The run that showed the verdict. */
  run: z.string(),
  review: z.enum(reviews),
  /** ISO 8601 UTC of the review. */
  time: z.iso.datetime(),
  /** The verdict that was shown. */
  verdict: z.string(),
  class: z.enum(actorClasses),
  purpose: z.string(),
  /** Empty if it is unknown. */
  environment: z.string(),
  incident: z.enum(['none', 'open', 'over']),
  night: z.boolean(),
  /**
   * The actor as far as the log vouches for it: the principal without the session, and the name.
   */
  actor: z.strictObject({ principal: z.string(), name: z.string() }).exactOptional(),
  /** Terraform types and fields that were changed, each once. */
  parts: z
    .array(z.strictObject({ type: z.string(), field: z.string() }))
    .max(50)
    .exactOptional(),
  /** The worst harm that it did or may have done, from 0 to 5. */
  harm: z.int().min(0).max(5).exactOptional(),
  note: z.string().max(500).optional(),
});

export type Feedback = z.output<typeof Feedback>;

/** Night hours in UTC: the first inclusive, the second exclusive. */
const night = { from: 22, to: 6 };

export function isNight(time: string): boolean {
  const hour = new Date(time).getUTCHours();
  return hour >= night.from || hour < night.to;
}

const grants: ReadonlySet<string> = new Set(['accept', 'delegate', 'compromise']);

/**
 * How far a review says that such changes belong in the code: 1 for yes, 0 for no. A merge after
 * edits counts half; `wrong` means the opposite of the verdict.
 */
export function agreement({ review, verdict }: Pick<Feedback, 'review' | 'verdict'>): number {
  switch (review) {
    case 'merged':
      return 1;
    case 'edited':
      return 0.5;
    case 'closed':
    case 'reverted':
      return 0;
    case 'wrong':
      return grants.has(verdict) ? 0 : 1;
  }
}
