import { type AnswerRequest, answerIntent } from '../../app/answer/answer.ts';
import { createPlanHere } from '../../app/converge/plan-here.ts';
import { createSlackApps } from '../../app/notify/slack-apps.ts';
import { openResources } from '../../app/resource/open.ts';
import { loadShipped } from '../../app/run/shipped.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { chooseProgram } from '../../app/verify/program.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { callTime, createAdapters } from '../service/adapters.ts';
import { answeringIn } from '../service/answering.ts';
import { createHandlers, type Handlers } from '../service/handlers.ts';
import { createBranchJudge } from '../service/judge-branch.ts';
import { openServicePlaces, type ServicePlaces } from '../service/places.ts';
import { openServiceReceipts } from '../service/receipts.ts';
import { createRunStack } from '../service/run-stack.ts';
import { createTelemetry } from '../service/telemetry.ts';

/** The service without queues and timers. Its jobs run one after the other, at a simulated time. */
export interface DemoStage {
  readonly store: ServiceStore;
  /** Stay open, for the caller to use. */
  readonly places: ServicePlaces;
  /** Milliseconds. */
  readonly setTime: (time: number) => void;
  readonly now: () => string;
  readonly scan: (key: StackKey) => Promise<Result<void>>;
  readonly answer: (key: StackKey, ask: AnswerRequest) => Promise<Result<unknown>>;
  /** Does the jobs that follow from what was recorded, until none are left. */
  readonly settle: () => Promise<Result<void>>;
  /** Closes everything except the places. */
  readonly close: () => Promise<void>;
}

/** The longest chain of jobs that follow from each other; a longer one would be a loop. */
const maxRounds = 20;

export async function openStage(given: Io, settings: ServiceSettings): Promise<Result<DemoStage>> {
  let time = Date.parse(given.now());
  const now = (): string => new Date(time).toISOString();
  const io: Io = { ...given, now, err: () => undefined };
  const { log, metrics, tracer } = createTelemetry(io, settings);
  const places = await openServicePlaces(settings, log, { inMemory: true });
  if (!places.ok) return places;
  const { store } = places.value;
  const receipts = await openServiceReceipts(io, settings, store, log);
  if (!receipts.ok) return receipts;
  const adapters = createAdapters(io, settings, metrics);
  const answering = answeringIn(store, settings.settings, now, receipts.value);
  const answer: DemoStage['answer'] = (key, ask) => answerIntent(answering, key, ask);
  const { timer } = adapters;
  const called = (): void => undefined;
  const handlers = createHandlers({
    ...adapters,
    ...{ io, log, metrics, tracer, store, now, elapsed: io.elapsed, service: settings },
    after: async () => undefined,
    receipts: receipts.value,
    answer: (key, ask) => answerIntent(answering, key, ask),
    apps: createSlackApps([], { store, timer, now, timeout: callTime, called }),
    apart: {
      run: createRunStack({
        ...{ settings: settings.settings, written: settings.written, home: settings.root },
        ...{ env: io.env, now, elapsed: io.elapsed, incidents: store.incidents },
        ...{ shipped: loadShipped(), runGit: adapters.runGit },
      }),
      judge: createBranchJudge((root, tree) => chooseProgram(io, root, tree, undefined)),
      converge: createPlanHere({ io, terraform: settings.settings.terraform }),
    },
    resources: (tenant) => openResources({ env: io.env, cwd: io.cwd, dir: settings.root }, tenant),
  });
  return ok({
    store,
    places: places.value,
    now,
    setTime: (to) => {
      time = to;
    },
    scan: (key) =>
      handlers.reconcile(
        { ...key, cause: 'schedule' },
        new AbortController().signal,
        `demo-${key.stack}-${time}`,
      ),
    answer,
    settle: () => settle(store, handlers),
    close: () => adapters.checkouts.close(),
  });
}

async function settle({ outbox }: ServiceStore, handlers: Handlers): Promise<Result<void>> {
  const { signal } = new AbortController();
  for (let round = 0; round < maxRounds; round += 1) {
    const jobs = await outbox.pending(100);
    if (jobs.length === 0) return ok(undefined);
    for (const { seq, queue, job } of jobs) {
      const id = `demo-job-${seq}`;
      const done =
        queue === 'reconcile'
          ? await handlers.reconcile(job, signal, id)
          : queue === 'propose'
            ? await handlers.propose(job, signal, id)
            : ok(undefined);
      if (!done.ok) return done;
    }
    await outbox.done(jobs.map(({ seq }) => seq));
  }
  return ok(undefined);
}
