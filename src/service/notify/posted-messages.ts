import type { PostedMessages } from '../../notify/slack/client.ts';
import type { ServiceStore } from '../ports/store.ts';
import { claimKey } from './keys.ts';
import { after, memory } from './times.ts';

/** Milliseconds within which a post that was begun may still be under way. */
const patience = 5 * 60 * 1000;

/** What was posted for a tenant, as the store remembers it for all processes. */
export function createPostedMessages(
  { posted, marks }: Pick<ServiceStore, 'posted' | 'marks'>,
  tenant: string,
  now: () => string,
): PostedMessages {
  return {
    find: (key) => posted.find(tenant, key),
    async claim(key) {
      const at = now();
      const mark = { value: { at }, until: after(at, memory) };
      if (await marks.take(tenant, claimKey(key), mark)) return 'taken';
      const begun = (await marks.get(tenant, claimKey(key)))?.value['at'];
      const isRecent = typeof begun === 'string' && after(begun, patience) > at;
      return isRecent ? 'busy' : 'lost';
    },
    release: (key) => marks.drop(tenant, claimKey(key)),
    // The claim stays: whoever looked before this and claims after it must not get it.
    keep: (key, { channel, ts }) => posted.keep(tenant, key, { channel, ts }),
  };
}
