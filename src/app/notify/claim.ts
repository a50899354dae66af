import { shiftTime } from '../../model/instant.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import { memoryTime } from './times.ts';

/** Milliseconds within which a send that began may still be in progress. */
const timeout = 5 * 60 * 1000;

/**
 * Claims a message before it is sent, so that only one of two workers sends it. `busy`: another
 * worker is sending it; `lost`: the worker that claimed it is gone, and whether it was sent is
 * unknown.
 */
export async function claim(
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
export function releaseClaim(
  { claims }: Pick<ServiceStore, 'claims'>,
  tenant: string,
  key: string,
): Promise<void> {
  return claims.drop(tenant, claimKeys.sending(key));
}
