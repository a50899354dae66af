import { z } from 'zod';
import { actorClasses } from '../../model/actor.ts';

/** What became of a proposal, or of a verdict that somebody was shown. */
export const reviews = ['merged', 'edited', 'closed', 'reverted', 'wrong'] as const;
export type Review = (typeof reviews)[number];

/** An outcome of a review, with all that counting needs: the log stands by itself. */
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
  /** Empty when it is unknown. */
  environment: z.string(),
  incident: z.enum(['none', 'open', 'over']),
  night: z.boolean(),
  /** Who acted, as the log vouches for it: the principal without the session, and the name. */
  actor: z.strictObject({ principal: z.string(), name: z.string() }).exactOptional(),
  /** What it was about: Terraform type and field, each once. */
  parts: z
    .array(z.strictObject({ type: z.string(), field: z.string() }))
    .max(50)
    .exactOptional(),
  /** The worst that it did, or may have done; 0 to 5. */
  harm: z.int().min(0).max(5).exactOptional(),
  note: z.string().max(500).optional(),
});

export type Feedback = z.output<typeof Feedback>;

/** Hours of the night, in UTC: from the first, up to the second. */
const night = { from: 22, to: 6 };

export function isNight(time: string): boolean {
  const hour = new Date(time).getUTCHours();
  return hour >= night.from || hour < night.to;
}

const grants: ReadonlySet<string> = new Set(['accept', 'delegate', 'compromise']);

/**
 * How much a review says that such changes belong in the code (1) or not (0). What was merged
 * after edits says both; `wrong` says the opposite of the verdict.
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
