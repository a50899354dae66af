import type { SendFailure } from '../../adapters/notify/retry.ts';
import type { WebhookPayload } from '../../adapters/notify/webhook/schema.ts';
import type { Webhook } from '../../adapters/notify/webhook/send.ts';
import type { Handler } from '../../adapters/queue/types.ts';
import type { ChannelSettings } from '../../config/service/channels.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { replyChannel } from './keys.ts';
import { answerScan } from './reply.ts';
import type { SlackApp } from './slack-apps.ts';
import type { TellPorts } from './slack-place.ts';
import { tellSlack } from './tell-slack.ts';
import { tellWebhook } from './tell-webhook.ts';

export interface NotifyDeps extends TellPorts {
  /** Of all tenants, with their references resolved. */
  readonly channels: readonly ChannelSettings[];
  readonly apps: readonly SlackApp[];
  readonly send: (
    payload: WebhookPayload,
    webhook: Webhook,
  ) => Promise<Result<undefined, SendFailure>>;
  /** Hears of what was not told and will not be tried again, for the log and the metrics. */
  readonly heard: (trouble: NotifyTrouble) => void;
}

export interface NotifyTrouble {
  readonly tenant: string;
  readonly stack: string;
  /** Name of the channel. */
  readonly channel: string;
  readonly to: 'slack' | 'webhook';
  /** With `unknown`, it may have arrived; look in the channel. */
  readonly failure: SendFailure;
}

/**
 * Tells a channel how things stand with a stack. What it has said is remembered, so that it tells
 * what is new, whichever job asks and however often.
 */
export function createNotifyHandler(deps: NotifyDeps): Handler<Jobs['notify']> {
  return async ({ tenant, stack, channel: name }, signal, job) => {
    const key: StackKey = { tenant, stack };
    const app = deps.apps.find((each) => each.tenant === tenant);
    const hear = (to: NotifyTrouble['to']) => (failure: SendFailure) =>
      deps.heard({ tenant, stack, channel: name, to, failure });
    if (name.startsWith(replyChannel)) {
      if (app === undefined) return ok(undefined);
      const id = name.slice(replyChannel.length);
      return settle(await answerScan(deps, app, key, id), hear('slack'));
    }
    const channel = deps.channels.find((each) => each.tenant === tenant && each.name === name);
    switch (channel?.kind) {
      case undefined:
        hear('slack')(missing('There is no such channel in the settings any more.'));
        return ok(undefined);
      case 'slack': {
        const heard = hear('slack');
        if (app === undefined) {
          heard(missing('The settings have no Slack app for this tenant.'));
          return ok(undefined);
        }
        return settle(
          await tellSlack(deps, { key, channel: channel.channel, app }, heard, signal),
          heard,
        );
      }
      case 'webhook': {
        const { url, secret, private: isPrivate, loopback } = channel;
        const webhook = { url, secret, rules: { private: isPrivate, loopback } };
        const send = (payload: WebhookPayload) => deps.send(payload, webhook);
        const heard = hear('webhook');
        const place = { key, channel: name, job, send };
        return settle(await tellWebhook(deps, place, heard, signal), heard);
      }
    }
  };
}

/** What may pass is tried again by the queue; anything else is only heard of. */
function settle(
  told: Result<void, SendFailure>,
  heard: (failure: SendFailure) => void,
): Result<void> {
  if (told.ok) return told;
  if (told.error.passing) return fail(told.error);
  heard(told.error);
  return ok(undefined);
}

function missing(message: string): SendFailure {
  return { code: 'channel-missing', message, passing: false };
}
