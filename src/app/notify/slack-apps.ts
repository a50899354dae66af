import type { RetryTimer } from '../../adapters/notify/retry.ts';
import {
  createSlackClient,
  type PostedMessages,
  type SlackClient,
} from '../../adapters/notify/slack/client.ts';
import type { SlackSettings } from '../../config/service/channels.ts';
import type { SlackPermissions } from '../../config/service/slack-permissions.ts';
import { shiftTime } from '../../model/instant.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import { memoryTime } from './times.ts';

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

/** The messages posted for a tenant, kept in the store that all processes share. */
function createPostedMessages(
  store: Pick<ServiceStore, 'posted' | 'claims'>,
  tenant: string,
  now: () => string,
): PostedMessages {
  const { posted } = store;
  return {
    find: (key) => posted.find(tenant, key),
    claim: (key) => claim(store, tenant, key, now()),
    release: (key) => releaseClaim(store, tenant, key),
    // The claim stays, so that a process that looked before this and claims after it does not get
    // it.
    keep: (key, { channel, ts }) => posted.keep(tenant, key, { channel, ts }),
  };
}

/** Milliseconds within which a send that began may still be in progress. */
const timeout = 5 * 60 * 1000;

/**
 * Claims a message before it is sent, so that only one of two workers sends it. `busy`: another
 * worker is sending it; `lost`: the worker that claimed it is gone, and whether it was sent is
 * unknown.
 */
async function claim(
  { claims }: Pick<ServiceStore, 'claims'>,
  tenant: string,
  key: string,
  now: string,
): Promise<'taken' | 'busy' | 'lost'> {
  const sending = claimKeys.sending(key);
  const begun = { value: { at: now }, until: shiftTime(now, memoryTime) };
  if (await claims.take(tenant, sending, begun)) return 'taken';
  const at = (await claims.get(tenant, sending))?.value.at;
  return at !== undefined && shiftTime(at, timeout) > now ? 'busy' : 'lost';
}

/**
 * Gives up the claim, because the message was not sent or the fact that it was is recorded
 * elsewhere.
 */
function releaseClaim(
  { claims }: Pick<ServiceStore, 'claims'>,
  tenant: string,
  key: string,
): Promise<void> {
  return claims.drop(tenant, claimKeys.sending(key));
}
