import { describe, expect, it } from 'vitest';
import type { Queues } from '../../../src/adapters/queue/types.ts';
import { createFlush } from '../../../src/app/outbox/flush.ts';
import { fail, ok } from '../../../src/model/result.ts';
import type { Outbox, OutboxJob } from '../../../src/ports/store/service-store.ts';

type Entry = OutboxJob & { readonly seq: number };

/** An outbox in memory, with a note of what was added to which queue. */
function createStage() {
  let entries: readonly Entry[] = [];
  let seq = 0;
  let looks = 0;
  const added: string[] = [];
  const refused: string[] = [];
  /** Number of jobs that the queue takes before it becomes unreachable. */
  let takes = Number.POSITIVE_INFINITY;
  const outbox: Outbox = {
    async put(jobs) {
      entries = [
        ...entries,
        ...jobs.map((job) => {
          seq += 1;
          return { ...job, seq };
        }),
      ];
    },
    async pending(limit) {
      looks += 1;
      return entries.slice(0, limit);
    },
    async done(seqs) {
      entries = entries.filter((entry) => !seqs.includes(entry.seq));
    },
  };
  const queue = (name: string) => ({
    async add(job: { readonly source?: string; readonly stack?: string }) {
      if (takes === 0) throw new Error('The queue is away.');
      takes -= 1;
      const what = `${name} ${job.source ?? job.stack}`;
      if (job.source === 'refused') return fail({ code: 'job-invalid', message: what });
      added.push(what);
      return ok({ id: what });
    },
  });
  const queues = { queue } as unknown as Pick<Queues, 'queue'>;
  return {
    outbox,
    flush: createFlush({
      outbox,
      queues,
      refused: (name, { message }) => void refused.push(`${name}: ${message}`),
    }),
    added,
    refused,
    left: () => entries.length,
    looks: () => looks,
    setTaking: (jobs: number) => {
      takes = jobs;
    },
  };
}

const collect = (source: string): OutboxJob => ({
  queue: 'collect',
  job: { tenant: 'default', source },
});

describe('a flush of the outbox', () => {
  it('adds every job to its queue in order, and leaves none', async () => {
    const { outbox, flush, added, left } = createStage();
    await outbox.put([
      collect('a'),
      { queue: 'reconcile', job: { tenant: 'default', stack: 'shop', cause: 'events' } },
      ...Array.from({ length: 250 }, (_, index) => collect(`s${index}`)),
    ]);

    await flush();

    expect(added.slice(0, 3)).toEqual(['collect a', 'reconcile shop', 'collect s0']);
    expect(added).toHaveLength(252);
    expect(left()).toBe(0);
  });

  it('keeps the jobs while the queue is unreachable, and adds each once', async () => {
    const { outbox, flush, added, left, setTaking } = createStage();
    await outbox.put([collect('a'), collect('b'), collect('c')]);
    setTaking(2);

    await expect(flush()).rejects.toThrow('away');
    expect(left()).toBe(1);
    setTaking(Number.POSITIVE_INFINITY);
    await flush();

    expect(added).toEqual(['collect a', 'collect b', 'collect c']);
    expect(left()).toBe(0);
  });

  it('drops and reports what no queue takes, and goes on', async () => {
    const { outbox, flush, added, refused, left } = createStage();
    await outbox.put([collect('refused'), collect('b')]);

    await flush();

    expect([refused, added, left()]).toEqual([['collect: collect refused'], ['collect b'], 0]);
  });

  it('sees what was put before it, and shares its passes with others at the same time', async () => {
    const { outbox, flush, added, looks, left } = createStage();
    await outbox.put([collect('a')]);
    const first = flush();
    await outbox.put([collect('b')]);

    await Promise.all([first, flush(), flush(), flush()]);

    expect(added.sort()).toEqual(['collect a', 'collect b']);
    expect(left()).toBe(0);
    expect(looks()).toBe(2);
  });
});
