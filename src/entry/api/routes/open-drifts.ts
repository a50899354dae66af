import { z } from 'zod';
import { proposedIn } from '../../../app/reconcile/proposed.ts';
import type { StackDrift, StacksOf } from '../../../ports/store/drift-log.ts';
import type { ProposedDrift } from '../../../reconcile/memory/proposed.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { pageFields, pageSchema, storePage } from '../http/page.ts';
import { emptyParameters } from '../http/parsed.ts';
import { type ApiRefusal, jsonReply, notFound } from '../http/reply.ts';
import { stackField, stackParams } from '../schema/common.ts';
import { ClosedDriftView, OpenDriftView } from '../schema/open-drifts.ts';
import { findStack } from '../stacks.ts';

export const OpenDriftList = pageSchema(OpenDriftView);
export const ClosedDriftList = pageSchema(ClosedDriftView);

type Deps = Pick<ApiDeps, 'settings' | 'store'>;
type Query = Parameters<typeof storePage>[0];

/** Endpoints for drift that is open, however old its event is, and for what closed the rest. */
export function openDriftEndpoints(deps: Deps): readonly Endpoint[] {
  return [openOfTenant(deps), openOfStack(deps), closedOfTenant(deps), closedOfStack(deps)];
}

const access = { kind: 'token', scope: 'read' } as const;
const ofTenant = z.strictObject({ ...pageFields, stack: stackField.optional() });
const ofStack = z.strictObject(pageFields);
const openReplies = {
  200: { description: 'The newest first', schema: OpenDriftList },
};
const closedReplies = { 200: { description: 'The last closed first', schema: ClosedDriftList } };

function openOfTenant(deps: Deps): Endpoint {
  return endpoint({
    method: 'get',
    path: '/api/v1/open-drifts',
    name: 'listOpenDrifts',
    group: 'findings',
    summary: 'Drifts that are open',
    access,
    params: emptyParameters,
    query: ofTenant,
    replies: openReplies,
    refusals: [404],
    handle: ({ tenant, query }) => readOpen(deps, stacksIn(tenant, query.stack), query),
  });
}

function openOfStack(deps: Deps): Endpoint {
  return endpoint({
    method: 'get',
    path: '/api/v1/stacks/{stack}/open-drifts',
    name: 'listOpenDriftsOfStack',
    group: 'findings',
    summary: 'Drifts of a stack that are open',
    access,
    params: stackParams,
    query: ofStack,
    replies: openReplies,
    refusals: [404],
    handle: ({ tenant, params, query }) => readOpen(deps, { tenant, stack: params.stack }, query),
  });
}

function closedOfTenant(deps: Deps): Endpoint {
  return endpoint({
    method: 'get',
    path: '/api/v1/closed-drifts',
    name: 'listClosedDrifts',
    group: 'findings',
    summary: 'Drifts that were closed, and what closed them',
    access,
    params: emptyParameters,
    query: ofTenant,
    replies: closedReplies,
    refusals: [404],
    handle: ({ tenant, query }) => readClosed(deps, stacksIn(tenant, query.stack), query),
  });
}

function closedOfStack(deps: Deps): Endpoint {
  return endpoint({
    method: 'get',
    path: '/api/v1/stacks/{stack}/closed-drifts',
    name: 'listClosedDriftsOfStack',
    group: 'findings',
    summary: 'Drifts of a stack that were closed, and what closed them',
    access,
    params: stackParams,
    query: ofStack,
    replies: closedReplies,
    refusals: [404],
    handle: ({ tenant, params, query }) => readClosed(deps, { tenant, stack: params.stack }, query),
  });
}

async function readOpen({ settings, store }: Deps, of: StacksOf, query: Query) {
  const missing = missingStack(settings, of);
  if (missing !== undefined) return missing;
  const page = storePage(query);
  if (!page.ok) return page.error;
  const { items, next } = await store.drifts.open(of, page.value);
  const proposedOf = await currentProposals(store, of.tenant, items);
  const shown = items.map(({ stack, drift: { proposal: _, ...drift } }) => {
    const proposal = proposedOf(stack, drift.verdicts.at(-1)?.intent);
    return { stack, ...drift, ...(proposal === undefined ? {} : { proposal }) };
  });
  return jsonReply(200, { items: shown, next });
}

/** The current proposals, since a run has only those that were made before it. */
async function currentProposals(
  store: Deps['store'],
  tenant: string,
  items: readonly StackDrift[],
): Promise<(stack: string, intent: string | undefined) => ProposedDrift | undefined> {
  const byStack = new Map<string, ReturnType<typeof proposedIn>>();
  for (const stack of new Set(items.map(({ stack: name }) => name))) {
    byStack.set(stack, proposedIn(await store.proposals.list({ tenant, stack }, 'all')));
  }
  return (stack, intent) => (intent === undefined ? undefined : byStack.get(stack)?.(intent));
}

async function readClosed({ settings, store }: Deps, of: StacksOf, query: Query) {
  const missing = missingStack(settings, of);
  if (missing !== undefined) return missing;
  const page = storePage(query);
  if (!page.ok) return page.error;
  const { items, next } = await store.drifts.closed(of, page.value);
  const shown = items.map(({ stack, run, drift }) => ({ stack, scan: run, ...drift }));
  return jsonReply(200, { items: shown, next });
}

function stacksIn(tenant: string, stack: string | undefined): StacksOf {
  return stack === undefined ? { tenant } : { tenant, stack };
}

/** A refusal where a requested stack does not exist. */
export function missingStack(
  settings: Deps['settings'],
  { tenant, stack }: StacksOf,
): ApiRefusal | undefined {
  if (stack === undefined || findStack(settings, tenant, stack) !== undefined) return undefined;
  return notFound('stack');
}
