import { openServiceStore } from '../../../src/adapters/store/open-service.ts';
import { at, reconcileJob, serviceRun } from './service-runs.ts';

/**
 * Keeps runs until it is killed, and prints the number of each once it is stored. With `plan` it
 * hangs inside the transaction, between the plans of a run and its jobs.
 */
const [, , folder = '', first = '0', stop = ''] = process.argv;
const opened = await openServiceStore({ kind: 'folder', path: folder }, { timeout: 10_000 });
if (!opened.ok) throw new Error(opened.error.message);
const { store } = opened.value;
for (let n = Number(first); ; n += 1) {
  const name = `n${n}`;
  await store.runs.keep(
    { tenant: 'acme', stack: 'prod' },
    // Each run closes what the one before had found.
    serviceRun({
      startedAt: at(14, n),
      intents: [name],
      closed: n === 0 ? [] : [`n${n - 1}`],
    }),
    () => {
      if (stop === 'plan') {
        process.stdout.write('planned\n');
        // Blocks the thread, so that nothing else can run here, least of all the commit.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }
      return [reconcileJob('acme', name)];
    },
  );
  process.stdout.write(`${n}\n`);
}
