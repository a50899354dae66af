import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stack } from '../../../src/config/service/stacks.ts';
import { main } from '../../../src/entry/cli/main.ts';
import type { Report } from '../../../src/model/report.ts';
import type { GuardReport } from '../../../src/stages/guard/types.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { createScanBench, filesBelow } from '../../app/demo-stack.ts';
import { actInConsole } from '../harness/act.ts';
import { throughProvider } from '../harness/parley.ts';
import { terraformEnvironment } from '../harness/terraform.ts';
import { asTofu, tofuCalls } from '../harness/tofu.ts';
import { openWorkshop, type Workshop } from '../harness/workshop.ts';
import { lasting } from './lasting.ts';

const old = 'aws_cloudwatch_log_group.old';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

lasting.describe('an OpenTofu project', () => {
  let shop: Workshop;
  let env: Readonly<Record<string, string>>;
  let acts = 0;

  beforeAll(async () => {
    if (lasting.idle) return;
    shop = openWorkshop(await lasting.ready(), await lasting.fork());
    const { prepared, dir, fork, folder } = shop;
    const place = { ...prepared, dir, endpoint: fork.endpoint };
    env = { ...terraformEnvironment(place), PATH: asTofu(shop), HOME: folder };
    await parley('2025-03-04T07:00:00.000Z', 'init', '--dir', dir);
  }, 900_000);

  afterAll(async () => {
    if (lasting.idle) return;
    await lasting.stop(shop.fork);
    shop.close();
  });

  /** Attaches to a running provider, which `init` installs all the same. */
  const attached = <T>(use: () => Promise<T>) => throughProvider(lasting, shop, use, 'installing');

  const parley = (now: string, ...args: readonly string[]) => attached(() => start(now, args));

  async function start(now: string, args: readonly string[]): Promise<Ran> {
    let [out, err] = ['', ''];
    const code = await main(args, {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      env,
      cwd: shop.dir,
      now: () => now,
      elapsed: () => performance.now(),
      columns: 140,
      color: false,
    });
    return { code, out, err };
  }

  const report = () => JSON.parse(readFileSync(join(shop.folder, 'report.json'), 'utf8')) as Report;
  const flags = () => [
    ...['--dir', shop.dir, '--report', join(shop.folder, 'report.json'), '--no-llm'],
  ];

  async function tofu(...args: readonly string[]): Promise<string> {
    const own = { ...env, TF_CLI_CONFIG_FILE: shop.prepared.cliConfig };
    const { stdout } = await promisify(execFile)('tofu', args, { cwd: shop.dir, env: own });
    return stdout;
  }

  const initialized = () => tofu('init', '-input=false', '-lockfile=readonly');

  async function set(name: string, retentionInDays: number): Promise<string> {
    acts += 1;
    return actInConsole(shop, acts, ({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: `/lasting/${name}`, retentionInDays }),
    );
  }

  const proved = ['--verify', 'plan', '--policy', 'accept-all'];

  it.skipIf(lasting.idle)(
    'has its changes proved by tofu, which needs init only once',
    async () => {
      const events = await set('old', 90);
      tofuCalls(shop);
      const first = await parley(
        '2025-03-04T09:00:00.000Z',
        'scan',
        ...flags(),
        ...proved,
        '--events',
        events,
      );
      const calls = tofuCalls(shop);
      expect(first.code).toBe(0);
      expect(report().patches).toMatchObject([
        {
          files: [{ path: expect.stringContaining('.tofu') }],
          verification: { level: 'plan', passed: true },
        },
      ]);
      expect(report().drifts).toMatchObject([{ address: old, basis: 'confirmed' }]);
      const other = await set('merged', 60);
      const later = ['--events', other, ...proved];
      const again = await parley('2025-03-04T09:01:00.000Z', 'scan', ...flags(), ...later);

      expect(again.code).toBe(0);
      expect(calls).toEqual(['init', 'plan', 'show']);
      expect(tofuCalls(shop)).toEqual(['plan', 'show', 'plan']);
      expect(first.out + first.err).not.toMatch(/terraform /i);
    },
    900_000,
  );

  it.skipIf(lasting.idle)(
    'gets patches in its .tofu files, after which tofu has nothing to do',
    async () => {
      const events = await set('old', 60);
      const done = await parley(
        '2025-03-04T10:00:00.000Z',
        'reconcile',
        '--write',
        ...flags(),
        ...proved,
        '--events',
        events,
      );

      expect(done.code).toBe(0);
      const [file = ''] = (report().patches[0]?.files ?? []).map(({ path }) => path);
      expect(readFileSync(join(shop.dir, file), 'utf8')).toContain('retention_in_days = 60');
      expect(file).toMatch(/\.tofu$/);
      const plan = await attached(async () => {
        await initialized();
        return tofu('plan', '-no-color', '-input=false', '-lock=false', `-target=${old}`);
      });
      expect(plan).toContain('No changes. Your infrastructure matches the configuration.');
    },
    900_000,
  );

  it.skipIf(lasting.idle)(
    'adopts what was created outside of it',
    async () => {
      acts += 1;
      const events = await actInConsole(shop, acts, ({ logs }) =>
        logs.createLogGroup({ logGroupName: '/lasting/made' }),
      );
      const done = await parley(
        '2025-03-04T11:00:00.000Z',
        'scan',
        '--adopt',
        'all',
        ...flags(),
        ...proved,
        '--events',
        events,
      );

      expect(done.code).toBe(0);
      const made = report().patches.filter(({ blastRadius }) =>
        blastRadius.some(({ path }) => path.length === 0),
      );
      expect(made).toMatchObject([
        {
          verification: { level: 'plan', passed: true },
          files: [{ path: expect.stringMatching(/\.tofu$/) }],
        },
      ]);
    },
    900_000,
  );

  it.skipIf(lasting.idle)(
    'has its whole state read back by a baseline',
    async () => {
      await set('waits', 14);
      const done = await parley('2025-03-04T12:00:00.000Z', 'baseline', ...flags());

      expect(done.code).toBe(0);
      const open = (report().openDrifts ?? []).map(({ address }) => address);
      expect(open).toContain('aws_cloudwatch_log_group.waits');
    },
    900_000,
  );

  it.skipIf(lasting.idle)(
    'has its plans guarded',
    async () => {
      const { dir, folder } = shop;
      const target = '-target=aws_cloudwatch_log_group.waits';
      const plan = join(folder, 'plan.json');
      await attached(async () => {
        await initialized();
        await tofu('plan', '-input=false', '-lock=false', '-out=x.tfplan', target);
        writeFileSync(plan, await tofu('show', '-json', 'x.tfplan'));
      });

      const done = await parley(
        '2025-03-04T13:00:00.000Z',
        'guard',
        '--dir',
        dir,
        '--plan',
        plan,
        '--json',
      );

      const reported = JSON.parse(done.out) as GuardReport;
      expect(reported.plan.terraformVersion).toBe('1.10.6');
      expect(reported.changes.map(({ address }) => address)).toContain(
        'aws_cloudwatch_log_group.waits',
      );
    },
    900_000,
  );

  it.skipIf(lasting.idle)(
    'is scanned by the service with proof',
    async () => {
      const store = await openTestServiceStore();
      const bench = createScanBench({
        store: store.store,
        stack: ({ path }) =>
          Stack.parse({ name: 'shop', repository: path, root: 'prod', verify: 'plan' }),
        env,
      });
      const code = Object.entries(filesBelow(shop.dir)).filter(([path]) => /\.tofu$/.test(path));
      bench.repository.commit({
        ...Object.fromEntries(code.map(([path, text]) => [`prod/${path}`, text])),
        'prod/terraform.tfstate': readFileSync(join(shop.dir, 'terraform.tfstate'), 'utf8'),
      });
      tofuCalls(shop);

      expect(await attached(() => bench.scan({ cause: 'schedule' }))).toEqual({
        ok: true,
        value: undefined,
      });

      const run = await store.store.runs.latest({ tenant: 'default', stack: 'shop' });
      const open = (run?.report.openDrifts ?? []).map(({ address }) => address);
      expect(open).toContain('aws_cloudwatch_log_group.waits');
      expect(tofuCalls(shop).slice(0, 2)).toEqual(['init', 'plan']);
      await bench.close();
      await store.stop();
    },
    900_000,
  );
});
