import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import { after, memoryTime } from './times.ts';

/** Milliseconds within which what was begun may still be under way. */
const timeout = 5 * 60 * 1000;

/**
 * Claims something before it is sent, so that of two workers one sends it. `busy`: another one is at
 * it; `lost`: whoever claimed it is gone, and whether it was sent is unknown.
 */
export async function claim(
  { claims }: Pick<ServiceStore, 'claims'>,
  tenant: string,
  key: string,
  now: string,
): Promise<'taken' | 'busy' | 'lost'> {
  const sending = claimKeys.sending(key);
  const begun = { value: { at: now }, until: after(now, memoryTime) };
  if (await claims.take(tenant, sending, begun)) return 'taken';
  const at = (await claims.get(tenant, sending))?.value.at;
  return at !== undefined && after(at, timeout) > now ? 'busy' : 'lost';
}

/** Gives it back: it was not sent, or that it was is remembered elsewhere. */
export function releaseClaim(
  { claims }: Pick<ServiceStore, 'claims'>,
  tenant: string,
  key: string,
): Promise<void> {
  return claims.drop(tenant, claimKeys.sending(key));
}
