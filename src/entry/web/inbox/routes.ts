import { day, shiftTime } from '../../../model/instant.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import { lastSeenKeys } from '../../../ports/store/state/keys.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { tenantStacks } from '../../api/stacks.ts';
import { shownVisitor, showPage, type WebGate } from '../gate.ts';
import { isRefresh, liveFrom } from '../live/page.ts';
import type { Visitor } from '../session.ts';
import { inboxPage } from './page.ts';
import { InboxQuery, parseInboxQuery } from './query.ts';

/** Intents on a page. */
const limit = 50;
/** Days of a trend. */
const trend = 14;

export function addInbox(gate: WebGate, { settings, store, runtime: { now } }: ApiDeps): void {
  gate.page('/ui', async (c, visitor) => {
    const { tenant, scopes } = visitor.caller;
    const names = tenantStacks(settings, tenant).map(({ name }) => name);
    const query = InboxQuery.parse(c.req.query());
    const live = await liveFrom(store, tenant, names, 'all');
    const isLook = !isRefresh((name) => c.req.header(name));
    const times = { now: now(), before: await lastVisit(store, visitor, now(), isLook) };
    const since = shiftTime(times.now, -trend * day);
    const after = query.after === '' ? {} : { after: query.after };
    const [page, stacks] = await Promise.all([
      store.shown.inbox(parseInboxQuery(tenant, names, query, times), { limit, ...after }),
      store.shown.stacks(tenant, names, since),
    ]);
    const body = inboxPage({ page, stacks, query, times, mayAnswer: scopes.includes('write') });
    const frame = { title: 'Inbox', path: '/ui', visitor: shownVisitor(visitor), body };
    return showPage(c, query.after === '' ? { ...frame, live } : frame);
  });
}

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
async function lastVisit(
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
