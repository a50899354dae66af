import { z } from 'zod';
import { jobId } from '../../../adapters/queue/job-id.ts';
import { shiftTime } from '../../../model/instant.ts';
import { ReportV1 } from '../../../model/report.ts';
import { type Jobs, jobDefinitions } from '../../../ports/jobs.ts';
import { claimKeys } from '../../../ports/store/state/keys.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint, readingEndpoint } from '../endpoint.ts';
import { flushOutboxSoon } from '../http/flush-outbox.ts';
import { idempotencyDigest, idempotencyHeader, keyLife, reusedKey } from '../http/idempotency.ts';
import { pageSchema } from '../http/page.ts';
import { jsonReply, notFound } from '../http/reply.ts';
import { storeLists } from '../lists.ts';
import { stackParams, timeField } from '../schema/common.ts';
import { ScanView } from '../schema/stacks.ts';
import { findStack, scanSummary, stackKeyOf } from '../stacks.ts';

export const ScanList = pageSchema(ScanView);

export const ScanDetailView = ScanView.extend({ report: ReportV1 });

export const JobView = z.object({
  job: z.string().meta({ description: 'Id in the queue `reconcile`' }),
  stack: z.string(),
  until: timeField.meta({ description: 'Records received up to then are included' }),
});

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'jobs' | 'runtime'>;

/** Endpoints for past runs, and for requesting one. */
export function scanEndpoints(deps: Deps): readonly Endpoint[] {
  const { settings, store } = deps;
  const lists = storeLists(settings, {
    path: 'scans',
    name: 'Scans',
    group: 'scans',
    summaries: { all: 'Scans of all stacks, or of one', ofStack: 'Scans of a stack' },
    reply: { description: 'The newest first', schema: ScanList },
    async read(of, page) {
      const { items, next } = await store.runs.list(of, page);
      return { items: items.map(scanSummary), next };
    },
  });
  return [...lists, detailEndpoint(deps), startEndpoint(deps)];
}

function detailEndpoint({ settings, store }: Deps): Endpoint {
  return readingEndpoint({
    path: '/api/v1/stacks/{stack}/scans/{scan}',
    name: 'getScan',
    group: 'scans',
    summary: 'A scan with its report',
    params: stackParams.extend({ scan: z.string().min(1).max(100) }),
    headers: [{ name: 'if-none-match', description: 'The `etag` of an earlier answer' }],
    replies: {
      200: {
        description: 'The scan; it never changes',
        schema: ScanDetailView,
        headers: { etag: 'For `if-none-match`' },
      },
      304: { description: 'The same as before', headers: { etag: 'For `if-none-match`' } },
    },
    refusals: [404],
    async handle({ tenant, params, headers }) {
      const stack = findStack(settings, tenant, params.stack);
      const isId = /^[\w-]+$/.test(params.scan);
      const run = stack && isId ? await store.runs.get(stackKeyOf(stack), params.scan) : undefined;
      if (run === undefined) return notFound('scan');
      const etag = `"${run.id}"`;
      const cache = { etag, 'cache-control': 'private, no-cache' };
      if (matches(headers['if-none-match'], etag)) {
        return { kind: 'empty', status: 304, headers: cache };
      }
      return jsonReply(200, { ...scanSummary(run), report: run.report }, cache);
    },
  });
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const known = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

function startEndpoint(deps: Deps): Endpoint {
  const { settings, store } = deps;
  const { now } = deps.runtime;
  return endpoint({
    method: 'post',
    path: '/api/v1/stacks/{stack}/scans',
    name: 'startScan',
    group: 'scans',
    summary: 'Asks for a scan',
    description:
      'With an `Idempotency-Key`, the same call within a day is one scan, however often it is made.',
    access: { kind: 'token', scope: 'write' },
    params: stackParams,
    headers: [idempotencyHeader],
    replies: { 202: { description: 'It is queued', schema: JobView } },
    refusals: [404, 422],
    async handle({ tenant, params, headers, caller }) {
      const stack = findStack(settings, tenant, params.stack);
      if (stack === undefined) return notFound('stack');
      const key = idempotencyDigest(headers, caller);
      if (!key.ok) return key.error;
      if (key.value === undefined) return started(deps, jobOf(tenant, stack.name, now()));
      const claim = claimKeys.scanCall(key.value);
      const value = { stack: stack.name, until: now(), added: false };
      const until = shiftTime(value.until, keyLife);
      await store.claims.take(tenant, claim, { value, until });
      const begun = (await store.claims.get(tenant, claim))?.value ?? value;
      if (begun.stack !== stack.name) return reusedKey('scan that you want');
      const job = jobOf(tenant, begun.stack, begun.until);
      if (begun.added) return accepted(job);
      const reply = await started(deps, job);
      await store.claims.put(tenant, claim, { value: { ...begun, added: true }, until });
      return reply;
    },
  });
}

type Reconcile = Jobs['reconcile'] & { readonly until: string };

function jobOf(tenant: string, stack: string, until: string): Reconcile {
  return { tenant, stack, cause: 'person', until };
}

async function started(deps: Deps, job: Reconcile) {
  await deps.store.outbox.put([{ queue: 'reconcile', job }]);
  flushOutboxSoon(deps);
  return accepted(job);
}

function accepted(job: Reconcile) {
  const { stack, until } = job;
  const id = jobId('reconcile', jobDefinitions.reconcile.key(job));
  const location = `/api/v1/stacks/${encodeURIComponent(stack)}/scans`;
  return jsonReply(202, { job: id, stack, until }, { location });
}
