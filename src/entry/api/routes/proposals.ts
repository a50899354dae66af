import { z } from 'zod';
import { proposalStates } from '../../../ports/forge/proposals.ts';
import type { KnownProposal } from '../../../ports/store/service-store.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, readingEndpoint } from '../endpoint.ts';
import { pageSchema } from '../http/page.ts';
import { stacksFields, storeReply } from '../lists.ts';
import { ProposalView } from '../schema/proposals.ts';

export const ProposalList = pageSchema(ProposalView);

/** Endpoint for proposals on forges. */
export function proposalEndpoints({
  settings,
  store,
}: Pick<ApiDeps, 'settings' | 'store'>): readonly Endpoint[] {
  const list = readingEndpoint({
    path: '/api/v1/proposals',
    name: 'listProposals',
    group: 'proposals',
    summary: 'Proposals on the forges',
    query: z.strictObject({ ...stacksFields, state: z.enum(proposalStates).optional() }),
    replies: { 200: { description: 'The newest first', schema: ProposalList } },
    refusals: [404],
    handle: ({ tenant, query }) =>
      storeReply(settings, tenant, query, async (of, page) => {
        const state = query.state === undefined ? {} : { state: query.state };
        const { items, next } = await store.proposals.page({ ...of, ...state }, page);
        return { items: items.map(proposalReply), next };
      }),
  });
  return [list];
}

/** A proposal as the API shows it, without its tenant. */
export function proposalReply({ tenant: _, run, ...proposal }: KnownProposal) {
  return { ...proposal, scan: run };
}
