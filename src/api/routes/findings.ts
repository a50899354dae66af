import { z } from 'zod';
import type { ServiceStore } from '../../service/ports/store.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { listOf, pageFields, pageOver } from '../http/page.ts';
import { nothing } from '../http/parsed.ts';
import { json, notFound } from '../http/reply.ts';
import { stackField } from '../schema/common.ts';
import { DecisionView, DriftView, outcomeField } from '../schema/findings.ts';
import { namesOf } from '../stacks.ts';

export const DriftList = listOf(DriftView);
export const DecisionList = listOf(DecisionView);

type Deps = Pick<ApiDeps, 'settings' | 'store'>;
type Run = NonNullable<Awaited<ReturnType<ServiceStore['runs']['latest']>>>;

/** What the latest scan of each stack found, and what was decided. */
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
    params: nothing,
    query: z.strictObject({ ...pageFields, stack: stackField.optional() }),
    replies: { 200: { description: 'By stack and id', schema: DriftList } },
    refusals: [404],
    async handle({ tenant, query }) {
      const names = namesOf(settings, tenant, query.stack);
      if (names === undefined) return notFound('stack');
      const page = await pageOver(names, query, (stack) =>
        latest(tenant, stack, ({ report }) =>
          report.drifts.map((drift) => ({ key: drift.id, item: drift })),
        ),
      );
      return page.ok ? json(200, page.value) : page.error;
    },
  });
  const decisions = endpoint({
    method: 'get',
    path: '/api/v1/decisions',
    name: 'listDecisions',
    group: 'findings',
    summary: 'Decisions of the latest scans',
    access: { kind: 'token', scope: 'read' },
    params: nothing,
    query: z.strictObject({
      ...pageFields,
      stack: stackField.optional(),
      outcome: outcomeField.optional(),
    }),
    replies: { 200: { description: 'By stack, intent and drift', schema: DecisionList } },
    refusals: [404],
    async handle({ tenant, query }) {
      const names = namesOf(settings, tenant, query.stack);
      if (names === undefined) return notFound('stack');
      const { outcome } = query;
      const page = await pageOver(names, query, (stack) =>
        latest(tenant, stack, ({ report }) =>
          report.decisions
            .filter(({ verdict }) => outcome === undefined || verdict.outcome === outcome)
            .map((decision) => ({ key: `${decision.intent} ${decision.drift}`, item: decision })),
        ),
      );
      return page.ok ? json(200, page.value) : page.error;
    },
  });
  return [drifts, decisions];
}

interface Found {
  readonly key: string;
  readonly item: object;
}
