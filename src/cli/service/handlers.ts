import { notify } from '../../../workers/notify.ts';
import type { WorkSettings } from '../../../workers/work.ts';
import { sendWebhook } from '../../notify/webhook/send.ts';
import type { Jobs, QueueName } from '../../queue/jobs.ts';
import type { Handler, Queues, Worker } from '../../queue/types.ts';
import { createNotifyHandler } from '../../service/notify/handler.ts';
import { createSlackApps, type SlackApp } from '../../service/notify/slack-apps.ts';
import type { ServiceStore } from '../../service/ports/store.ts';
import type { Adapters } from './adapters.ts';
import { type ObserveDeps, observed, problemFields } from './observe.ts';
import type { ServiceSettings } from './settings.ts';

export interface HandlerDeps extends Adapters, ObserveDeps {
  readonly store: ServiceStore;
  readonly settings: ServiceSettings['settings'];
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

/** Milliseconds for one call to Slack or to a webhook. */
const callTime = 10_000;

/** The Slack apps of all tenants. */
export function slackApps({ settings, store, pace, now }: HandlerDeps): readonly SlackApp[] {
  return createSlackApps(settings.slack, { store, pace, now, timeout: callTime });
}

/** What each queue's jobs do. */
export type Handlers = { readonly [N in QueueName]: Handler<Jobs[N]> };

export function createHandlers(deps: HandlerDeps): Partial<Handlers> {
  const { store, settings, pace, now, log } = deps;
  return {
    notify: createNotifyHandler({
      store,
      now,
      channels: settings.notifications,
      apps: slackApps(deps),
      send: (payload, webhook) =>
        sendWebhook(payload, webhook, {
          resolve: deps.resolveHost,
          pace,
          now: () => Date.parse(now()),
          timeout: callTime,
        }),
      heard: ({ failure, ...where }) =>
        log.error('not told', { ...where, ...problemFields(failure) }),
    }),
  };
}

/** Starts to take the jobs of the queues named. */
export function startWorkers(
  queues: Pick<Queues, 'work'>,
  names: readonly QueueName[],
  handlers: Partial<Handlers>,
  observe: ObserveDeps,
  settings: WorkSettings,
): readonly Worker[] {
  const workers: Worker[] = [];
  const takes = (name: QueueName): boolean => names.includes(name);
  if (handlers.notify !== undefined && takes('notify')) {
    workers.push(notify(queues, observed('notify', handlers.notify, observe), settings));
  }
  return workers;
}
