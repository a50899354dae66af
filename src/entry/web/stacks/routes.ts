import { z } from 'zod';
import { lastFailure } from '../../../app/reconcile/failure.ts';
import { modelUse } from '../../../app/reconcile/model-use.ts';
import { lastUnknown } from '../../../app/reconcile/unknown-operations.ts';
import { ok } from '../../../model/result.ts';
import { compareText } from '../../../model/text.ts';
import { jobDefinitions, type QueueName, queueNames } from '../../../ports/jobs.ts';
import { lastSeenKeys } from '../../../ports/store/state/keys.ts';
import { readDeadJobs, removeDeadJob, retryDeadJob } from '../../api/dead-jobs.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { tenantStacks } from '../../api/stacks.ts';
import { notFoundPage, shownVisitor, showPage, type WebContext, type WebGate } from '../gate.ts';
import { liveFrom } from '../live/page.ts';
import { may } from '../may.ts';
import type { Visitor } from '../session.ts';
import { callsPage } from './calls-page.ts';
import {
  type HealthPageView,
  healthPage,
  type ShownDeadJob,
  type SourceHealth,
  type StackHealth,
} from './page.ts';

const path = '/ui/stacks';

/** Adds the page on the health of the service and its stacks, and on dead jobs. */
export function addStacks(gate: WebGate, deps: ApiDeps): void {
  gate.page(path, async (c, visitor) => {
    const { tenant } = visitor.caller;
    const names = tenantStacks(deps.settings, tenant).map(({ name }) => name);
    // Queues and the progress of sources change without a scan, so the page is also refreshed
    // regularly.
    const live = { ...(await liveFrom(deps.store, tenant, names, 'all')), every: 20 };
    const notice = noticeTexts[c.req.query('notice') ?? ''];
    const view = {
      ...(await healthOf(deps, visitor)),
      ...(notice === undefined ? {} : { notice }),
    };
    const frame = { title: 'Stacks', path, body: healthPage(view), live };
    return showPage(c, { ...frame, visitor: shownVisitor(visitor) });
  });
  gate.page(`${path}/:stack/calls`, (c, visitor) => showCalls(deps, c, visitor));
  gate.form('/ui/jobs', async (c, form, visitor) => {
    const asked = AskedJob.safeParse(form);
    // Visitors without permission must not learn which jobs exist.
    if (!asked.success || !may(visitor, 'admin')) return notFoundPage(c, visitor);
    const { tenant } = visitor.caller;
    const { queue, id } = asked.data;
    const act = asked.data.do === 'retry' ? retryDeadJob : removeDeadJob;
    const done = await act(deps.jobs.queues, tenant, { queue, id });
    if (done === undefined) return notFoundPage(c, visitor);
    const by = { id: c.get('id'), tenant, by: visitor.by, queue, job: id };
    deps.runtime.log.info(asked.data.do === 'retry' ? 'job tried again' : 'job forgotten', by);
    return c.redirect(`${path}?notice=${done.ok ? asked.data.do : 'late'}`, 303);
  });
}

const AskedJob = z.object({
  // The definitions contain each queue once.
  queue: z.enum(Object.keys(jobDefinitions) as [QueueName, ...QueueName[]]),
  id: z.string().min(1).max(200),
  do: z.enum(['retry', 'forget']),
});

const noticeTexts: Readonly<Record<string, string>> = {
  retry: 'Noted. The job is in its queue again, from the first attempt on.',
  forget: 'Noted. The job is dropped.',
  late: 'Nothing was done: somebody else has decided about the job.',
};

async function healthOf(deps: ApiDeps, visitor: Visitor): Promise<HealthPageView> {
  const { settings } = deps;
  const { queues } = deps.jobs;
  const { now } = deps.runtime;
  const { tenant } = visitor.caller;
  const isAdmin = may(visitor, 'admin');
  const names = tenantStacks(settings, tenant).map(({ name }) => name);
  const [stacks, sources, head, dead] = await Promise.all([
    Promise.all(names.map((stack) => stackHealth(deps, tenant, stack))),
    sourcesOf(deps, tenant),
    readCheckpointHead(deps, tenant),
    isAdmin ? listDeadJobs(deps, tenant) : [],
  ]);
  const stats = async (name: QueueName) => [name, await queues.queue(name).stats()] as const;
  return {
    ...{ stacks, sources, head, dead, proof: visitor.proof, now: now() },
    price: settings.model?.price,
    ...(isAdmin ? { queues: await Promise.all(queueNames.map(stats)) } : {}),
  };
}

async function stackHealth(
  { store }: ApiDeps,
  tenant: string,
  stack: string,
): Promise<StackHealth> {
  const key = { tenant, stack };
  const { lastSeen } = store;
  const [head, standing, failure, confirmed, unknown, model] = await Promise.all([
    store.runs.latestHead(key),
    store.drifts.standing(key),
    lastFailure(lastSeen, key),
    lastSeen.get(tenant, lastSeenKeys.confirmed(stack)),
    lastUnknown(lastSeen, key),
    modelUse(lastSeen, key),
  ]);
  return {
    ...{ stack, open: standing?.open, failure, unknown, model },
    scanned: head?.unchanged?.until ?? head?.startedAt,
    confirmed: confirmed?.value.at,
  };
}

async function sourcesOf(
  { settings, store }: ApiDeps,
  tenant: string,
): Promise<readonly SourceHealth[]> {
  const sources = settings.sources.filter((one) => one.tenant === tenant);
  const streams = await store.shown.streams(
    tenant,
    sources.map(({ name }) => name),
  );
  return Promise.all(
    sources.map(async ({ name, kind }) => ({
      ...{ source: name, kind, streams: streams.filter(({ source }) => source === name) },
      read: (await store.lastSeen.get(tenant, lastSeenKeys.collected(name)))?.value.at,
    })),
  );
}

/**
 * The first lines of a signed note: the log's name, the number of receipts, and the root of the
 * tree over them.
 */
async function readCheckpointHead(
  { registers: { receipts } }: ApiDeps,
  tenant: string,
): Promise<HealthPageView['head']> {
  const read = await receipts(tenant, async (log) => ok(await log.checkpoint()));
  const note = read.ok ? read.value : undefined;
  if (note === undefined) return undefined;
  const [origin = '', size = '', root = ''] = note.split('\n');
  return { origin, size, root };
}

async function listDeadJobs(
  { jobs: { queues } }: ApiDeps,
  tenant: string,
): Promise<readonly ShownDeadJob[]> {
  const all = await Promise.all(
    queueNames.map(async (queue) =>
      (await readDeadJobs(queues, queue, tenant)).map(({ id, job, attempts, problem, time }) => {
        const { tenant: _, ...about } = job ?? { tenant };
        return { queue, id, attempts, problem, time, about: aboutText(about) };
      }),
    ),
  );
  return all.flat().sort((a, b) => compareText(b.time, a.time) || compareText(a.id, b.id));
}

/** `stack prod, cause schedule`. */
function aboutText(job: Readonly<Record<string, unknown>>): string {
  return Object.entries(job)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

async function showCalls(
  { settings, store }: ApiDeps,
  c: WebContext,
  visitor: Visitor,
): Promise<Response> {
  const { tenant } = visitor.caller;
  const stack = c.req.param('stack') ?? '';
  const isKnown = tenantStacks(settings, tenant).some(({ name }) => name === stack);
  if (!isKnown) return notFoundPage(c, visitor);
  const run = await store.runs.latest({ tenant, stack });
  const body = callsPage(stack, run?.report.unknownOperations ?? []);
  return showPage(c, { title: 'Calls', path, visitor: shownVisitor(visitor), body });
}
