import type { ApiDeps } from '../../api/deps.ts';
import { callerStacksOf } from '../../api/stacks.ts';
import { shownVisitor, showPage, type WebGate } from '../gate.ts';
import { timelinePage } from './page.ts';
import { rangeOf, TimelineQuery } from './query.ts';

/** Intents of a chart. */
const most = 1500;

export function addTimeline(gate: WebGate, { settings, store, now }: ApiDeps): void {
  gate.page('/ui/timeline', async (c, visitor) => {
    const { tenant } = visitor.caller;
    const stacks = callerStacksOf(settings, tenant).map(({ name }) => name);
    const query = TimelineQuery.parse(c.req.query());
    const asked = query.stack === '' ? stacks : stacks.filter((name) => name === query.stack);
    const newest = await store.shown.between({ tenant, stacks: asked }, always, 1);
    const range = rangeOf(query, newest[0]?.to ?? now());
    const [start, end] = [range.start, range.end].map((time) => new Date(time).toISOString());
    const [items, windows] = await Promise.all([
      store.shown.between(
        { tenant, stacks: asked },
        { from: start ?? '', to: end ?? '' },
        most + 1,
      ),
      store.shown.windows(tenant, asked),
    ]);
    const body = timelinePage({
      ...{ items: items.slice(0, most), isCut: items.length > most, windows, stacks, range, query },
    });
    const frame = { title: 'Timeline', path: '/ui/timeline', body };
    return showPage(c, { ...frame, visitor: shownVisitor(visitor) });
  });
}

/** All that a calendar of four digits has. */
const always = { from: '0001-01-01T00:00:00.000Z', to: '9999-12-31T00:00:00.000Z' };
