import type { RetryTimer } from '../../adapters/notify/retry.ts';
import { createSlackClient, type SlackClient } from '../../adapters/notify/slack/client.ts';
import type { SlackSettings } from '../../config/service/channels.ts';
import type { SlackPermissions } from '../../config/service/slack-permissions.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { createPostedMessages } from './posted-messages.ts';

/** The Slack app of a tenant. */
export interface SlackApp {
  readonly tenant: string;
  readonly client: SlackClient;
  /** Newest first. */
  readonly signingSecrets: readonly string[];
  /** Newest first. */
  readonly actionKeys: readonly string[];
  readonly permissions: SlackPermissions;
}

export interface SlackPorts {
  readonly store: Pick<ServiceStore, 'posted' | 'claims'>;
  readonly timer: RetryTimer;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Milliseconds allowed for one call. */
  readonly timeout: number;
  /** Called for each call to Slack. */
  readonly called?: (isDone: boolean) => void;
}

/** Makes the apps from settings whose references are resolved. */
export function createSlackApps(
  settings: readonly SlackSettings[],
  { store, timer, now, timeout, called = () => undefined }: SlackPorts,
): readonly SlackApp[] {
  return settings.map(({ tenant, token, signing_secrets, action_keys, api, permissions }) => {
    return {
      tenant,
      client: createSlackClient({
        token,
        posted: createPostedMessages(store, tenant, now),
        timer,
        now: () => Date.parse(now()),
        timeout,
        called,
        // With another API address, response addresses are on the same host.
        ...(api === undefined ? {} : { api, hooks: [new URL(api).origin] }),
      }),
      signingSecrets: signing_secrets,
      actionKeys: action_keys,
      permissions,
    };
  });
}
