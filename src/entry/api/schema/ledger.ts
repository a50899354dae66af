import { z } from 'zod';
import { actorClasses } from '../../../model/actor.ts';
import { jsonObject, jsonValue, path } from '../../../model/report-schema/terms.ts';

const manager = z.object({ id: z.string(), name: z.string(), class: z.enum(actorClasses) });

const value = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: jsonValue }),
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('redacted') }),
  z.object({ kind: z.literal('unknown'), why: z.string() }),
]);

const common = {
  id: z.string(),
  time: z.string(),
  address: z.string(),
  type: z.string(),
  manager,
  reason: z.string(),
  evidence: z.array(z.string()).readonly(),
};

/** One fact about who manages what. */
export const LedgerEntryView = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('update'),
    writes: z.array(z.object({ path, value })).readonly(),
  }),
  z.object({
    ...common,
    kind: z.literal('apply'),
    config: jsonObject,
    hidden: z.array(path).readonly(),
    mode: z.enum(['free', 'force']),
    before: z.literal(true).optional(),
  }),
  z.object({
    ...common,
    kind: z.literal('handover'),
    paths: z.array(path).readonly(),
    to: manager,
    bounds: z.object({ min: z.number().optional(), max: z.number().optional() }).optional(),
    expires: z.string().optional(),
  }),
]);
