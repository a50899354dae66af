import { day, shiftTime } from '../../../model/instant.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { callerStacksOf } from '../../api/stacks.ts';
import { shownVisitor, showPage, type WebGate } from '../gate.ts';
import { isRefresh, liveFrom } from '../live/page.ts';
import { inboxPage } from './page.ts';
import { askOf, InboxQuery } from './query.ts';
import { lastVisit } from './visit.ts';

/** Intents on a page. */
const limit = 50;
/** Days of a trend. */
const trend = 14;

export function addInbox(gate: WebGate, { settings, store, now }: ApiDeps): void {
  gate.page('/ui', async (c, visitor) => {
    const { tenant, scopes } = visitor.caller;
    const names = callerStacksOf(settings, tenant).map(({ name }) => name);
    const query = InboxQuery.parse(c.req.query());
    const live = await liveFrom(store, tenant, names, 'all');
    const isLook = !isRefresh((name) => c.req.header(name));
    const times = { now: now(), before: await lastVisit(store, visitor, now(), isLook) };
    const since = shiftTime(times.now, -trend * day);
    const after = query.after === '' ? {} : { after: query.after };
    const [page, stacks] = await Promise.all([
      store.shown.inbox(askOf(tenant, names, query, times), { limit, ...after }),
      store.shown.stacks(tenant, names, since),
    ]);
    const body = inboxPage({ page, stacks, query, times, mayAnswer: scopes.includes('write') });
    const frame = { title: 'Inbox', path: '/ui', visitor: shownVisitor(visitor), body };
    return showPage(c, query.after === '' ? { ...frame, live } : frame);
  });
}
