import { proposedIn } from '../../../app/reconcile/proposed.ts';
import type { StackDrift } from '../../../ports/store/drift-log.ts';
import type { ProposedDrift } from '../../../reconcile/memory/proposed.ts';
import type { ApiDeps } from '../deps.ts';
import type { Endpoint } from '../endpoint.ts';
import { pageSchema } from '../http/page.ts';
import { storeLists } from '../lists.ts';
import { ClosedDriftView, OpenDriftView, OpenQuestionView } from '../schema/open-drifts.ts';

export const OpenDriftList = pageSchema(OpenDriftView);
export const ClosedDriftList = pageSchema(ClosedDriftView);
export const OpenQuestionList = pageSchema(OpenQuestionView);

type Deps = Pick<ApiDeps, 'settings' | 'store'>;

/**
 * Endpoints for drift that is open, however old its event is, for what closed the rest, and for
 * calls on managed resources whose effect is unknown.
 */
export function openDriftEndpoints({ settings, store }: Deps): readonly Endpoint[] {
  const open = storeLists(settings, {
    path: 'open-drifts',
    name: 'OpenDrifts',
    group: 'findings',
    summaries: { all: 'Drifts that are open', ofStack: 'Drifts of a stack that are open' },
    reply: { description: 'The newest first', schema: OpenDriftList },
    async read(of, page) {
      const { items, next } = await store.drifts.open(of, page);
      return { items: await withProposals(store, of.tenant, items), next };
    },
  });
  const closed = storeLists(settings, {
    path: 'closed-drifts',
    name: 'ClosedDrifts',
    group: 'findings',
    summaries: {
      all: 'Drifts that were closed, and what closed them',
      ofStack: 'Drifts of a stack that were closed, and what closed them',
    },
    reply: { description: 'The last closed first', schema: ClosedDriftList },
    async read(of, page) {
      const { items, next } = await store.drifts.closed(of, page);
      return {
        items: items.map(({ stack, run, drift }) => ({ stack, scan: run, ...drift })),
        next,
      };
    },
  });
  const questions = storeLists(settings, {
    path: 'open-questions',
    name: 'OpenQuestions',
    group: 'findings',
    summaries: {
      all: 'Calls whose effect is unknown',
      ofStack: 'Calls on a stack whose effect is unknown',
    },
    reply: { description: 'The newest first', schema: OpenQuestionList },
    async read(of, page) {
      const { items, next } = await store.drifts.questions(of, page);
      return { items: items.map(({ stack, question }) => ({ stack, ...question })), next };
    },
  });
  return [...open, ...closed, ...questions];
}

async function withProposals(store: Deps['store'], tenant: string, items: readonly StackDrift[]) {
  const proposedOf = await currentProposals(store, tenant, items);
  return items.map(({ stack, drift: { proposal: _, ...drift } }) => {
    const proposal = proposedOf(stack, drift.verdicts.at(-1)?.intent);
    return { stack, ...drift, ...(proposal === undefined ? {} : { proposal }) };
  });
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
