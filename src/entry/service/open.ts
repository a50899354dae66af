import { tmpdir } from 'node:os';
import { createSharedLimits, type SharedLimits } from '../../adapters/queue/shared-limits.ts';
import { type StoreServer, startStoreServer } from '../../adapters/store/remote/serve.ts';
import { createBackground } from '../../app/notify/background.ts';
import { createSlackApps } from '../../app/notify/slack-apps.ts';
import { createFlush } from '../../app/outbox/flush.ts';
import { openResources } from '../../app/resource/open.ts';
import { createStackChanges } from '../../app/settings/change.ts';
import { ownedBy } from '../../app/settings/owned.ts';
import { checkScan, syncSchedules } from '../../app/stack/schedules.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { sweepScratch } from '../../code/terraform/run/scratch/sweep.ts';
import { milliseconds } from '../../config/duration.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { ApiDeps } from '../api/deps.ts';
import { callTime, createAdapters } from './adapters.ts';
import { answersIn } from './answering.ts';
import { openApart } from './apart/open.ts';
import { consoleMethods, createConsole } from './console.ts';
import { forgeTask } from './forge-task.ts';
import { withGauges } from './gauges.ts';
import { createHandlers } from './handlers.ts';
import { createInterface } from './interface.ts';
import { messageOf, problemFields } from './observe.ts';
import { openServicePlaces, type ServicePlaces } from './places.ts';
import { ratesOf } from './rates.ts';
import { openServiceReceipts } from './receipts.ts';
import { pruneDaily } from './retention.ts';
import { createStackTrial } from './stack-trial.ts';
import { startWorkers } from './start-workers.ts';
import { createTelemetry } from './telemetry.ts';
import { type PeriodicTask, startPeriodicTasks } from './timers.ts';
import type { Service, Shared } from './types.ts';
import { createUnderWay } from './under-way.ts';
import { createWaiting } from './waiting.ts';

/** Milliseconds between two flushes of the outbox, in addition to those after jobs and calls. */
const outboxPause = 5_000;

/** Milliseconds between two exchanges of counts for rate limits between processes. */
const limitPause = 250;

/** Milliseconds between two checks whether today's pruning was done. */
const prunePause = 15 * 60_000;

/** Milliseconds that jobs have, after they were given back, to record that in the store. */
const letGo = 3_000;

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
): ApiDeps['stacks'] {
  return createStackChanges({
    ...{ stacks, checkScan, now },
    config: () => written,
    changed: () => undefined,
  });
}

async function nothing(): Promise<void> {}

/**
 * The composition root of the service: turns settings and the environment into one process of it.
 */
