import { z } from 'zod';
import { outcomes } from '../../model/decision.ts';
import { harmDimensions } from '../../model/harm.ts';
import type { JsonObject } from '../../model/json.ts';
import { guardOutcomes } from './types.ts';

const outcome = z.enum(guardOutcomes);

const harm = z.strictObject({
  dimension: z.enum(harmDimensions),
  severity: z.literal([1, 2, 3, 4, 5]),
  direction: z.enum(['weakens', 'strengthens']),
  doubt: z.enum(['either-way', 'cannot-tell']).exactOptional(),
  because: z.string(),
});

const change = z.strictObject({
  address: z.string(),
  path: z.string(),
  outcome,
  putsBack: z.boolean(),
  inBase: z.boolean().exactOptional(),
  harm: z.array(harm).readonly(),
  intent: z
    .strictObject({
      kind: z.enum(['drift', 'delegation', 'declaration']),
      id: z.string().exactOptional(),
      who: z.string(),
      since: z.string().exactOptional(),
      until: z.string().exactOptional(),
      why: z.string().exactOptional(),
      proposal: z.string().exactOptional(),
    })
    .exactOptional(),
  verdict: z
    .strictObject({
      outcome: z.enum(outcomes),
      rule: z.string(),
      because: z.string().exactOptional(),
      expires: z.string().exactOptional(),
    })
    .exactOptional(),
  approval: z.strictObject({ by: z.string(), ticket: z.string() }).exactOptional(),
  because: z.string(),
  place: z.strictObject({ file: z.string(), line: z.int().min(1) }).exactOptional(),
});

/** The output of `parley guard --json`. Members may be added to version 1. */
export const GuardV1 = z.strictObject({
  schema: z.literal('parley/guard/v1'),
  outcome,
  plan: z.strictObject({
    terraformVersion: z.string(),
    createdAt: z.string().exactOptional(),
    changes: z.int().min(0),
  }),
  known: z.strictObject({
    store: z.boolean(),
    openDrifts: z.int().min(0),
    delegations: z.int().min(0),
    declarations: z.int().min(0),
  }),
  notes: z
    .array(
      z.strictObject({
        kind: z.enum(['errored', 'incomplete', 'stale', 'unseen']),
        outcome,
        address: z.string().exactOptional(),
        path: z.string().exactOptional(),
        because: z.string(),
      }),
    )
    .readonly(),
  changes: z.array(change).readonly(),
});

/** JSON Schema of `GuardV1`, for consumers of the report. */
export function guardSchema(): JsonObject {
  const schema = z.toJSONSchema(GuardV1, { io: 'output', unrepresentable: 'any' });
  return { ...(schema as JsonObject), title: 'What parley guard says of a plan' };
}
