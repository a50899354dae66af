import { z } from 'zod';
import { actorClasses } from '../actor.ts';
import { purposes } from '../intent.ts';
import { driftValue } from './drift.ts';
import { driftId, ids, intentId, json, share, text, time, window } from './terms.ts';

export const actor = z.object({
  class: z.enum(actorClasses),
  principal: text,
  name: text,
  session: text.exactOptional(),
  via: text.exactOptional(),
  signature: text,
  evidence: z.enum(['trusted', 'claimed']),
});

const purpose = z.enum(purposes);

export const want = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('eq'), value: json }),
  z.object({
    kind: z.literal('range'),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
    prefer: z.number().exactOptional(),
  }),
  z.object({
    kind: z.literal('oneOf'),
    values: z.array(json).readonly(),
    prefer: json.exactOptional(),
  }),
  z.object({ kind: z.literal('contains'), elements: z.array(json).readonly() }),
  z.object({ kind: z.literal('excludes'), elements: z.array(json).readonly() }),
  z.object({ kind: z.literal('present') }),
  z.object({ kind: z.literal('absent') }),
]);

export const intent = z.object({
  id: intentId,
  actor,
  summary: text,
  purpose,
  confidence: share,
  rule: text,
  drifts: z.array(driftId).readonly(),
  wants: z.array(z.object({ drift: driftId, want })).readonly(),
  window,
  ticket: text.exactOptional(),
  parts: z
    .array(
      z.object({
        drifts: z.array(driftId).readonly(),
        summary: text,
        purpose,
        confidence: share,
        rule: text,
        together: z.boolean(),
      }),
    )
    .readonly()
    .exactOptional(),
  supersedes: z
    .array(z.object({ drift: driftId, actor, events: ids }))
    .readonly()
    .exactOptional(),
  overtaken: z
    .array(z.object({ drift: driftId, value: driftValue }))
    .readonly()
    .exactOptional(),
  declared: z.boolean().exactOptional(),
  relaxations: z
    .array(z.object({ drift: driftId, want }))
    .readonly()
    .exactOptional(),
  announced: text.exactOptional(),
  expires: time.exactOptional(),
  reading: z
    .object({
      summary: text,
      purpose,
      confidence: share,
      evidence: ids,
      model: text,
      prompt: text,
    })
    .exactOptional(),
});
