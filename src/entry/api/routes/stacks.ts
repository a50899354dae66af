import { z } from 'zod';
import { lastFailure } from '../../../app/reconcile/failure.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, readingEndpoint } from '../endpoint.ts';
import { pageFields, pageReply, pageSchema } from '../http/page.ts';
import { jsonReply, notFound } from '../http/reply.ts';
import { stackParams } from '../schema/common.ts';
import { type ProblemOfStackView, StackDetailView, StackView } from '../schema/stacks.ts';
import { findStack, scanSummary, stackKeyOf, stackSourceNames, tenantStacks } from '../stacks.ts';

export const StackList = pageSchema(StackView);

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'jobs'>;

/** Endpoints for the watched stacks and their state. */
export function stackEndpoints(deps: Deps): readonly Endpoint[] {
  const { settings, store } = deps;
  const list = readingEndpoint({
    path: '/api/v1/stacks',
    name: 'listStacks',
    group: 'stacks',
    summary: 'The stacks of the tenant',
    query: z.strictObject(pageFields),
    replies: { 200: { description: 'Sorted by name', schema: StackList } },
    async handle({ tenant, query }) {
      const problems = await lastProblems(deps, tenant);
      const byName = new Map(tenantStacks(settings, tenant).map((stack) => [stack.name, stack]));
      return pageReply([...byName.keys()], query, async (name) => {
        const stack = byName.get(name);
        if (stack === undefined) return [];
        const problem = await problemOf(deps, stack, problems);
        return [{ key: name, item: await summaryOf(deps, stack, problem) }];
      });
    },
  });
  const detail = readingEndpoint({
    path: '/api/v1/stacks/{stack}',
    name: 'getStack',
    group: 'stacks',
    summary: 'A stack: its last scan, its last problem, what is open',
    params: stackParams,
    replies: { 200: { description: 'The stack', schema: StackDetailView } },
    refusals: [404],
    async handle({ tenant, params }) {
      const stack = findStack(settings, tenant, params.stack);
      if (stack === undefined) return notFound('stack');
      const problems = await lastProblems(deps, tenant);
      const run = await store.runs.latest(stackKeyOf(stack));
      const open = await store.proposals.list(stackKeyOf(stack), 'open');
      const { outcomes: _, ...standing } = (await store.drifts.standing(stackKeyOf(stack))) ?? {};
      const { drifts = [], intents = [], unresolved = [], decisions = [] } = run?.report ?? {};
      const { unknownOperations = [], beside = [] } = run?.report ?? {};
      const baseline = await store.runs.baseline(stackKeyOf(stack));
      const outcomes = countBy(decisions.map(({ verdict }) => verdict.outcome));
      return jsonReply(200, {
        ...describe(stack, await problemOf(deps, stack, problems)),
        ...(run === undefined ? {} : { lastScan: scanSummary(run) }),
        ...(run === undefined ? {} : { openDrifts: standing }),
        ...(baseline === undefined ? {} : { baseline }),
        sources: stackSourceNames(settings, stack),
        counts: {
          drifts: drifts.length,
          intents: intents.length,
          unresolved: unresolved.length,
          outcomes,
          openProposals: open.length,
          unknownOperations: unknownOperations.length,
          beside: beside.length,
        },
        unknownOperations: unknownOperations.slice(0, maxUnknown),
        beside: beside.slice(0, maxUnknown),
      });
    },
  });
  return [list, detail];
}

/** The report of the scan has all of them. */
const maxUnknown = 50;

type LastProblem = z.output<typeof ProblemOfStackView>;

async function summaryOf({ store }: Deps, stack: Stack, problem: LastProblem | undefined) {
  const { tenant, name } = stack;
  const last = await store.runs.latestHead({ tenant, stack: name });
  return {
    ...describe(stack, problem),
    ...(last === undefined ? {} : { lastScan: scanSummary(last) }),
  };
}

function describe(stack: Stack, problem: LastProblem | undefined) {
  const { name, repository, branch, root, workspace, forge, project, scan } = stack;
  return {
    name,
    repository,
    branch,
    root,
    workspace,
    forge,
    project,
    ...(scan === undefined ? {} : { schedule: scheduleOf(scan) }),
    ...(problem === undefined ? {} : { lastProblem: problem }),
  };
}

function scheduleOf(scan: NonNullable<Stack['scan']>) {
  return 'every' in scan ? { every: scan.every } : { cron: scan.cron, timeZone: scan.time_zone };
}

/** Why the last scan failed. Where it recorded no failure itself, the problem of its dead job. */
async function problemOf(
  { store }: Deps,
  stack: Stack,
  given: ReadonlyMap<string, LastProblem>,
): Promise<LastProblem | undefined> {
  const failure = await lastFailure(store.lastSeen, stackKeyOf(stack));
  if (failure === undefined) return given.get(stack.name);
  const { code, message, hint, at } = failure;
  return { code, message, hint, time: at };
}

/** The latest dead scan job of each stack of the tenant. */
async function lastProblems(
  { jobs: { queues } }: Deps,
  tenant: string,
): Promise<ReadonlyMap<string, LastProblem>> {
  const dead = await queues.queue('reconcile').dead.list({ limit: 1000 });
  const problems = new Map<string, LastProblem>();
  for (const { job, problem, time } of dead) {
    if (job?.tenant !== tenant || problems.has(job.stack)) continue;
    const { code, message, hint } = problem;
    problems.set(job.stack, { code, message, ...(hint === undefined ? {} : { hint }), time });
  }
  return problems;
}

function countBy(values: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const value of [...values].sort()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
}
