import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stack } from '../../../src/config/service/stacks.ts';
import { fail } from '../../../src/model/result.ts';
import { lastTrouble } from '../../../src/service/reconcile/trouble.ts';
import { openTestServiceStore, type TestServiceStore } from '../../store/service-store.ts';
import { createScanBench, demoFiles, demoRecords, type ScanBench } from '../demo-stack.ts';

const key = { tenant: 'default', stack: 'shop' };

let store: TestServiceStore;
let bench: ScanBench;

beforeEach(async () => {
  store = await openTestServiceStore();
  bench = createScanBench({
    store: store.store,
    stack: ({ path }) =>
      Stack.parse({ name: 'shop', repository: path, forge: 'hub', notify: ['ops', 'hooks'] }),
  });
  bench.repository.commit(demoFiles());
});

afterEach(async () => {
  await bench.close();
  await store.stop();
});

describe('a scan', () => {
  it('records what it found with what follows, once', async () => {
    await bench.addRecords(demoRecords());

    expect(await bench.scan()).toEqual({ ok: true, value: undefined });

    const run = await store.store.runs.latest(key);
    expect(run?.revision).toBe(bench.repository.head());
    expect(run?.drifts).toBeGreaterThan(5);
    const planned = await store.store.runs.planned(key, run?.id ?? '');
    expect(planned.length).toBeGreaterThan(3);
    expect(await bench.jobs()).toEqual([
      { queue: 'propose', job: { ...key, forge: 'hub', run: run?.id } },
      { queue: 'notify', job: { ...key, channel: 'ops', subject: { kind: 'run', id: run?.id } } },
      { queue: 'notify', job: { ...key, channel: 'hooks', subject: { kind: 'run', id: run?.id } } },
    ]);

    await bench.scan();

    const again = await store.store.runs.latest(key);
    expect(again?.id).not.toBe(run?.id);
    expect(again?.findings).toBe(run?.findings);
    // The forge never answered, so it is told once more; people know already.
    expect(await bench.jobs()).toEqual([
      { queue: 'propose', job: { ...key, forge: 'hub', run: again?.id } },
    ]);
  });
});
