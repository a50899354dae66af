import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openQueues } from '../../../src/adapters/queue/open.ts';
import type { Queues } from '../../../src/adapters/queue/types.ts';
import { ok, type Problem } from '../../../src/model/result.ts';
import { startServer } from '../store/server.ts';

const server = startServer();
const opened: Queues[] = [];
afterEach(async () => {
  for (const queues of opened.splice(0)) await queues.close();
});
afterAll(() => server?.stop());

/** Milliseconds that workers have to start before the server is killed: some are connecting then. */
const moments = [0, 2, 5, 10, 20, 40];
const kills: readonly (readonly [string, number | undefined])[] = [
  ['before they start', undefined],
  ...moments.map((moment) => [`${moment} ms after they start`, moment] as const),
];

it.skipIf(server === undefined).each(kills)(
  'workers survive PostgreSQL being killed %s, and work when it is back',
  async (name, moment) => {
    if (server === undefined) return;
    const problems: Problem[] = [];
    const options = { report: (problem: Problem) => problems.push(problem), pause: 1 };
    const location = { kind: 'server', url: server.url } as const;
    const queues = await openQueues(location, {
      ...options,
      namespace: `away-${name.replaceAll(' ', '-')}`,
    });
    if (!queues.ok) throw new Error(queues.error.message);
    opened.push(queues.value);
    const done: string[] = [];
    if (moment === undefined) server.kill();
    for (const other of ['propose', 'notify', 'converge', 'collect'] as const) {
      queues.value.work(other, async () => ok(undefined));
    }
    queues.value.work('reconcile', async ({ stack }) => {
      done.push(stack);
      return ok(undefined);
    });
    if (moment !== undefined) {
      if (moment > 0) await sleep(moment);
      server.kill();
    }

    // Nothing else runs in a process whose workers spin, so this would never end.
    await sleep(1500);
    // Of each of the five: a lost connection or two, and a failed attempt a second.
    expect(problems.length).toBeLessThan(60);

    server.restart();
    const job = { tenant: 'acme', stack: 'shop', cause: 'push' } as const;
    await vi.waitFor(() => queues.value.queue('reconcile').add(job), { timeout: 60_000 });
    await vi.waitFor(() => expect(done).toEqual(['shop']), { timeout: 60_000 });
  },
);
