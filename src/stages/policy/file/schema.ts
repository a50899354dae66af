import { z } from 'zod';
import { ActorSignatures } from '../../../evidence/actor/schema.ts';
import { actorClasses } from '../../../model/actor.ts';
import { outcomes } from '../../../model/decision.ts';

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Use lower-case letters, digits and dashes');

const outcome = z.enum(outcomes);

const Lapse = z.union([
  z.enum(['hold', 'freeze', 'term']),
  z.strictObject({ hours: z.number().positive() }),
  z.strictObject({ at: z.iso.datetime({ offset: true }) }),
]);

const consequence = {
  /** A sentence in which placeholders such as `{actor}` and `{change}` are filled in. */
  because: z.string().min(1).max(500).optional(),
  expires: Lapse.optional(),
  bounded: z.boolean().optional(),
  requires: z.array(z.enum(['ticket', 'declaration'])).optional(),
};

const PolicyRule = z.strictObject({
  id,
  description: z.string().max(300).default(''),
  tier: id,
  priority: z.number().min(0).max(100).default(50),
  /** A condition in CEL; without it the rule always matches. */
  when: z.string().optional(),
  verdict: outcome,
  ...consequence,
});

const Fallback = z.strictObject({ tier: id.default('rest'), verdict: outcome, ...consequence });

/** The schema of `parley.policy.yaml`. Unknown keys are errors. */
export const PolicyFile = z.strictObject({
  apiVersion: z.literal('parley/v1', 'Use apiVersion: parley/v1'),
  name: z.string().min(1).max(60).optional(),
  description: z.string().max(300).optional(),
  /** A built-in policy whose rules and settings this one extends. */
  extends: z.enum(['default', 'accept-all', 'observe']).optional(),
  /** Rules that identify actors, which precede those in parley.yaml and the built-in ones. */
  actors: ActorSignatures.default([]),
  /** Ids of rules of the extended policy that do not apply here. */
  without: z.array(id).default([]),
  /** Strongest first. */
  tiers: z.array(id).nonempty().optional(),
  code: z.strictObject({ tier: id, priority: z.number().min(0).max(100) }).optional(),
  authority: z.partialRecord(z.enum(actorClasses), z.number().min(0).max(100)).optional(),
  rules: z.array(PolicyRule).default([]),
  fallback: Fallback.optional(),
  invariants: z.boolean().optional(),
  groups: z.boolean().optional(),
  /** Whether all parties that acted on a field count, or only the one that set the live value. */
  parties: z.boolean().optional(),
  contention: z
    .strictObject({ turns: z.int().min(2), withinHours: z.number().positive() })
    .optional(),
  non_production: z.array(z.string().min(1)).optional(),
  hold_hours: z.number().min(0).optional(),
  grace_hours: z.number().min(0).optional(),
  delegation_days: z.number().positive().optional(),
  max_defer_days: z.number().positive().optional(),
  /** Scenarios for `parley policy test`. */
  tests: z.array(z.unknown()).default([]),
});

export type PolicyFile = z.output<typeof PolicyFile>;
export type PolicyRule = z.output<typeof PolicyRule>;
