import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { QueueLocation } from '../../../src/adapters/queue/location.ts';
import { openQueues } from '../../../src/adapters/queue/open.ts';
import type { Queues } from '../../../src/adapters/queue/types.ts';
import { ok, type Problem } from '../../../src/model/result.ts';
import { startDurableRedis } from '../../app/servers/redis.ts';
import { eventually } from '../../eventually.ts';
import { describePlaces } from '../../places.ts';
import { hasServer, startServer } from '../store/server.ts';
import { hasRedis } from './redis-server.ts';

/** A server that can be killed, and started again with its data. */
interface Mortal {
  readonly location: QueueLocation;
  kill(): Promise<void> | void;
  restart(): Promise<void> | void;
  stop(): Promise<void> | void;
}

async function startPostgres(): Promise<Mortal> {
  const server = startServer();
  if (server === undefined) throw new Error('PostgreSQL is gone.');
  return { ...server, location: { kind: 'server', url: server.url } };
}

async function startRedis(): Promise<Mortal> {
  const server = await startDurableRedis();
  return { ...server, location: { kind: 'redis', url: server.url } };
}

const places: readonly [string, (() => Promise<Mortal>) | undefined][] = [
  ['PostgreSQL', hasServer() ? startPostgres : undefined],
  ['Redis', hasRedis() ? startRedis : undefined],
];

/** Milliseconds that workers have to start before the server is killed: some are connecting then. */
const moments = [0, 2, 5, 10, 20, 40];
const kills: readonly (readonly [string, number | undefined])[] = [
  ['before they start', undefined],
  ...moments.map((moment) => [`${moment} ms after they start`, moment] as const),
];

describePlaces('workers', places, (start) => {
  let server: Mortal;
  const opened: Queues[] = [];
  beforeAll(async () => {
    server = await start();
  });
  afterEach(async () => {
    for (const queues of opened.splice(0)) await queues.close();
  });
  afterAll(() => server.stop());

  it.each(kills)(
    'survive a server that is killed %s, and work when it is back',
    async (name, moment) => {
      const problems: Problem[] = [];
      const options = { report: (problem: Problem) => problems.push(problem), pause: 1 };
      const namespace = `away-${name.replaceAll(' ', '-')}`;
      const queues = await openQueues(server.location, { ...options, namespace });
      if (!queues.ok) throw new Error(queues.error.message);
      opened.push(queues.value);
      const done: string[] = [];
      if (moment === undefined) await server.kill();
      for (const other of ['propose', 'notify', 'converge', 'collect'] as const) {
        queues.value.work(other, async () => ok(undefined));
      }
      queues.value.work('reconcile', async ({ stack }) => {
        done.push(stack);
        return ok(undefined);
      });
      if (moment !== undefined) {
        if (moment > 0) await sleep(moment);
        await server.kill();
      }

      // The first use of a queue must not decide about the later ones.
      const delivery = { tenant: 'acme', forge: 'own', delivery: 'd-1' };
      const early = queues.value
        .queue('feedback')
        .add(delivery)
        .catch(() => undefined);
      // Nothing else runs in a process whose workers spin, so this would never end.
      await sleep(1500);
      // Each of the six that share a connection reports each attempt; spinning means thousands.
      expect(problems.length).toBeLessThan(500);

      await server.restart();
      const job = { tenant: 'acme', stack: 'shop', cause: 'push' } as const;
      await eventually(() => queues.value.queue('reconcile').add(job));
      await eventually(() => expect(done).toEqual(['shop']));
      await early;
      await eventually(() => queues.value.queue('feedback').add(delivery));
      expect(await queues.value.queue('feedback').stats()).toMatchObject({ waiting: 1 });
    },
  );

  it('work again after a server that was away for longer than they wait for a job', async () => {
    const queues = await openQueues(server.location, {
      report: () => undefined,
      namespace: 'long',
    });
    if (!queues.ok) throw new Error(queues.error.message);
    opened.push(queues.value);
    const done: string[] = [];
    queues.value.work('reconcile', async ({ stack }) => {
      done.push(stack);
      return ok(undefined);
    });
    await sleep(300);
    await server.kill();
    await sleep(9000);
    await server.restart();

    const job = { tenant: 'acme', stack: 'shop', cause: 'push' } as const;
    await eventually(() => queues.value.queue('reconcile').add(job));
    await eventually(() => expect(done).toEqual(['shop']));
  });

  it.each([
    ['is away', false],
    ['has just come back', true],
  ])('end when they are closed while the server %s', async (name, isBack) => {
    const queues = await openQueues(server.location, {
      report: () => undefined,
      namespace: `closed-${name.replaceAll(' ', '-')}`,
    });
    if (!queues.ok) throw new Error(queues.error.message);
    for (const queue of ['propose', 'notify', 'collect'] as const) {
      queues.value.work(queue, async () => ok(undefined));
    }
    await queues.value.queue('feedback').stats();
    // Long enough to wait for jobs, and then between attempts to connect.
    await sleep(300);
    await server.kill();
    await sleep(1000);
    if (isBack) await server.restart();

    await queues.value.close();
    if (!isBack) await server.restart();
  });
});
