import type { PostedMessages } from '../../adapters/notify/slack/client.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claim, releaseClaim } from './claim.ts';

/** The messages posted for a tenant, kept in the store that all processes share. */
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
    // The claim stays, so that a process that looked before this and claims after it does not get
    // it.
    keep: (key, { channel, ts }) => posted.keep(tenant, key, { channel, ts }),
  };
}
