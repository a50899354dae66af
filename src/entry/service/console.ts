import { z } from 'zod';
import type { Queues } from '../../adapters/queue/types.ts';
import { lastFailure } from '../../app/reconcile/failure.ts';
import { nextScans } from '../../app/stack/schedules.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { QueueName } from '../../ports/jobs.ts';
import { queueNames } from '../../ports/jobs.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import { Dead, type DeadJob, type ServiceStatus, Status } from '../../ports/service-status.ts';
import type { OpenDriftCounts } from '../../ports/store/drift-log.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { answeringIn } from './answering.ts';
import { answerMeant, RecordedAnswer, TerminalAnswer } from './console-answer.ts';

/** What people at a terminal can ask of the service, whichever process answers. */
export interface Console {
  status(): Promise<ServiceStatus>;
  /** Latest first, by queue. */
  dead(queue: QueueName | undefined): Promise<readonly DeadJob[]>;
  /** Finds the job in any queue. Fails with `job-not-dead`. */
  retry(id: string): Promise<Result<void>>;
  /** Fails with `job-not-dead`. */
  remove(id: string): Promise<Result<void>>;
  /** Takes an answer, as in Slack or over the API. */
  answer(key: StackKey, given: TerminalAnswer): Promise<Result<RecordedAnswer>>;
}

export function createConsole(
  { store, queues }: { readonly store: ServiceStore; readonly queues: Pick<Queues, 'queue'> },
  { settings }: Pick<ServiceSettings, 'settings'>,
  now: () => string,
  receipts: WithReceipts,
): Console {
  const each = async (id: string, act: (queue: QueueName) => Promise<Result<void>>) => {
    for (const queue of queueNames) {
      const done = await act(queue);
      if (done.ok) return done;
    }
    return fail(notDead(id));
  };
  return {
    async status() {
      const stacks: ServiceStatus['stacks'] = [];
      const next = await nextScans(queues);
      for (const { tenant, name: stack } of settings.stacks) {
        stacks.push(await stackStatus(store, next, { tenant, stack }));
      }
      const all = await Promise.all(
        queueNames.map(async (queue) => ({ queue, ...(await queues.queue(queue).stats()) })),
      );
      return { stacks, queues: all };
    },
    async dead(only) {
      const names = only === undefined ? queueNames : [only];
      return (await Promise.all(names.map((queue) => listDeadJobs(queues, queue)))).flat();
    },
    retry: (id) => each(id, (queue) => queues.queue(queue).dead.retry(id)),
    remove: (id) => each(id, (queue) => queues.queue(queue).dead.remove(id)),
    answer: (key, given) => answerMeant(answeringIn(store, settings, now, receipts), key, given),
  };
}

async function stackStatus(
  store: ServiceStore,
  nextScan: (key: StackKey) => string | undefined,
  key: StackKey,
): Promise<ServiceStatus['stacks'][number]> {
  const last = await store.runs.latestHead(key);
  const open = await store.proposals.list(key, 'open');
  const standing = await store.drifts.standing(key);
  const baseline = await store.runs.baseline(key);
  const next = nextScan(key);
  const failure = await lastFailure(store.lastSeen, key);
  return {
    ...key,
    ...(last === undefined
      ? {}
      : {
          lastRun: {
            id: last.id,
            startedAt: last.startedAt,
            drifts: last.drifts,
            intents: last.intents,
          },
        }),
    ...(standing === undefined ? {} : { openDrifts: withoutOutcomes(standing) }),
    openProposals: open.length,
    ...(baseline === undefined ? {} : { baseline }),
    ...(next === undefined ? {} : { nextScan: next }),
    ...(failure && { failure: { message: failure.message, since: failure.since } }),
  };
}

function withoutOutcomes({ outcomes: _, ...counts }: OpenDriftCounts) {
  return counts;
}

async function listDeadJobs(
  queues: Pick<Queues, 'queue'>,
  queue: QueueName,
): Promise<readonly DeadJob[]> {
  const letters = await queues.queue(queue).dead.list({ limit: 1000 });
  return letters.map(({ id, job, attempts, problem, time }) => ({
    queue,
    id,
    about: Object.values(job ?? {})
      .filter((value) => typeof value === 'string')
      .join(' '),
    attempts,
    code: problem.code,
    message: problem.message,
    time,
  }));
}

function notDead(id: string): Problem {
  return {
    code: 'job-not-dead',
    message: `There is no dead job ${id}.`,
    hint: 'List the dead jobs with `parley jobs list`; this one may have been retried or removed.',
  };
}

const failed = z.object({
  ok: z.literal(false),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
});
const answered = z.union([z.object({ ok: z.literal(true) }), failed]);
const recordedAnswer = z.union([z.object({ ok: z.literal(true), value: RecordedAnswer }), failed]);

/** The console of another process, using the methods of `consoleMethods`. */
export function createRemoteConsole(
  ask: (method: `service.${string}`, args: readonly unknown[]) => Promise<unknown>,
): Console {
  const act = async (method: `service.${string}`, id: string): Promise<Result<void>> => {
    const result = answered.parse(await ask(method, [id]));
    return result.ok ? ok(undefined) : fail(problemOf(result));
  };
  return {
    status: async () => Status.parse(await ask('service.status', [])),
    dead: async (queue) => z.array(Dead).parse(await ask('service.dead', [queue ?? null])),
    retry: (id) => act('service.retry', id),
    remove: (id) => act('service.remove', id),
    async answer({ tenant, stack }, given) {
      const result = recordedAnswer.parse(await ask('service.answer', [{ tenant, stack }, given]));
      return result.ok ? result : fail(problemOf(result));
    },
  };
}

function problemOf({ error: { code, message, hint } }: z.output<typeof failed>): Problem {
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

const Key = z.object({ tenant: z.string(), stack: z.string() });

/** Answers the calls of `createRemoteConsole`. */
export function consoleMethods(
  of: Console,
): (method: string, args: readonly unknown[]) => Promise<unknown> | undefined {
  return (method, [arg, more]) => {
    switch (method) {
      case 'service.status':
        return of.status();
      case 'service.dead':
        return of.dead(queueNames.find((name) => name === arg));
      case 'service.retry':
        return of.retry(String(arg));
      case 'service.remove':
        return of.remove(String(arg));
      case 'service.answer':
        return of.answer(Key.parse(arg), TerminalAnswer.parse(more));
      default:
        return undefined;
    }
  };
}
