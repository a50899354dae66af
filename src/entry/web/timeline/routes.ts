import type { ApiDeps } from '../../api/deps.ts';
import { tenantStacks } from '../../api/stacks.ts';
import { shownVisitor, showPage, type WebGate } from '../gate.ts';
import { liveFrom } from '../live/page.ts';
import { timelineSlices } from './chart.ts';
import { timelinePage } from './page.ts';
import { queryRange, TimelineQuery } from './query.ts';

/** Rows of the table; the chart has everything. */
const rows = 100;

export function addTimeline(gate: WebGate, { settings, store, runtime: { now } }: ApiDeps): void {
  gate.page('/ui/timeline', async (c, visitor) => {
    const { tenant } = visitor.caller;
    const stacks = tenantStacks(settings, tenant).map(({ name }) => name);
    const query = TimelineQuery.parse(c.req.query());
    const asked = query.stack === '' ? stacks : stacks.filter((name) => name === query.stack);
    const [only] = asked;
    const live =
      only !== undefined && asked.length === 1
        ? await liveFrom(store, tenant, [only], 'one')
        : await liveFrom(store, tenant, stacks, 'all');
    const newest = await store.shown.between({ tenant, stacks: asked }, always, 1);
    const range = queryRange(query, newest[0]?.to ?? now());
    const [from = '', to = ''] = [range.start, range.end].map((time) =>
      new Date(time).toISOString(),
    );
    const [items, cells, windows] = await Promise.all([
      store.shown.between({ tenant, stacks: asked }, { from, to }, rows),
      store.shown.cells({ tenant, stacks: asked }, { from, to }, timelineSlices),
      store.shown.windows({ tenant, stacks: asked }, { from, to }),
    ]);
    const body = timelinePage({ items, cells, windows, stacks, range, query });
    const frame = { title: 'Timeline', path: '/ui/timeline', body, live };
    return showPage(c, { ...frame, visitor: shownVisitor(visitor) });
  });
}

/** The entire range of four-digit years. */
const always = { from: '0001-01-01T00:00:00.000Z', to: '9999-12-31T00:00:00.000Z' };
