import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BullQueue } from '../../../src/adapters/queue/backend.ts';
import { openEmbedded } from '../../../src/adapters/queue/postgres.ts';
import { createQueue } from '../../../src/adapters/queue/queue.ts';
import { createProcess } from '../../../src/adapters/queue/worker.ts';
import { createDatabase } from '../../../src/adapters/store/pglite.ts';
import { createPglitePool, type PglitePool } from '../../../src/adapters/store/pglite-pool.ts';
import { fail } from '../../../src/model/result.ts';
import { jobDefinitions } from '../../../src/ports/jobs.ts';
import { eventually } from '../../eventually.ts';

const job = { tenant: 'acme', stack: 'prod', cause: 'push' as const };
let pool: PglitePool;

beforeAll(async () => {
  pool = createPglitePool(await createDatabase());
});
afterAll(() => pool.end());

it('tries a job once that fails before the call which adds it returns, and again when added again', async () => {
  const definition = jobDefinitions.reconcile;
  const report = (error: Error) => expect.fail(error.message);
  const backend = await openEmbedded(pool, report);
  const bull = backend.queue('add');
  const add: BullQueue['add'] = async (...args) => {
    const added = await bull.add(...args);
    await eventually(async () => expect(await added.isFailed()).toBe(true));
    return added;
  };
  const queue = createQueue('reconcile', definition, { ...bull, add });
  let tries = 0;
  const process = createProcess(
    'reconcile',
    definition,
    async () => {
      tries += 1;
      return fail({ code: 'state-unreadable', message: 'The state cannot be read.' });
    },
    { isFinal: () => true },
    new AbortController().signal,
  );
  const worker = backend.worker('add', process, {});

  await queue.add(job);
  expect(await queue.stats()).toMatchObject({ waiting: 0, dead: 1 });
  expect(tries).toBe(1);
  await queue.add(job);
  await eventually(() => expect(tries).toBe(2));

  await worker.close();
  await bull.close();
  await backend.close();
});
