import { z } from 'zod';
import { unadoptedRules } from '../drift.ts';
import { harmDimensions } from '../harm.ts';
import { driftIdText, ids, jsonObject, jsonValue, path, reportText, reportTime } from './terms.ts';

export const driftValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: jsonValue }),
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('redacted') }),
  z.object({ kind: z.literal('unknown'), why: reportText }),
]);

export const writes = z
  .array(z.object({ event: reportText, time: reportTime, value: driftValue }))
  .readonly();

export const creationSchema = z.object({
  attributes: jsonObject,
  withheld: ids.exactOptional(),
  importId: reportText,
  parent: reportText.exactOptional(),
  unadopted: z.object({ rule: z.enum(unadoptedRules), because: reportText }).exactOptional(),
});

const harms = z
  .array(
    z.object({
      dimension: z.enum(harmDimensions),
      severity: z.literal([1, 2, 3, 4, 5]),
      direction: z.enum(['weakens', 'strengthens']),
      doubt: z.enum(['either-way', 'cannot-tell']).exactOptional(),
      because: reportText,
      field: reportText,
    }),
  )
  .readonly();

const cost = z.object({
  direction: z.enum(['higher', 'lower']),
  factor: z.number().exactOptional(),
  monthly: z.object({ amount: z.number(), currency: reportText }).exactOptional(),
  because: reportText,
});

export const drift = z.object({
  id: driftIdText,
  address: reportText,
  type: reportText,
  path,
  declared: driftValue,
  declaredFrom: z.enum(['code', 'state']),
  live: driftValue,
  unapplied: jsonValue.exactOptional(),
  evidence: ids,
  basis: z.enum(['inferred', 'confirmed']),
  coverage: z.enum(['derived', 'touched']).exactOptional(),
  loggedValue: driftValue.exactOptional(),
  credential: reportText.exactOptional(),
  undeclared: z.boolean().exactOptional(),
  writes: writes.exactOptional(),
  harm: harms.exactOptional(),
  cost: cost.exactOptional(),
  creation: creationSchema.exactOptional(),
});

export const pending = z.object({
  drift,
  firstSeen: reportTime,
  until: reportTime,
  kept: z.boolean(),
});
