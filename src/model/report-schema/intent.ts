import { z } from 'zod';
import { actorClasses } from '../actor.ts';
import { purposes } from '../intent.ts';
import { driftValue } from './drift.ts';
import {
  driftIdText,
  ids,
  intentIdText,
  jsonValue,
  reportText,
  reportTime,
  share,
  window,
} from './terms.ts';

export const actor = z.object({
  class: z.enum(actorClasses),
  principal: reportText,
  name: reportText,
  session: reportText.exactOptional(),
  via: reportText.exactOptional(),
  signature: reportText,
  evidence: z.enum(['trusted', 'claimed']),
});

const purpose = z.enum(purposes);

export const want = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('eq'), value: jsonValue }),
  z.object({
    kind: z.literal('range'),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
    prefer: z.number().exactOptional(),
  }),
  z.object({
    kind: z.literal('oneOf'),
    values: z.array(jsonValue).readonly(),
    prefer: jsonValue.exactOptional(),
  }),
  z.object({ kind: z.literal('contains'), elements: z.array(jsonValue).readonly() }),
  z.object({ kind: z.literal('excludes'), elements: z.array(jsonValue).readonly() }),
  z.object({ kind: z.literal('present') }),
  z.object({ kind: z.literal('absent') }),
]);

export const intent = z.object({
  id: intentIdText,
  actor,
  summary: reportText,
  purpose,
  confidence: share,
  rule: reportText,
  drifts: z.array(driftIdText).readonly(),
  wants: z.array(z.object({ drift: driftIdText, want })).readonly(),
  window,
  ticket: reportText.exactOptional(),
  parts: z
    .array(
      z.object({
        drifts: z.array(driftIdText).readonly(),
        summary: reportText,
        subject: z.object({ noun: reportText, name: reportText }).exactOptional(),
        purpose,
        confidence: share,
        rule: reportText,
        together: z.boolean(),
      }),
    )
    .readonly()
    .exactOptional(),
  supersedes: z
    .array(z.object({ drift: driftIdText, actor, events: ids }))
    .readonly()
    .exactOptional(),
  overtaken: z
    .array(z.object({ drift: driftIdText, value: driftValue }))
    .readonly()
    .exactOptional(),
  declared: z.boolean().exactOptional(),
  relaxations: z
    .array(z.object({ drift: driftIdText, want }))
    .readonly()
    .exactOptional(),
  announced: reportText.exactOptional(),
  expires: reportTime.exactOptional(),
  reading: z
    .object({
      summary: reportText,
      purpose,
      confidence: share,
      evidence: ids,
      model: reportText,
      prompt: reportText,
    })
    .exactOptional(),
});
