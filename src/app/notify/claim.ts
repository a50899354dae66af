import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKey } from './keys.ts';
import { after, memory } from './times.ts';

/** Milliseconds within which what was begun may still be under way. */
const patience = 5 * 60 * 1000;

/**
 * Takes something before it is sent, so that of two workers one sends it. `busy`: another one is at
 * it; `lost`: whoever took it is gone, and nobody knows whether it was sent.
 */
export async function claim(
  { marks }: Pick<ServiceStore, 'marks'>,
  tenant: string,
  key: string,
  now: string,
): Promise<'taken' | 'busy' | 'lost'> {
  const mark = { value: { at: now }, until: after(now, memory) };
  if (await marks.take(tenant, claimKey(key), mark)) return 'taken';
  const begun = (await marks.get(tenant, claimKey(key)))?.value['at'];
  const isRecent = typeof begun === 'string' && after(begun, patience) > now;
  return isRecent ? 'busy' : 'lost';
}

/** Gives it back: it was not sent, or that it was is remembered elsewhere. */
export function release(
  { marks }: Pick<ServiceStore, 'marks'>,
  tenant: string,
  key: string,
): Promise<void> {
  return marks.drop(tenant, claimKey(key));
}