export async function openService(
  io: Io,
  settings: ServiceSettings,
  shared?: Shared,
): Promise<Result<Service>> {
  const { log, metrics, tracer } = createTelemetry(io, settings);
  const left = await sweepScratch(tmpdir());
  if (left > 0) log.warn('removed copies of states that a process left', { copies: left });
  const places =
    shared === undefined
      ? await openServicePlaces(settings, log)
      : ok({ ...shared, close: nothing });
  if (!places.ok) return places;
  const { store, queues } = places.value;
  const now = (): string => new Date(io.now()).toISOString();
  const opened = await openApart({ io, settings, store, now });
  if (!opened.ok) {
    await places.value.close();
    return opened;
  }
  const apart = opened.value;
  const signing = await openServiceReceipts(io, settings, store, log);
  if (!signing.ok) {
    apart.close();
    await places.value.close();
    return signing;
  }
  const receipts = signing.value;
  const commands = await letCommandsIn(settings, places.value, now, receipts);
  const adapters = createAdapters(io, settings, metrics);
  const flush = createFlush({
    outbox: store.outbox,
    queues,
    refused: (queue, problem) => log.error('job refused', { queue, ...problemFields(problem) }),
  });
  const after = (): Promise<void> =>
    flush().catch((error: unknown) => log.warn('outbox waits', { reason: messageOf(error) }));
  const observe = { log, metrics, tracer, elapsed: io.elapsed, after };
  const apps = createSlackApps(settings.settings.slack, {
    store,
    timer: adapters.timer,
    now,
    timeout: callTime,
    called: (isDone) => metrics.call('slack', isDone ? 'done' : 'failed'),
  });
  const known = { store, log, now, settings: settings.settings, receipts };
  const waiting = createWaiting({ log, metrics, elapsed: io.elapsed });
  const all = withGauges({ ...known, queues, metrics: waiting.metrics, elapsed: io.elapsed });
  const resources = (tenant: string) =>
    openResources({ env: io.env, cwd: io.cwd, dir: settings.root }, tenant);
  const answers = answersIn(store, settings.settings, now, receipts);
  const { answer } = answers;
  const tryChange = createStackTrial({
    store,
    checkouts: adapters.checkouts,
    stacks: settings.settings.stacks,
    tryChange: apart.tryChange,
    timeout: milliseconds(settings.settings.limits.trial.time),
  });
  const deps = {
    ...adapters,
    ...observe,
    apart,
    io,
    store,
    service: settings,
    apps,
    answer,
    now,
    receipts,
    resources,
  };
  const background = createBackground((error) =>
    log.error('work behind an answer failed', { reason: messageOf(error) }),
  );
  const underWay = createUnderWay();
  const stopping = new AbortController();
  const running: (() => Promise<void>)[] = [];
  const ending = new AbortController();
  const rest = async (): Promise<void> => {
    ending.abort();
    for (const stop of running.splice(0)) await stop();
    await underWay.settled(letGo);
    await background.idle();
  };

  const limits = sharedLimits(settings, store, now);
  const chores: readonly PeriodicTask[] = [
    ...(limits === undefined ? [] : [{ name: 'limits', pause: limitPause, run: limits.exchange }]),
    { name: 'outbox', pause: outboxPause, run: flush },
    { name: 'prune', pause: prunePause, run: () => pruneDaily(known) },
    forgeTask(deps, stopping.signal),
  ];
  return ok({
    store,
    queues,
    settings: settings.settings,
    log,
    metrics: all,
    waitingJobs: waiting.count,
    isStopping: () => stopping.signal.aborted,
    api: () =>
      createInterface(io, settings, {
        ...observe,
        store,
        now,
        queues,
        apps,
        ...answers,
        tryChange,
        resources,
        receipts,
        metrics: all,
        waitingJobs: waiting.count,
        ...(limits && { limit: (rate) => limits.limit('calls', rate) }),
        stacks: shared?.settingsApi.stacks ?? stackChanges(store, settings, now),
        ...shared?.settingsApi,
        flushOutbox: flush,
        isStopping: () => stopping.signal.aborted,
        ending: ending.signal,
        later: background.later,
      }),
    async schedule(kept) {
      const synced = await syncSchedules(queues, settings.settings, kept);
      if (!synced.ok) return synced;
      const { set, removed } = synced.value;
      if (set + removed > 0) log.info('schedules', { set, removed });
      return ok(undefined);
    },
    work({ queues: names, concurrency, timeout }) {
      const rates = ratesOf(settings.settings.limits);
      const others = { isOwn: ownedBy(settings.settings), onEvent: waiting.onEvent };
      const work = { concurrency, timeout, clock: io.elapsed, rates, others, ...limits };
      const handlers = underWay.watched(createHandlers(deps));
      const workers = startWorkers(queues, names, handlers, observe, work);
      const timers = startPeriodicTasks(chores, log);
      running.push(
        async () => {
          await Promise.all(workers.map((worker) => worker.close()));
        },
        () => timers.stop(),
      );
    },
    rest,
    async drain() {
      stopping.abort();
      await rest();
    },
    async close() {
      await commands?.close();
      apart.close();
      await adapters.checkouts.close();
      await places.value.close();
    },
  });
}

/** Only one process can open a folder, so commands reach store and queues through this one. */
async function letCommandsIn(
  settings: ServiceSettings,
  places: ServicePlaces,
  now: () => string,
  receipts: WithReceipts,
): Promise<StoreServer | undefined> {
  if (settings.store.kind !== 'folder') return undefined;
  return startStoreServer({
    store: places.store,
    folder: settings.store.path,
    more: consoleMethods(createConsole(places, settings, now, receipts)),
  });
}
