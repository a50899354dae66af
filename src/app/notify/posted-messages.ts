import type { PostedMessages } from '../../adapters/notify/slack/client.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claim, releaseClaim } from './claim.ts';

/** What was posted for a tenant, as the store remembers it for all processes. */
export function createPostedMessages(
  store: Pick<ServiceStore, 'posted' | 'claims'>,
  tenant: string,
  now: () => string,
): PostedMessages {
  const { posted } = store;
  return {
    find: (key) => posted.find(tenant, key),
    claim: (key) => claim(store, tenant, key, now()),
    release: (key) => releaseClaim(store, tenant, key),
    // The claim stays: whoever looked before this and claims after it must not get it.
    keep: (key, { channel, ts }) => posted.keep(tenant, key, { channel, ts }),
  };
}
