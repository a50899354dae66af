import { randomUUID } from 'node:crypto';
import type { SharedLimits } from '../../adapters/queue/shared-limits.ts';
import type { Handler } from '../../adapters/queue/types.ts';
import { type SweepRequest, sweep } from '../../app/feedback/sweep.ts';
import { type Background, createBackground } from '../../app/notify/background.ts';
import { ownedBy } from '../../app/settings/owned.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { milliseconds } from '../../config/duration.ts';
import { createHandlers, feedbackDeps, type HandlerDeps, type Handlers } from './handlers.ts';
import { messageOf, problemFields } from './observe.ts';
import { workerRates } from './rates.ts';
import { startWorkers } from './start-workers.ts';
import { type PeriodicTask, startPeriodicTasks } from './timers.ts';
import type { Service } from './types.ts';
import type { Waiting } from './waiting.ts';

/** Milliseconds that jobs have, after they were given back, to record that in the store. */
const letGo = 3_000;

export interface WorkDeps {
  readonly settings: ServiceSettings['settings'];
  readonly queues: Service['queues'];
  readonly observe: Parameters<typeof startWorkers>[3];
  readonly deps: HandlerDeps;
  readonly waiting: Waiting;
  readonly limits: SharedLimits | undefined;
  readonly chores: readonly PeriodicTask[];
  readonly elapsed: () => number;
}

/** The jobs of one process, from the first one that it takes until it stops. */
export interface ServiceWork extends Pick<Service, 'rest' | 'drain' | 'isStopping'> {
  readonly start: Service['work'];
  /** Aborted when open connections have to end. */
  readonly ending: AbortSignal;
  /** Does work after an answer was sent. */
  readonly later: Background['later'];
}

export function createWork(work: WorkDeps): ServiceWork {
  const { settings, queues, observe, deps, waiting, limits, elapsed } = work;
  const { log } = observe;
  const background = createBackground((error) =>
    log.error('work behind an answer failed', { reason: messageOf(error) }),
  );
  const underWay = createUnderWay();
  const stopping = new AbortController();
  const ending = new AbortController();
  const running: (() => Promise<void>)[] = [];
  const chores = [...work.chores, forgeTask(deps, stopping.signal)];
  const rest = async (): Promise<void> => {
    ending.abort();
    for (const stop of running.splice(0)) await stop();
    await underWay.settled(letGo);
    await background.idle();
  };
  return {
    isStopping: () => stopping.signal.aborted,
    ending: ending.signal,
    later: background.later,
    start({ queues: names, concurrency, timeout }) {
      const rates = workerRates(settings.limits);
      const others = { isOwn: ownedBy(settings), onEvent: waiting.onEvent };
      const options = { concurrency, timeout, clock: elapsed, rates, others, ...limits };
      const handlers = underWay.watched(createHandlers(deps));
      const workers = startWorkers(queues, names, handlers, observe, options);
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
  };
}

/**
 * Jobs that this process has begun. When a worker closes, it gives a job back without waiting for
 * it. Whatever the job still has to clean up, such as its lease, needs an open store.
 */
interface UnderWay {
  watched(handlers: Handlers): Handlers;
  /** Resolves when all of them have ended, or after `max` milliseconds. */
  settled(max: number): Promise<void>;
}

function createUnderWay(): UnderWay {
  const jobs = new Set<Promise<unknown>>();
  const watch =
    <Job>(handler: Handler<Job>): Handler<Job> =>
    (job, signal, id) => {
      const done = handler(job, signal, id);
      const ended: Promise<unknown> = done.catch(() => undefined).finally(() => jobs.delete(ended));
      jobs.add(ended);
      return done;
    };
  return {
    watched: ({ collect, reconcile, propose, converge, notify, feedback }) => ({
      collect: watch(collect),
      reconcile: watch(reconcile),
      propose: watch(propose),
      converge: watch(converge),
      notify: watch(notify),
      feedback: watch(feedback),
    }),
    async settled(max) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, max);
      });
      await Promise.race([Promise.all(jobs), late]);
      clearTimeout(timer);
    },
  };
}

/** Milliseconds between two checks of which forges are due, at most. */
const sweepPause = 60_000;

/** Finds what no webhook reported. */
function forgeTask(deps: HandlerDeps, signal: AbortSignal): PeriodicTask {
  const every = milliseconds(deps.service.settings.look_every);
  const by = `sweep ${randomUUID()}`;
  const looking = feedbackDeps(deps);
  const onEvent: SweepRequest['onEvent'] = ({ tenant, name }, problem) =>
    deps.log.warn('forge not looked at', { tenant, stack: name, ...problemFields(problem) });
  return {
    name: 'forges',
    pause: Math.min(every, sweepPause),
    run: () => sweep(looking, { by, every, signal, onEvent }),
  };
}
