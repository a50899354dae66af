import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stack } from '../../../src/config/service/stacks.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { createScanBench, demoNow, filesBelow, type ScanBench } from '../../app/demo-stack.ts';
import { pathThrough, throughProvider } from '../harness/parley.ts';
import { terraformEnvironment } from '../harness/terraform.ts';
import { lasting, Places } from './lasting.ts';

const key = { tenant: 'default', stack: 'shop' };
const old = 'aws_cloudwatch_log_group.old';

lasting.describe('a new stack of the service', () => {
  let places: Places;
  let store: TestServiceStore;
  let bench: ScanBench;

  beforeAll(async () => {
    if (lasting.idle) return;
    places = await Places.open();
    const { dir, prepared, fork } = places.shop;
    store = await openTestServiceStore();
    bench = createScanBench({
      store: store.store,
      stack: ({ path }) =>
        Stack.parse({ name: 'shop', repository: path, root: 'prod', verify: 'plan' }),
      env: {
        ...terraformEnvironment({ ...prepared, dir, endpoint: fork.endpoint }),
        PATH: pathThrough(places.shop),
      },
    });
    const code = Object.entries(filesBelow(dir)).filter(([path]) => path.endsWith('.tf'));
    const state = readFileSync(join(dir, 'terraform.tfstate'), 'utf8');
    bench.repository.commit({
      ...Object.fromEntries(code.map(([path, text]) => [`prod/${path}`, text])),
      'prod/terraform.tfstate': state,
    });
  }, 900_000);

  afterAll(async () => {
    if (lasting.idle) return;
    await bench.close();
    await store.stop();
    await places.close();
  });

  const set = (retentionInDays: number) =>
    places.act(({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/lasting/old', retentionInDays }),
    );

  async function scan(cause: 'schedule' | 'confirm') {
    const scanned = () => bench.scan({ cause });
    const done = await throughProvider(lasting, places.shop, scanned, 'installing');
    expect(done).toEqual({ ok: true, value: undefined });
    const run = await store.store.runs.latest(key);
    if (run === undefined) throw new Error('There is no run.');
    return run;
  }

  it.skipIf(lasting.idle)(
    'gets a baseline with its first run, and confirms open drift on a schedule of its own',
    async () => {
      await set(90);
      const first = await scan('schedule');
      expect(first.command).toBe('baseline');
      expect(first.report.inputs.baseline).toBe(first.startedAt);
      expect(first.report.openDrifts).toMatchObject([{ address: old, state: 'new' }]);
      expect(await store.store.runs.baseline(key)).toBe(first.startedAt);

      await set(30);
      bench.setNow(new Date(Date.parse(demoNow) + 86_400_000).toISOString());
      const usual = await scan('schedule');
      expect(usual.command).toBe('scan');
      expect(usual.report.inputs.baseline).toBe(first.startedAt);
      expect(usual.report.openDrifts).toMatchObject([
        { address: old, state: 'open', lastConfirmed: { at: first.startedAt } },
      ]);

      const confirmed = await scan('confirm');
      expect(confirmed.report.openDrifts).toEqual([]);
      expect(confirmed.report.closedDrifts).toMatchObject([{ address: old, reason: 'went-back' }]);

      // What `init` installed is kept: the stack's own copy, and shared providers under the hash of
      // the lock file.
      const kept = readdirSync(bench.installs, { recursive: true, encoding: 'utf8' });
      const providers = kept.filter((path) => /hashicorp\/aws\/[\d.]+\/[a-z]+_\w+$/.test(path));
      expect(providers.map((path) => path.split('/')[2]).sort()).toEqual([
        'providers',
        'registry.terraform.io',
      ]);
      expect(kept.filter((path) => /\/new-/.test(path))).toEqual([]);
    },
    900_000,
  );
});
