import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceStore } from '../../src/ports/store/service-store.ts';
import { serviceRun } from '../../test/adapters/store/service-runs.ts';
import { stackNames, tenant } from './fill.ts';

/**
 * Records a small scan of a separate stack five times a second, and returns how many it recorded.
 */
export async function updates(store: ServiceStore, signal: AbortSignal): Promise<number> {
  let count = 0;
  const of = { tenant, stack: `${stackNames[0]}-busy` };
  while (!signal.aborted) {
    const began = performance.now();
    const run = serviceRun();
    const startedAt = new Date().toISOString();
    const record = { ...run.record, report: { ...run.record.report, startedAt } };
    await store.runs.keep(of, { ...run, record }, () => []);
    count += 1;
    await sleep(Math.max(200 - (performance.now() - began), 0));
  }
  return count;
}
