import type { ApiDeps, ApiLimits } from '../../api/deps.ts';
import { problemResponse } from '../../api/http/problem.ts';
import { refuseCall } from '../../api/http/reply.ts';
import { tenantStacks } from '../../api/stacks.ts';
import { notFoundPage, type WebGate } from '../gate.ts';
import { createLiveHub } from './hub.ts';
import { liveStream } from './stream.ts';

const path = '/ui/live';

/** Adds the stream that notifies open pages of changes. */
export function addLive(
  gate: WebGate,
  { settings, store, process: { ending }, runtime: { log } }: ApiDeps,
  { livePause, liveBeat }: Pick<ApiLimits, 'livePause' | 'liveBeat'>,
): void {
  const hub = createLiveHub({ store, log, ending, pause: livePause });
  gate.page(path, async (c, visitor) => {
    const { tenant } = visitor.caller;
    const names = tenantStacks(settings, tenant).map(({ name }) => name);
    const only = c.req.query('stack');
    if (only !== undefined && !names.includes(only)) return notFoundPage(c, visitor);
    const body = liveStream(hub, {
      ...{ tenant, session: visitor.secret, beat: liveBeat },
      stacks: only === undefined ? names : [only],
      since: Number(c.req.header('last-event-id') ?? c.req.query('since')) || 0,
      isSignedIn: gate.stays(c, visitor),
    });
    if (body === undefined) return problemResponse(tooMany, c.get('id'));
    return c.body(body, 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Without this header, proxies would buffer the stream.
      'x-accel-buffering': 'no',
    });
  });
}

const tooMany = refuseCall(503, 'too-many-streams', 'Too many pages are open.', {
  headers: { 'retry-after': '30' },
});
