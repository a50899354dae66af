import { z } from 'zod';
import { contentId } from '../../../model/id.ts';
import { purposes } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { isWeakening } from '../../../model/passed.ts';
import type { Reverted } from '../../../model/reverted.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { pageFields, pageOver, pageSchema } from '../http/page.ts';
import { emptyParameters } from '../http/parsed.ts';
import { jsonReply, notFound } from '../http/reply.ts';
import { stackField } from '../schema/common.ts';
import { DecisionView, DriftView, outcomeField, RevertedView } from '../schema/findings.ts';
import { stackNamesOf } from '../stacks.ts';

export const DriftList = pageSchema(DriftView);
export const RevertedList = pageSchema(RevertedView);
export const DecisionList = pageSchema(DecisionView);

type Deps = Pick<ApiDeps, 'settings' | 'store'>;
type Run = NonNullable<Awaited<ReturnType<ServiceStore['runs']['latest']>>>;

/** Endpoints for what the latest scan of each stack found and decided. */
export function findingEndpoints({ settings, store }: Deps): readonly Endpoint[] {
  const latest = async (tenant: string, stack: string, found: (run: Run) => readonly Found[]) => {
    const run = await store.runs.latest({ tenant, stack });
    if (run === undefined) return [];
    return found(run).map(({ key, item }) => ({ key, item: { stack, scan: run.id, ...item } }));
  };
  const drifts = endpoint({
    method: 'get',
    path: '/api/v1/drifts',
    name: 'listDrifts',
    group: 'findings',
    summary: 'Drifts of the latest scans',
    access: { kind: 'token', scope: 'read' },
    params: emptyParameters,
    query: z.strictObject({ ...pageFields, stack: stackField.optional() }),
    replies: { 200: { description: 'By stack and id', schema: DriftList } },
    refusals: [404],
    async handle({ tenant, query }) {
      const names = stackNamesOf(settings, tenant, query.stack);
      if (names === undefined) return notFound('stack');
      const page = await pageOver(names, query, (stack) =>
        latest(tenant, stack, ({ report }) =>
          report.drifts.map((drift) => ({ key: drift.id, item: drift })),
        ),
      );
      return page.ok ? jsonReply(200, page.value) : page.error;
    },
  });
  const reverted = endpoint({
    method: 'get',
    path: '/api/v1/reverted',
    name: 'listReverted',
    group: 'findings',
    summary: 'Changes of the latest scans that did not last',
    access: { kind: 'token', scope: 'read' },
    params: emptyParameters,
    query: z.strictObject({
      ...pageFields,
      stack: stackField.optional(),
      purpose: z.enum(purposes).optional(),
    }),
    replies: {
      200: {
        description: 'By stack, weakenings first, then the newest',
        schema: RevertedList,
      },
    },
    refusals: [404],
    async handle({ tenant, query }) {
      const names = stackNamesOf(settings, tenant, query.stack);
      if (names === undefined) return notFound('stack');
      const { purpose } = query;
      const page = await pageOver(names, query, (stack) =>
        latest(tenant, stack, ({ report }) =>
          report.reverted
            .filter((each) => purpose === undefined || each.purpose === purpose)
            .map((each) => ({ key: keyOf(each), item: each })),
        ),
      );
      return page.ok ? jsonReply(200, page.value) : page.error;
    },
  });
  const decisions = endpoint({
    method: 'get',
    path: '/api/v1/decisions',
    name: 'listDecisions',
    group: 'findings',
    summary: 'Decisions of the latest scans',
    access: { kind: 'token', scope: 'read' },
    params: emptyParameters,
    query: z.strictObject({
      ...pageFields,
      stack: stackField.optional(),
      outcome: outcomeField.optional(),
    }),
    replies: { 200: { description: 'By stack, intent and drift', schema: DecisionList } },
    refusals: [404],
    async handle({ tenant, query }) {
      const names = stackNamesOf(settings, tenant, query.stack);
      if (names === undefined) return notFound('stack');
      const { outcome } = query;
      const page = await pageOver(names, query, (stack) =>
        latest(tenant, stack, ({ report }) =>
          report.decisions
            .filter(({ verdict }) => outcome === undefined || verdict.outcome === outcome)
            .map((decision) => ({ key: `${decision.intent} ${decision.drift}`, item: decision })),
        ),
      );
      return page.ok ? jsonReply(200, page.value) : page.error;
    },
  });
  return [drifts, reverted, decisions];
}

const latestTime = 9e15;

/** Sorts as in the report: weakenings first, then the newest. */
function keyOf(reverted: Reverted): string {
  const { address, path, evidence, window } = reverted;
  const age = String(latestTime - Date.parse(window.from)).padStart(16, '0');
  const id = contentId('r', [address, path, evidence] as unknown as Json);
  return `${isWeakening(reverted) ? 0 : 1} ${age} ${id}`;
}

interface Found {
  readonly key: string;
  readonly item: object;
}
