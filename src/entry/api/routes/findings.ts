import { z } from 'zod';
import { contentId } from '../../../model/id.ts';
import { purposes } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { isWeakening } from '../../../model/passed.ts';
import type { Report } from '../../../model/report.ts';
import type { Reverted } from '../../../model/reverted.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, type ReplySpec, readingEndpoint } from '../endpoint.ts';
import { type PlacedItem, pageSchema } from '../http/page.ts';
import { type StacksQuery, stacksFields, stacksReply } from '../lists.ts';
import { DecisionView, DriftView, outcomeField, RevertedView } from '../schema/findings.ts';

export const DriftList = pageSchema(DriftView);
export const RevertedList = pageSchema(RevertedView);
export const DecisionList = pageSchema(DecisionView);

type Deps = Pick<ApiDeps, 'settings' | 'store'>;

/** Endpoints for what the latest scan of each stack found and decided. */
export function findingEndpoints(deps: Deps): readonly Endpoint[] {
  const drifts = latestList(deps, {
    path: '/api/v1/drifts',
    name: 'listDrifts',
    summary: 'Drifts of the latest scans',
    query: z.strictObject(stacksFields),
    reply: { description: 'By stack and id', schema: DriftList },
    found: (report) => report.drifts.map((drift) => ({ key: drift.id, item: drift })),
  });
  const reverted = latestList(deps, {
    path: '/api/v1/reverted',
    name: 'listReverted',
    summary: 'Changes of the latest scans that did not last',
    query: z.strictObject({ ...stacksFields, purpose: z.enum(purposes).optional() }),
    reply: { description: 'By stack, weakenings first, then the newest', schema: RevertedList },
    found: (report, { purpose }) =>
      report.reverted
        .filter((each) => purpose === undefined || each.purpose === purpose)
        .map((each) => ({ key: keyOf(each), item: each })),
  });
  const decisions = latestList(deps, {
    path: '/api/v1/decisions',
    name: 'listDecisions',
    summary: 'Decisions of the latest scans',
    query: z.strictObject({ ...stacksFields, outcome: outcomeField.optional() }),
    reply: { description: 'By stack, intent and drift', schema: DecisionList },
    found: (report, { outcome }) =>
      report.decisions
        .filter(({ verdict }) => outcome === undefined || verdict.outcome === outcome)
        .map((decision) => ({ key: `${decision.intent} ${decision.drift}`, item: decision })),
  });
  return [drifts, reverted, decisions];
}

interface LatestList<Q> extends Pick<Endpoint, 'path' | 'name' | 'summary'> {
  readonly query: z.ZodType<Q>;
  readonly reply: ReplySpec;
  /** The items of a report, with the keys by which they are sorted. */
  readonly found: (report: Report, query: Q) => readonly PlacedItem<object>[];
}

/** A list of something that the latest scans have in their reports. */
function latestList<Q extends StacksQuery>(
  { settings, store }: Deps,
  { reply, found, ...spec }: LatestList<Q>,
): Endpoint {
  return readingEndpoint({
    ...spec,
    group: 'findings',
    replies: { 200: reply },
    refusals: [404],
    handle: ({ tenant, query }) =>
      stacksReply(settings, tenant, query, async (stack) => {
        const run = await store.runs.latest({ tenant, stack });
        if (run === undefined) return [];
        const all = found(run.report, query);
        return all.map(({ key, item }) => ({ key, item: { stack, scan: run.id, ...item } }));
      }),
  });
}

const latestTime = 9e15;

/** Sorts as in the report: weakenings first, then the newest. */
function keyOf(reverted: Reverted): string {
  const { address, path, evidence, window } = reverted;
  const age = String(latestTime - Date.parse(window.from)).padStart(16, '0');
  const id = contentId('r', [address, path, evidence] as unknown as Json);
  return `${isWeakening(reverted) ? 0 : 1} ${age} ${id}`;
}
