import type { SendFailure } from '../../adapters/notify/retry.ts';
import type { WebhookPayload } from '../../adapters/notify/webhook/schema.ts';
import type { Webhook } from '../../adapters/notify/webhook/send.ts';
import type { Handler } from '../../adapters/queue/types.ts';
import type { ChannelSettings } from '../../config/service/channels.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { replyChannel } from './keys.ts';
import { notifySlack } from './notify-slack.ts';
import { notifyWebhook } from './notify-webhook.ts';
import { answerScan } from './reply.ts';
import type { SlackApp } from './slack-apps.ts';
import type { NotifyPorts } from './slack-place.ts';

export interface NotifyDeps extends NotifyPorts {
  /** The channels of all tenants, with their references resolved. */
  readonly channels: readonly ChannelSettings[];
  readonly apps: readonly SlackApp[];
  readonly send: (
    payload: WebhookPayload,
    webhook: Webhook,
  ) => Promise<Result<undefined, SendFailure>>;
  /**
   * Called for messages that were not delivered and will not be tried again, for the log and the
   * metrics.
   */
  readonly onEvent: (failure: NotifyFailure) => void;
}

export interface NotifyFailure {
  readonly tenant: string;
  readonly stack: string;
  /** Name of the channel. */
  readonly channel: string;
  readonly to: 'slack' | 'webhook';
  /** Where `unknown` is set, the message may have arrived: look in the channel. */
  readonly failure: SendFailure;
}

/**
 * Notifies a channel of the status of a stack. What was sent is remembered, so that only news is
 * sent, no matter which job triggers it and how often.
 */
export function createNotifyHandler(deps: NotifyDeps): Handler<Jobs['notify']> {
  return async ({ tenant, stack, channel: name }, signal, job) => {
    const key: StackKey = { tenant, stack };
    const app = deps.apps.find((each) => each.tenant === tenant);
    const reportTo = (to: NotifyFailure['to']) => (failure: SendFailure) =>
      deps.onEvent({ tenant, stack, channel: name, to, failure });
    if (name.startsWith(replyChannel)) {
      if (app === undefined) return ok(undefined);
      const id = name.slice(replyChannel.length);
      return settle(await answerScan(deps, app, key, id), reportTo('slack'));
    }
    const channel = deps.channels.find((each) => each.tenant === tenant && each.name === name);
    switch (channel?.kind) {
      case undefined:
        reportTo('slack')(missing('There is no such channel in the settings any more.'));
        return ok(undefined);
      case 'slack': {
        const onEvent = reportTo('slack');
        if (app === undefined) {
          onEvent(missing('The settings have no Slack app for this tenant.'));
          return ok(undefined);
        }
        return settle(
          await notifySlack(deps, { key, channel: channel.channel, app }, onEvent, signal),
          onEvent,
        );
      }
      case 'webhook': {
        const { url, secret, private: isPrivate, loopback } = channel;
        const webhook = { url, secret, rules: { private: isPrivate, loopback } };
        const send = (payload: WebhookPayload) => deps.send(payload, webhook);
        const onEvent = reportTo('webhook');
        const place = { key, channel: name, job, send };
        return settle(await notifyWebhook(deps, place, onEvent, signal), onEvent);
      }
    }
  };
}

/** The queue retries a passing failure; any other failure is only reported. */
function settle(
  notified: Result<void, SendFailure>,
  onEvent: (failure: SendFailure) => void,
): Result<void> {
  if (notified.ok) return notified;
  if (notified.error.passing) return fail(notified.error);
  onEvent(notified.error);
  return ok(undefined);
}

function missing(message: string): SendFailure {
  return { code: 'channel-missing', message, passing: false };
}
