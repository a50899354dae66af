import { defineConfig } from 'vitest/config';
import { tallyReporter } from './test/tally.ts';

const setupFiles = ['test/seed.ts', 'test/file-end.ts'];

/**
 * The tests of what computes. No module of the core keeps anything, so these files share what they
 * load, which is much of their time.
 */
const computing = [
  'actor',
  'arbitration',
  'audit',
  'catalog',
  'clouds',
  'config',
  'drift',
  'guard',
  'harm',
  'hcl',
  'ignore',
  'intent',
  'kubernetes',
  'ledger',
  'llm',
  'model',
  'notify',
  'patch',
  'pipeline',
  'policy',
  'telemetry',
  'terraform',
  'yaml',
].map((folder) => `test/${folder}/**/*.test.ts`);

/** What the fuzz is made of, and how it is judged: nothing is run. */
const tables = ['judge', 'table'].map((name) => `test/acceptance/fuzz/${name}.test.ts`);

/** Databases, queues and git, processes that are killed or compete, and long stories of commands. */
const processes = [
  'test/**/*kill.test.ts',
  'test/checkout/checkouts.test.ts',
  'test/cli/answer.test.ts',
  'test/cli/baseline.test.ts',
  'test/cli/blame.test.ts',
  'test/cli/demo.test.ts',
  'test/cli/guard.test.ts',
  'test/cli/hostile.test.ts',
  'test/cli/hostile-model.test.ts',
  'test/cli/kb.test.ts',
  'test/cli/learning.test.ts',
  'test/cli/memory.test.ts',
  'test/cli/model.test.ts',
  'test/cli/open.test.ts',
  'test/cli/reconcile.test.ts',
  'test/cli/related.test.ts',
  'test/cli/running-service.test.ts',
  'test/cli/service/away.test.ts',
  'test/cli/service/processes.test.ts',
  'test/cli/service/reloading.test.ts',
  'test/cli/simulate.test.ts',
  'test/cli/stack-history.test.ts',
  'test/collect/cli.test.ts',
  'test/forge/local-proposals.test.ts',
  'test/forge/remote/push.test.ts',
  'test/queue/queue.test.ts',
  'test/store/contention.test.ts',
  'test/store/growth.test.ts',
  'test/store/isolation.test.ts',
  'test/store/migrations.test.ts',
  'test/store/remote/remote.test.ts',
  'test/store/retention.test.ts',
  'test/store/service.test.ts',
  'test/store/store.test.ts',
  'test/store/unexplained.test.ts',
  'test/store/move.test.ts',
  'test/store/with-queue.test.ts',
];

/** Stories of the whole service, with a remote and a forge: minutes each. */
const service = [
  'test/service/chaos/**/*.test.ts',
  'test/service/end-to-end*.test.ts',
  'test/service/guard/**/*.test.ts',
  'test/service/isolation/**/*.test.ts',
  'test/service/open-drifts.test.ts',
  'test/service/propose/handler.test.ts',
  'test/service/reconcile/handler.test.ts',
  'test/service/reconcile/memory.properties.test.ts',
  'test/service/security/**/*.test.ts',
];

/** Real Terraform and an emulated account judge what is written. */
const acceptance = ['test/acceptance/**/*.test.ts'];

/** The image is built, and its services are started: before a version, and each night. */
const image = ['test/image/**/*.test.ts'];

const limits = { testTimeout: 600_000, hookTimeout: 600_000 };

/** Each file belongs to one project: `npm test` runs the first two, a script of its own each other. */
export default defineConfig({
  test: {
    maxWorkers: 3,
    reporters: ['default', tallyReporter()],
    projects: [
      {
        test: {
          name: 'computing',
          include: [...computing, ...tables],
          setupFiles,
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'running',
          // A server or a store is closed by the file that opened it; half of the time was loading.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...computing, ...processes, ...service, ...acceptance, ...image],
          setupFiles,
          ...limits,
        },
      },
      { test: { name: 'processes', include: processes, setupFiles, ...limits } },
      { test: { name: 'service', include: service, setupFiles, ...limits } },
      { test: { name: 'image', include: image, setupFiles, ...limits, hookTimeout: 1_800_000 } },
      {
        test: {
          name: 'acceptance',
          // Clients of half of AWS are loaded once for each worker.
          isolate: false,
          include: acceptance,
          exclude: tables,
          setupFiles,
          globalSetup: ['test/acceptance/harness/global-setup.ts'],
          ...limits,
        },
      },
    ],
  },
});
