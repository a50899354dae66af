import { readBlame } from '../../../app/history/blame.ts';
import { loadSchema } from '../../../providers/schema/load.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { tenantStacks } from '../../api/stacks.ts';
import { notFoundPage, shownVisitor, showPage, type WebGate } from '../gate.ts';
import { liveFrom } from '../live/page.ts';
import { resourcePage } from './page.ts';

/** Open intents on a page. */
const maxIntentsShown = 20;

export function addResourcePage(
  gate: WebGate,
  { settings, store, runtime: { now } }: ApiDeps,
): void {
  // Loaded once, before the first resource is shown.
  const schema = loadSchema();
  gate.page('/ui/stacks/:stack/resource', async (c, visitor) => {
    const { tenant } = visitor.caller;
    const stack = c.req.param('stack') ?? '';
    const address = c.req.query('address') ?? '';
    const isKnown = tenantStacks(settings, tenant).some(({ name }) => name === stack);
    if (!isKnown || address === '' || address.length > 2000) return notFoundPage(c, visitor);
    const key = { tenant, stack };
    const live = await liveFrom(store, tenant, [stack], 'one');
    const [blamed, intents] = await Promise.all([
      readBlame(store.project(key), { address, path: undefined, now: now() }, schema),
      store.shown.about(key, address, maxIntentsShown),
    ]);
    const blame = blamed.ok ? blamed.value.find((one) => one.address === address) : undefined;
    if (blame === undefined && intents.length === 0) return notFoundPage(c, visitor);
    const body = resourcePage({ stack, address, blame, intents, now: now() });
    const frame = { title: address, path: '/ui', visitor: shownVisitor(visitor), body };
    return showPage(c, { ...frame, live });
  });
}
