import { createSource } from '../../adapters/collect/sources.ts';
import { createPusher } from '../../adapters/forge/remote/push.ts';
import { sendWebhook } from '../../adapters/notify/webhook/send.ts';
import type { Handler } from '../../adapters/queue/types.ts';
import type { AnsweredIntent, AnswerRequest } from '../../app/answer/answer.ts';
import { createCollectHandler } from '../../app/collect/handler.ts';
import { createConvergeHandler } from '../../app/converge/handler.ts';
import type { FeedbackDeps } from '../../app/feedback/deps.ts';
import { handleProposal } from '../../app/feedback/handle-proposal.ts';
import { createFeedbackHandler } from '../../app/feedback/handler.ts';
import { lookAtStack } from '../../app/feedback/look.ts';
import { guardOpenPulls } from '../../app/guard/guard-open-pulls.ts';
import { guardPull } from '../../app/guard/guard-pull.ts';
import { createNotifyHandler } from '../../app/notify/handler.ts';
import type { SlackApp } from '../../app/notify/slack-apps.ts';
import { planProposals } from '../../app/plan/plan.ts';
import { createProposeHandler } from '../../app/propose/handler.ts';
import { createReconcileHandler } from '../../app/reconcile/handler.ts';
import type { ResourceServices } from '../../app/resource/open.ts';
import { nodeTimer } from '../../app/run/node-timer.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { ForgeSettings } from '../../config/service/forges.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { day, shiftTime } from '../../model/instant.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { Jobs, QueueName } from '../../ports/jobs.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import { type Adapters, author, callTime } from './adapters.ts';
import type { ApartRuns } from './apart/run-apart.ts';
import { logCollect, logConverge, logNotify, logReconcile } from './log-events.ts';
import { measured } from './measured.ts';
import type { ObserveDeps } from './observe.ts';

export interface HandlerDeps extends Adapters, ObserveDeps {
  readonly io: Io;
  readonly store: ServiceStore;
  readonly service: Pick<ServiceSettings, 'settings' | 'written' | 'root' | 'repositories'>;
  readonly apps: readonly SlackApp[];
  readonly answer: (key: StackKey, ask: AnswerRequest) => Promise<Result<AnsweredIntent>>;
  readonly apart: Pick<ApartRuns, 'run' | 'judge' | 'converge'>;
  /** The resources that a tenant declared. */
  readonly resources: (tenant: string) => Promise<Result<ResourceServices>>;
  readonly receipts: WithReceipts;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

/** The handler for the jobs of each queue. */
export type Handlers = { readonly [N in QueueName]: Handler<Jobs[N]> };

export function createHandlers(deps: HandlerDeps): Handlers {
  const { store, now, log, metrics, forges, checkouts, service, git, apart, receipts } = deps;
  const { settings } = service;
  const guard = { store, now, checkouts, judge: apart.judge };
  const feedback = feedbackDeps(deps);
  return {
    collect: collectHandler(deps),
    reconcile: createReconcileHandler({
      store,
      now,
      checkouts,
      stacks: settings.stacks,
      run: measured(apart.run, { ...deps, price: settings.model?.price }),
      receipts,
      plan: (run, stack, named) => [
        ...planProposals(run, { stack, forge: kindOf(settings, stack), receipts: named }),
        ...(run.rules ?? []),
      ],
      look: (stack, ask) => lookAtStack(feedback, stack, ask),
      onEvent: logReconcile(log, metrics),
    }),
    propose: createProposeHandler({
      store,
      now,
      forges,
      checkouts,
      receipts,
      pusher: createPusher({ git, by: author }),
      handleProposal: (place, standing, by) => handleProposal(feedback, place, standing, { by }),
      guard: (stack, forge, signal) => guardOpenPulls(guard, stack, forge, signal),
      stackOf: ({ tenant, stack }) =>
        settings.stacks.find((one) => one.tenant === tenant && one.name === stack),
    }),
    converge: createConvergeHandler({
      store,
      now,
      forges,
      checkouts,
      receipts,
      gitops: settings.gitops,
      stacks: settings.stacks,
      pusher: createPusher({ git, by: author }),
      resources: deps.resources,
      plan: apart.converge,
      onEvent: logConverge(log),
    }),
    notify: notifyHandler(deps),
    feedback: createFeedbackHandler(feedback),
  };
}

/** The dependencies for everything that reads what people did on a forge. */
export function feedbackDeps({
  store,
  now,
  forges,
  checkouts,
  answer,
  service,
  apart,
}: HandlerDeps): FeedbackDeps {
  const guard = { store, now, checkouts, judge: apart.judge };
  return {
    store,
    now,
    forges,
    checkouts,
    answer,
    guard: (stack, forge, pull, signal) => guardPull(guard, stack, forge, pull, signal),
    stacks: service.settings.stacks,
    gitops: service.settings.gitops,
  };
}

function kindOf(
  { forges }: ConfigFile,
  { tenant, forge }: Stack,
): ForgeSettings['kind'] | undefined {
  return forges.find((one) => one.tenant === tenant && one.name === forge)?.kind;
}

/** Collects one round of a source, and then records when the source was last read to its end. */
function collectHandler({
  io,
  store,
  now,
  log,
  metrics,
  service,
}: HandlerDeps): Handlers['collect'] {
  const { sources, stacks } = service.settings;
  const round = createCollectHandler({
    store,
    stacks,
    now,
    source(tenant, name) {
      const source = sources.find((one) => one.tenant === tenant && one.name === name);
      return source && createSource(source, { env: io.env, timer: nodeTimer(), now });
    },
    onEvent: logCollect(log, metrics),
  });
  return async (job, signal, id) => {
    const done = await round(job, signal, id);
    if (!done.ok) return done;
    const value = { at: now() };
    const until = shiftTime(value.at, month);
    await store.lastSeen.put(job.tenant, lastSeenKeys.collected(job.source), { value, until });
    return ok(undefined);
  };
}

const month = 30 * day;

function notifyHandler({
  store,
  now,
  log,
  metrics,
  service,
  apps,
  timer,
  resolveHost,
}: HandlerDeps): Handlers['notify'] {
  return createNotifyHandler({
    store,
    now,
    apps,
    channels: service.settings.notifications,
    async send(payload, webhook) {
      const sent = await sendWebhook(payload, webhook, {
        resolve: resolveHost,
        timer,
        now: () => Date.parse(now()),
        timeout: callTime,
      });
      metrics.call('webhook', sent.ok ? 'done' : 'failed');
      return sent;
    },
    onEvent: logNotify(log, metrics),
  });
}
