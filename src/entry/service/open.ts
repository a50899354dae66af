import { createSharedLimits, type SharedLimits } from '../../adapters/queue/shared-limits.ts';
import { createSlackApps } from '../../app/notify/slack-apps.ts';
import { createFlush } from '../../app/outbox/flush.ts';
import { openResources } from '../../app/resource/open.ts';
import { createStackChanges, type StackChanges } from '../../app/settings/change.ts';
import { checkScan, syncSchedules } from '../../app/stack/schedules.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { milliseconds } from '../../config/duration.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { callTime } from './adapters.ts';
import { answersIn } from './answering.ts';
import { withGauges } from './gauges.ts';
import { createInterface } from './interface.ts';
import { messageOf, problemFields } from './observe.ts';
import { openServiceParts, type ServiceParts } from './parts.ts';
import { pruneDaily } from './retention.ts';
import { createStackTrial } from './stack-trial.ts';
import type { Service, Shared } from './types.ts';
import { createWaiting } from './waiting.ts';
import { createWork } from './work.ts';

/** Milliseconds between two flushes of the outbox, in addition to those after jobs and calls. */
const outboxPause = 5_000;

/** Milliseconds between two exchanges of counts for rate limits between processes. */
const limitPause = 250;

/** Milliseconds between two checks whether today's pruning was done. */
const prunePause = 15 * 60_000;

/** Undefined for a folder, which has only one process that counts by itself. */
function sharedLimits(
  { store: { kind } }: ServiceSettings,
  { rates }: ServiceStore,
  now: () => string,
): SharedLimits | undefined {
  return kind === 'folder' ? undefined : createSharedLimits(rates, () => Date.parse(now()));
}

/** Stack changes for a process whose settings never change. */
function stackChanges(
  { stacks }: ServiceStore,
  { written }: ServiceSettings,
  now: () => string,
): StackChanges {
  return createStackChanges({
    ...{ stacks, checkScan, now },
    config: () => written,
    changed: () => undefined,
  });
}

/**
 * The composition root of the service: turns settings and the environment into one process of it.
 */
export async function openService(
  io: Io,
  settings: ServiceSettings,
  shared?: Shared,
): Promise<Result<Service>> {
  const parts = await openServiceParts(io, settings, shared);
  return parts.ok ? ok(serviceOf(io, settings, shared, parts.value)) : parts;
}

function serviceOf(
  io: Io,
  settings: ServiceSettings,
  shared: Shared | undefined,
  parts: ServiceParts,
): Service {
  const { telemetry, store, queues, apart, receipts, adapters, now } = parts;
  const { log, metrics } = telemetry;
  const { elapsed } = io;
  const flush = flushing(parts);
  const after = (): Promise<void> =>
    flush().catch((error: unknown) => log.warn('outbox waits', { reason: messageOf(error) }));
  const observe = { ...telemetry, elapsed, after };
  const apps = createSlackApps(settings.settings.slack, {
    ...{ store, timer: adapters.timer, now, timeout: callTime },
    called: (isDone) => metrics.call('slack', isDone ? 'done' : 'failed'),
  });
  const known = { store, log, now, settings: settings.settings, receipts };
  const waiting = createWaiting({ log, metrics, elapsed });
  const all = withGauges({ ...known, queues, metrics: waiting.metrics, elapsed });
  const resources = (tenant: string) =>
    openResources({ env: io.env, cwd: io.cwd, dir: settings.root }, tenant);
  const answers = answersIn(store, settings.settings, now, receipts);
  const limits = sharedLimits(settings, store, now);
  const work = createWork({
    ...{ settings: settings.settings, queues, observe, waiting, limits, elapsed },
    deps: {
      ...{ ...adapters, ...observe, apart, io, store, service: settings, apps, now },
      ...{ answer: answers.answer, receipts, resources },
    },
    chores: [
      ...(limits ? [{ name: 'limits', pause: limitPause, run: limits.exchange }] : []),
      { name: 'outbox', pause: outboxPause, run: flush },
      { name: 'prune', pause: prunePause, run: () => pruneDaily(known) },
    ],
  });
  const tryChange = createStackTrial({
    ...{ store, checkouts: adapters.checkouts, stacks: settings.settings.stacks },
    tryChange: apart.tryChange,
    timeout: milliseconds(settings.settings.limits.trial.time),
  });
  const { isStopping, ending, later } = work;
  const { standing, stacks = stackChanges(store, settings, now) } = shared?.settingsApi ?? {};
  const waitingJobs = waiting.count;
  return {
    ...{ store, queues, settings: settings.settings, log, metrics: all, waitingJobs, isStopping },
    api: () =>
      createInterface(io, settings, {
        ...{ store, apps, later },
        jobs: { queues, flushOutbox: flush },
        answers: { ...answers, tryChange },
        registers: { receipts, resources, stacks },
        process: { isStopping, ending, waitingJobs, ...(standing && { standing }) },
        runtime: { ...telemetry, metrics: all, now, elapsed },
        ...(limits && { limit: (rate) => limits.limit('calls', rate) }),
      }),
    schedule: scheduling(parts, settings),
    work: work.start,
    rest: work.rest,
    drain: work.drain,
    close: parts.close,
  };
}

function flushing({ store, queues, telemetry: { log } }: ServiceParts) {
  return createFlush({
    outbox: store.outbox,
    queues,
    refused: (queue, problem) => log.error('job refused', { queue, ...problemFields(problem) }),
  });
}

function scheduling(
  { queues, telemetry: { log } }: ServiceParts,
  { settings }: ServiceSettings,
): Service['schedule'] {
  return async (kept) => {
    const synced = await syncSchedules(queues, settings, kept);
    if (!synced.ok) return synced;
    const { set, removed } = synced.value;
    if (set + removed > 0) log.info('schedules', { set, removed });
    return ok(undefined);
  };
}
