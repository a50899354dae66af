import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { openServiceStore } from '../../../src/adapters/store/open-service.ts';
import { joinedScript } from '../../joined-script.ts';
import { openFolderStore } from './service-store.ts';

const key = { tenant: 'acme', stack: 'prod' };

const script = joinedScript(join(import.meta.dirname, 'keeper.ts'));

/** Starts a process that keeps runs, kills it after `enough` lines, and returns their number. */
async function keepAndKill(
  folder: string,
  enough: number,
  ...args: readonly string[]
): Promise<number> {
  const child = spawn(process.execPath, [script.path, folder, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let lines = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    lines += 1;
    if (lines === enough) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return lines;
}

/** The folder's runs, and what has to be written together with each of them. */
async function contents(folder: string) {
  const opened = await openServiceStore({ kind: 'folder', path: folder }, { timeout: 0 });
  if (!opened.ok) throw new Error(opened.error.message);
  const { store } = opened.value;
  const project = store.project(key);
  const [latest] = (await store.runs.list(key, { limit: 100 })).items;
  const found = {
    runs: (await project.runs()).length,
    intents: (await project.intents()).length,
    ledger: (await project.addresses()).length,
    jobs: (await store.outbox.pending(1000)).length,
    open: (await project.memory()).open.length,
    closed: (await store.drifts.closed(key, { limit: 100 })).items.length,
    seen: (await project.memory()).state?.at.slice(14, 16),
    planned: (await store.runs.planned(key, latest?.id ?? '')).map(({ intent }) => intent),
    latest: latest?.startedAt.slice(14, 16),
  };
  await store.close();
  return found;
}

it('keeps a run and all that follows from it, or nothing, if the process is killed', async () => {
  const { folder, store, stop } = await openFolderStore();
  await store.close();
  // Killed inside the transaction, between the plans and the jobs of the first run.
  await keepAndKill(folder, 1, '0', 'plan');
  const none = await contents(folder);
  // Killed at an arbitrary moment.
  const reported = await keepAndKill(folder, 7, '0');
  const some = await contents(folder);
  // Killed inside the transaction again, after the runs that are already there.
  await keepAndKill(folder, 1, '30', 'plan');
  const same = await contents(folder);
  await stop();

  expect(none).toEqual({
    ...{ runs: 0, intents: 0, ledger: 0, jobs: 0, planned: [], latest: undefined },
    ...{ open: 0, closed: 0, seen: undefined },
  });
  expect(some.runs).toBeGreaterThanOrEqual(reported);
  expect(some).toMatchObject({ intents: some.runs, ledger: some.runs, jobs: some.runs });
  // The open drift belongs to the same run as the plan.
  expect(some).toMatchObject({ open: 1, closed: some.runs - 1, seen: some.latest });
  expect(some.planned).toEqual([`i-n${some.runs - 1}`]);
  expect(same).toEqual(some);
});
