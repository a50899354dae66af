import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createCheckouts } from '../../src/adapters/checkout/checkouts.ts';
import { createAddressLookup } from '../../src/adapters/net/address-lookup.ts';
import { planProposals } from '../../src/app/plan/plan.ts';
import type { ReconcileDeps, ReconcileEvent } from '../../src/app/reconcile/deps.ts';
import { createReconcileHandler } from '../../src/app/reconcile/handler.ts';
import { ConfigFile } from '../../src/config/schema.ts';
import type { Stack } from '../../src/config/service/stacks.ts';
import { createRunStack } from '../../src/entry/service/run-stack.ts';
import { ok } from '../../src/model/result.ts';
import type { CollectedRecord } from '../../src/ports/store/collected.ts';
import type { OutboxJob, ServiceStore } from '../../src/ports/store/service-store.ts';
import { startGit } from '../adapters/git/starting.ts';
import { noReceipts } from '../adapters/receipt/no-receipts.ts';
import { createRepository, type TestRepository } from './git-server.ts';

const demo = resolve(import.meta.dirname, '../../fixtures/demo');

/** Text files below a folder by relative path: all but archives. */
export function filesBelow(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.zip'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
}

/** The storefront of `parley demo`, with its settings and its state next to the code. */
export function demoFiles(): Readonly<Record<string, string>> {
  return {
    ...filesBelow(join(demo, 'project')),
    'parley.yaml': readFileSync(join(demo, 'parley.yaml'), 'utf8'),
    'terraform.tfstate': readFileSync(join(demo, 'terraform.tfstate'), 'utf8'),
  };
}

/** The demo's hour of CloudTrail, in the order of its files. */
export function demoRecords(): readonly CollectedRecord[] {
  const folder = join(demo, 'events');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.gz'))
    .sort()
    .flatMap((file) => {
      const text = gunzipSync(readFileSync(join(folder, file))).toString();
      return collected(JSON.parse(text).Records);
    });
}

/** CloudTrail records in the form in which a source delivers them. */
export function collected(
  records: readonly { readonly eventID: string; readonly eventTime: string }[],
): readonly CollectedRecord[] {
  return records.map((record) => {
    const raw = JSON.stringify(record);
    const eventTime = new Date(record.eventTime).toISOString();
    const digest = createHash('sha256').update(raw).digest('hex');
    return { id: record.eventID, eventTime, ingestedAt: eventTime, digest, raw };
  });
}

/** A while after the demo's hour. */
export const demoNow = '2026-03-14T04:00:00.000Z';

/** A service in one process: settings, a repository, and the handler of scans. */
export interface ScanBench {
  readonly repository: TestRepository;
  /** Folder for what Terraform installs. */
  readonly installs: string;
  readonly news: ReconcileEvent[];
  readonly stack: Stack;
  /** Sets the clock. */
  setNow(time: string): void;
  addRecords(records: readonly CollectedRecord[], source?: string, tenant?: string): Promise<void>;
  /** Runs a scan, by default one of the schedule, as a job of its own. */
  scan(
    job?: object,
    changes?: Partial<ReconcileDeps>,
    id?: string,
  ): ReturnType<ReturnType<typeof createReconcileHandler>>;
  /** Takes all jobs out of the outbox. */
  jobs(): Promise<readonly OutboxJob[]>;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly store: ServiceStore;
  readonly stack: (repository: TestRepository) => Stack;
  readonly settings?: object | ((repository: TestRepository) => object);
  readonly env?: Readonly<Record<string, string>>;
  readonly others?: readonly Stack[];
}

export function createScanBench({
  store,
  stack,
  settings,
  env = {},
  others = [],
}: BenchOptions): ScanBench {
  const folder = mkdtempSync(join(tmpdir(), 'parley-scan-'));
  const path = join(folder, 'repository.git');
  const repository = createRepository(path, path);
  const news: ReconcileEvent[] = [];
  let now = Date.parse(demoNow);
  let jobs = 0;
  const clock = () => {
    now += 1;
    return new Date(now).toISOString();
  };
  const environment = { PATH: process.env['PATH'] ?? '', ...env };
  const checkouts = createCheckouts({
    runGit: startGit,
    folder: join(folder, 'clones'),
    environment,
    addressesOf: createAddressLookup({ allowsLoopback: true }),
    credentialFor: async () => ok(undefined),
  });
  const own = stack(repository);
  const given = typeof settings === 'function' ? settings(repository) : (settings ?? {});
  const config = ConfigFile.parse(given);
  const deps: ReconcileDeps = {
    store,
    stacks: [own, ...others],
    checkouts,
    run: createRunStack({
      settings: config,
      written: config,
      home: folder,
      env: environment,
      now: clock,
      elapsed: () => 0,
      incidents: store.incidents,
      installs: join(folder, 'installs'),
    }),
    receipts: noReceipts,
    plan: (run, stack) => planProposals(run, { stack }),
    look: async () => ok(undefined),
    now: clock,
    onEvent: (one) => news.push(one),
  };
  return {
    repository,
    installs: join(folder, 'installs'),
    news,
    stack: own,
    setNow: (time) => {
      now = Date.parse(time);
    },
    addRecords: async (records, source = 'trail', tenant = own.tenant) => {
      await store
        .collected(tenant)
        .add({ source, cloud: 'aws', stream: 'a', records, at: new Date(now).toISOString() });
    },
    scan: (job = {}, changes = {}, id = `job-${++jobs}`) => {
      const handler = createReconcileHandler({ ...deps, ...changes });
      const whole = { tenant: own.tenant, stack: own.name, cause: 'schedule', ...job } as const;
      return handler(whole, new AbortController().signal, id);
    },
    jobs: async () => {
      const pending = await store.outbox.pending(1000);
      await store.outbox.done(pending.map(({ seq }) => seq));
      return pending.map(({ queue, job }) => ({ queue, job }) as OutboxJob);
    },
    close: async () => {
      await checkouts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
