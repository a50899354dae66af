import { z } from 'zod';
import { unadoptedRules } from '../drift.ts';
import { harmDimensions } from '../harm.ts';
import { driftId, ids, json, jsonObject, path, text, time } from './terms.ts';

export const driftValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: json }),
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('redacted') }),
  z.object({ kind: z.literal('unknown'), why: text }),
]);

export const writes = z.array(z.object({ event: text, time, value: driftValue })).readonly();

export const creation = z.object({
  attributes: jsonObject,
  withheld: ids.exactOptional(),
  importId: text,
  parent: text.exactOptional(),
  unadopted: z.object({ rule: z.enum(unadoptedRules), because: text }).exactOptional(),
});

const harms = z
  .array(
    z.object({
      dimension: z.enum(harmDimensions),
      severity: z.literal([1, 2, 3, 4, 5]),
      direction: z.enum(['weakens', 'strengthens']),
      doubt: z.enum(['either-way', 'cannot-tell']).exactOptional(),
      because: text,
      field: text,
    }),
  )
  .readonly();

const cost = z.object({
  direction: z.enum(['higher', 'lower']),
  factor: z.number().exactOptional(),
  monthly: z.object({ amount: z.number(), currency: text }).exactOptional(),
  because: text,
});

export const drift = z.object({
  id: driftId,
  address: text,
  type: text,
  path,
  declared: driftValue,
  declaredFrom: z.enum(['code', 'state']),
  live: driftValue,
  unapplied: json.exactOptional(),
  evidence: ids,
  basis: z.enum(['inferred', 'confirmed']),
  depth: z.enum(['derived', 'touched']).exactOptional(),
  said: driftValue.exactOptional(),
  credential: text.exactOptional(),
  undeclared: z.boolean().exactOptional(),
  writes: writes.exactOptional(),
  harm: harms.exactOptional(),
  cost: cost.exactOptional(),
  creation: creation.exactOptional(),
});

export const pending = z.object({ drift, firstSeen: time, until: time, kept: z.boolean() });
