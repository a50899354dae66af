import { day, shiftTime } from '../../../model/instant.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import { lastSeenKeys } from '../../../ports/store/state/keys.ts';
import type { Visitor } from '../session.ts';

/**
 * Milliseconds of absence after which a visitor counts as returning, so that everything since is
 * new.
 */
const away = 30 * 60_000;
/** Milliseconds between two visits that are recorded. */
const pause = 60_000;
/** Milliseconds after which a visitor is forgotten. */
const life = 90 * day;

/**
 * Records a visit, and returns when the visitor was last here before it, ISO 8601 UTC, or undefined
 * the first time. An automatic refresh of a page is not a visit.
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
    const until = shiftTime(now, life);
    const value = { at: now, ...(before === undefined ? {} : { before }) };
    await lastSeen.put(tenant, key, { value, until });
  }
  return before;
}
