import { z } from 'zod';
import { proposalStates } from '../../../ports/forge/proposals.ts';
import type { KnownProposal } from '../../../ports/store/service-store.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { pageFields, pageSchema, storePage } from '../http/page.ts';
import { emptyParameters } from '../http/parsed.ts';
import { jsonReply, notFound } from '../http/reply.ts';
import { stackField } from '../schema/common.ts';
import { ProposalView } from '../schema/proposals.ts';
import { findStack } from '../stacks.ts';

export const ProposalList = pageSchema(ProposalView);

/** Endpoint for proposals on forges. */
export function proposalEndpoints({
  settings,
  store,
}: Pick<ApiDeps, 'settings' | 'store'>): readonly Endpoint[] {
  const list = endpoint({
    method: 'get',
    path: '/api/v1/proposals',
    name: 'listProposals',
    group: 'proposals',
    summary: 'Proposals on the forges',
    access: { kind: 'token', scope: 'read' },
    params: emptyParameters,
    query: z.strictObject({
      ...pageFields,
      stack: stackField.optional(),
      state: z.enum(proposalStates).optional(),
    }),
    replies: { 200: { description: 'The newest first', schema: ProposalList } },
    refusals: [404],
    async handle({ tenant, query }) {
      const { stack, state } = query;
      if (stack !== undefined && findStack(settings, tenant, stack) === undefined) {
        return notFound('stack');
      }
      const page = storePage(query);
      if (!page.ok) return page.error;
      const of = {
        tenant,
        ...(stack === undefined ? {} : { stack }),
        ...(state === undefined ? {} : { state }),
      };
      const { items, next } = await store.proposals.page(of, page.value);
      return jsonReply(200, { items: items.map(proposalReply), next });
    },
  });
  return [list];
}

/** A proposal as the API shows it, without its tenant. */
export function proposalReply({ tenant: _, run, ...proposal }: KnownProposal) {
  return { ...proposal, scan: run };
}
