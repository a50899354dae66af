import { z } from 'zod';
import { actorClasses } from '../actor.ts';
import { outcomes } from '../decision.ts';
import { conflictKinds, weightComponents } from '../grounds.ts';
import { driftValue } from './drift.ts';
import { want } from './intent.ts';
import {
  driftIdText,
  intentIdText,
  jsonValue,
  path,
  reportText,
  reportTime,
  share,
} from './terms.ts';

const outcome = z.enum(outcomes);

const weight = z.object({
  tier: reportText,
  priority: z.number(),
  authority: z.number(),
  specificity: z.number(),
  confidence: share,
  time: reportText,
  id: reportText,
});

const grounds = z.object({
  rules: z
    .array(
      z.object({
        rule: reportText,
        place: reportText.exactOptional(),
        outcome,
        weight,
        seen: z
          .array(
            z.object({
              name: reportText,
              value: z.union([reportText, z.number(), z.boolean(), z.null()]),
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
  untested: z.array(z.object({ rule: reportText, why: reportText })).readonly(),
  contests: z
    .array(
      z.object({
        loser: reportText,
        weight,
        blame: z.array(z.object({ party: reportText, weight })).readonly(),
        decidedBy: z.enum(weightComponents).exactOptional(),
      }),
    )
    .readonly(),
  conflicts: z.array(z.object({ kind: z.enum(conflictKinds), because: reportText })).readonly(),
  concessions: z.array(reportText).readonly(),
  counterfactuals: z
    .array(z.object({ condition: reportText, outcome, rule: reportText }))
    .readonly(),
});

const party = z.object({
  intent: intentIdText,
  name: reportText,
  class: z.enum(actorClasses),
  value: driftValue,
  want,
  declared: z.boolean(),
  live: z.boolean(),
  decides: z.boolean(),
  outcome,
  rule: reportText,
});

export const decision = z.object({
  intent: intentIdText,
  drift: driftIdText,
  address: reportText,
  path,
  verdict: z.object({
    outcome,
    rule: reportText,
    because: reportText,
    expires: reportTime.exactOptional(),
    granted: reportTime.exactOptional(),
    bounds: z
      .object({ min: z.number().exactOptional(), max: z.number().exactOptional() })
      .exactOptional(),
    value: jsonValue.exactOptional(),
  }),
  explanation: z.array(reportText).readonly(),
  code: z
    .object({
      commit: reportText,
      author: reportText,
      time: reportTime,
      first: z.boolean().exactOptional(),
    })
    .exactOptional(),
  grounds: grounds.exactOptional(),
  parties: z.array(party).readonly().exactOptional(),
});
