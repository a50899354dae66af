import { z } from 'zod';
import { actorClasses } from '../../../model/actor.ts';
import { jsonObject, jsonValue, path } from '../../../model/report-schema/terms.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, readingEndpoint } from '../endpoint.ts';
import { pageFields, pageReply, pageSchema } from '../http/page.ts';
import { notFound } from '../http/reply.ts';
import { stackField } from '../schema/common.ts';
import { findStack } from '../stacks.ts';

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

export const LedgerList = pageSchema(LedgerEntryView);

/** Endpoint for who manages what. */
export function ledgerEndpoints({
  settings,
  store,
}: Pick<ApiDeps, 'settings' | 'store'>): readonly Endpoint[] {
  const list = readingEndpoint({
    path: '/api/v1/ledger',
    name: 'listLedger',
    group: 'ledger',
    summary: 'Who wrote, declared and delegated what at an address',
    query: z.strictObject({
      ...pageFields,
      stack: stackField,
      address: z.string().min(1).max(1024).meta({
        description: 'Of a resource, or of a module and everything in it',
        example: 'module.web.aws_autoscaling_group.this',
      }),
    }),
    replies: { 200: { description: 'The oldest first', schema: LedgerList } },
    refusals: [404],
    async handle({ tenant, query }) {
      const { stack, address } = query;
      if (findStack(settings, tenant, stack) === undefined) return notFound('stack');
      return pageReply([stack], query, async () => {
        const entries = await store.project({ tenant, stack }).ledger(address);
        // New entries come last, so the position of an entry stays the same between pages.
        return entries.map((item, index) => ({ key: String(index).padStart(9, '0'), item }));
      });
    },
  });
  return [list];
}
