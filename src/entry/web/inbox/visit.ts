import type { ServiceStore } from '../../../ports/store/service-store.ts';
import { lastSeenKeys } from '../../../ports/store/state/keys.ts';
import type { Visitor } from '../session.ts';

/** Who was away for longer comes back: what came in between is new. Milliseconds. */
const away = 30 * 60_000;
/** Milliseconds between two looks that are put down. */
const pause = 60_000;
/** Milliseconds after which nobody is remembered. */
const life = 90 * 86_400_000;

/**
 * Puts down that somebody looks; since when they have not, ISO 8601 UTC, or undefined the first time.
 * A page that is kept up to date is no look.
 */
export async function lastVisit(
  { lastSeen }: Pick<ServiceStore, 'lastSeen'>,
  { caller: { tenant, name } }: Visitor,
  now: string,
  isLook: boolean,
): Promise<string | undefined> {
  const key = lastSeenKeys.visit(name);
  const kept = (await lastSeen.get(tenant, key))?.value;
  const gone = kept === undefined ? 0 : Date.parse(now) - Date.parse(kept.at);
  const before = kept !== undefined && gone > away ? kept.at : kept?.before;
  if (isLook && (kept === undefined || gone > pause)) {
    const until = new Date(Date.parse(now) + life).toISOString();
    const value = { at: now, ...(before === undefined ? {} : { before }) };
    await lastSeen.put(tenant, key, { value, until });
  }
  return before;
}
