import { z } from 'zod';
import { hexDigest } from '../../../model/digest.ts';
import { canonicalJson, type Json } from '../../../model/json.ts';
import { path } from '../../../model/report-schema/terms.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, readingEndpoint } from '../endpoint.ts';
import { pageSchema } from '../http/page.ts';
import { stacksFields, storeReply } from '../lists.ts';
import { timeField } from '../schema/common.ts';
import { outcomeField } from '../schema/findings.ts';

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const DecisionRecordView = z.object({
  stack: z.string(),
  scan: z.string(),
  startedAt: timeField,
  revision: z.string().optional().meta({ description: 'Commit of the code' }),
  policy: z.object({
    name: z.string(),
    external: z.object({ name: z.string(), digest: z.string().optional() }).optional(),
  }),
  input: digest.optional().meta({ description: 'Of everything that the verdicts rest on' }),
  verdicts: z
    .array(
      z.object({
        intent: z.string(),
        drift: z.string(),
        address: z.string(),
        path,
        outcome: outcomeField,
        rule: z.string(),
        because: z.string(),
        explanation: z.array(z.string()).readonly(),
        patch: digest.optional().meta({ description: 'Of the edits that follow from the verdict' }),
      }),
    )
    .readonly(),
});

export const DecisionRecordList = pageSchema(DecisionRecordView);

/** Each record needs the complete report of a scan. */
const max = 20;

type Run = NonNullable<Awaited<ReturnType<ServiceStore['runs']['get']>>>;

/** Endpoints for the decisions of each scan, with digests of their inputs and results. */
export function decisionRecordEndpoints({
  settings,
  store,
}: Pick<ApiDeps, 'settings' | 'store'>): readonly Endpoint[] {
  const list = readingEndpoint({
    path: '/api/v1/decision-records',
    name: 'listDecisionRecords',
    group: 'findings',
    summary: 'Decision records of scans',
    description: `A record says what was decided and why, with digests of the input and of the patches. Records are not chained or signed. At most ${max} are in one part.`,
    query: z.strictObject(stacksFields),
    replies: { 200: { description: 'The newest first', schema: DecisionRecordList } },
    refusals: [404],
    handle({ tenant, query }) {
      const part = { ...query, limit: Math.min(query.limit ?? max, max) };
      return storeReply(settings, tenant, part, async (of, page) => {
        const { items, next } = await store.runs.list(of, page);
        const runs = await Promise.all(
          items.map((head) => store.runs.get({ tenant, stack: head.stack }, head.id)),
        );
        return { items: runs.flatMap((run) => (run === undefined ? [] : [recordOf(run)])), next };
      });
    },
  });
  return [list];
}

function recordOf({ id, stack, startedAt, revision, report, record }: Run) {
  const { policy, externalPolicy, decisions, patches } = report;
  const digests = new Map(
    patches.map(({ intent, files }) => [intent, digestOf(files as unknown as Json)]),
  );
  return {
    stack,
    scan: id,
    startedAt,
    revision,
    policy: { name: policy, external: externalPolicy },
    input: record === undefined ? undefined : digestOf(record as unknown as Json),
    verdicts: decisions.map(({ intent, drift, address, path: at, verdict, explanation }) => ({
      intent,
      drift,
      address,
      path: at,
      outcome: verdict.outcome,
      rule: verdict.rule,
      because: verdict.because,
      explanation,
      patch: digests.get(intent),
    })),
  };
}

function digestOf(value: Json): string {
  return `sha256:${hexDigest(canonicalJson(value))}`;
}
