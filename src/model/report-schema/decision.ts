import { z } from 'zod';
import { actorClasses } from '../actor.ts';
import { outcomes } from '../decision.ts';
import { conflictKinds, weightComponents } from '../grounds.ts';
import { driftValue } from './drift.ts';
import { want } from './intent.ts';
import { driftId, intentId, json, path, share, text, time } from './terms.ts';

const outcome = z.enum(outcomes);

const weight = z.object({
  tier: text,
  priority: z.number(),
  authority: z.number(),
  specificity: z.number(),
  confidence: share,
  time: text,
  id: text,
});

const grounds = z.object({
  rules: z
    .array(
      z.object({
        rule: text,
        place: text.exactOptional(),
        outcome,
        weight,
        seen: z
          .array(
            z.object({ name: text, value: z.union([text, z.number(), z.boolean(), z.null()]) }),
          )
          .readonly(),
      }),
    )
    .readonly(),
  untested: z.array(z.object({ rule: text, why: text })).readonly(),
  contests: z
    .array(
      z.object({
        loser: text,
        weight,
        blame: z.array(z.object({ party: text, weight })).readonly(),
        decidedBy: z.enum(weightComponents).exactOptional(),
      }),
    )
    .readonly(),
  conflicts: z.array(z.object({ kind: z.enum(conflictKinds), because: text })).readonly(),
  concessions: z.array(text).readonly(),
  counterfactuals: z.array(z.object({ condition: text, outcome, rule: text })).readonly(),
});

const party = z.object({
  intent: intentId,
  name: text,
  class: z.enum(actorClasses),
  value: driftValue,
  want,
  declared: z.boolean(),
  live: z.boolean(),
  decides: z.boolean(),
  outcome,
  rule: text,
});

export const decision = z.object({
  intent: intentId,
  drift: driftId,
  address: text,
  path,
  verdict: z.object({
    outcome,
    rule: text,
    because: text,
    expires: time.exactOptional(),
    granted: time.exactOptional(),
    bounds: z
      .object({ min: z.number().exactOptional(), max: z.number().exactOptional() })
      .exactOptional(),
    value: json.exactOptional(),
  }),
  explanation: z.array(text).readonly(),
  code: z
    .object({ commit: text, author: text, time, first: z.boolean().exactOptional() })
    .exactOptional(),
  grounds: grounds.exactOptional(),
  parties: z.array(party).readonly().exactOptional(),
});
