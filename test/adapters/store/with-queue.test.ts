import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openQueues } from '../../../src/adapters/queue/open.ts';
import type { Queues } from '../../../src/adapters/queue/types.ts';
import { ok } from '../../../src/model/result.ts';
import { stateKey } from '../../../src/ports/store/state/keys.ts';
import { putProposalAnew } from './put-proposal.ts';
import { at, proposalOf, serviceRun } from './service-runs.ts';
import { type FolderServiceStore, openFolderStore } from './service-store.ts';
import { anything, groupOf } from './state-keys.ts';

const handled = groupOf('lastSeen', anything);

const stacks = 20;
const times = 10;

let opened: FolderServiceStore;
let queues: Queues;
beforeAll(async () => {
  opened = await openFolderStore();
  const made = await openQueues(
    { kind: 'embedded', pool: opened.pool },
    { report: ({ message }) => expect.fail(message) },
  );
  if (!made.ok) throw new Error(made.error.message);
  queues = made.value;
});
afterAll(async () => {
  await queues.close();
  await opened.stop();
});

it('records runs and works on the jobs that follow, on one session', async () => {
  const { store, pool } = opened;
  let running = true;
  queues.work(
    'reconcile',
    async ({ tenant, stack, until = at(1) }) => {
      const run = serviceRun({ startedAt: until, intents: ['one', 'two'] });
      await store.runs.keep({ tenant, stack }, run, ({ id }) => [
        { queue: 'propose', job: { tenant, stack, forge: 'github', run: id } },
      ]);
      return ok(undefined);
    },
    { concurrency: 4 },
  );
  queues.work(
    'propose',
    async ({ tenant, stack, run }) => {
      const key = { tenant, stack };
      const planned = await store.runs.planned(key, run);
      const updatedAt = (await store.runs.get(key, run))?.startedAt ?? at(1);
      if (planned.length > 0) {
        await putProposalAnew(store, proposalOf(tenant, stack, 1, { run, updatedAt }));
      }
      await store.lastSeen.put(tenant, stateKey(handled, `${stack} ${run}`), {
        value: {},
        until: at(30),
      });
      return ok(undefined);
    },
    { concurrency: 4 },
  );
  const flushing = (async () => {
    while (running) {
      const pending = await store.outbox.pending(50);
      for (const { queue, job } of pending) {
        if (queue === 'propose') expect((await queues.queue(queue).add(job)).ok).toBe(true);
      }
      await store.outbox.done(pending.map(({ seq }) => seq));
      await sleep(5);
    }
  })();
  const jobs = Array.from({ length: stacks * times }, (_, i) => ({
    tenant: 'acme',
    stack: `s${i % stacks}`,
    cause: 'person' as const,
    until: at(14, Math.floor(i / stacks)),
  }));
  const added = await Promise.all(jobs.map((job) => queues.queue('reconcile').add(job)));
  const done = async () => (await store.lastSeen.list('acme', handled)).length;
  while ((await done()) < jobs.length) await sleep(20);
  running = false;
  await flushing;
  const runs = await pool.query<{ n: number }>('select count(*)::int as n from public.runs');
  const proposals = await store.proposals.page({ tenant: 'acme' }, { limit: 100 });

  expect(added.every((one) => one.ok)).toBe(true);
  expect(runs.rows).toEqual([{ n: stacks * times }]);
  expect(await store.outbox.pending(10)).toEqual([]);
  expect(proposals.items).toHaveLength(stacks);
  for (const { stack, run } of proposals.items) {
    expect(run).toBe((await store.runs.latest({ tenant: 'acme', stack }))?.id);
  }
}, 300_000);
