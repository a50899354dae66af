import { defineConfig } from 'vitest/config';
import { tallyReporter } from './test/tally.ts';

const setupFiles = ['test/seed.ts', 'test/file-end.ts'];

/**
 * The tests of what computes. No module of the core keeps anything, so these files share what they
 * load, which is much of their time; a server or a store of a test would stay behind, and is not here.
 */
const computing = [
  'actor',
  'arbitration',
  'audit',
  'catalog',
  'clouds',
  'config',
  'drift',
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

/** Stories of the service with processes, remotes and servers: minutes each. */
const service = [
  'test/service/chaos/**/*.test.ts',
  'test/service/deployment.test.ts',
  'test/service/end-to-end*.test.ts',
  'test/service/propose/kill.test.ts',
];

/** Real Terraform and an emulated account judge what is written. */
const acceptance = ['test/acceptance/**/*.test.ts'];

const limits = { testTimeout: 600_000, hookTimeout: 600_000 };

/** Each file belongs to one project: `npm test` runs the first two, a script of its own each other. */
export default defineConfig({
  test: {
    maxWorkers: 3,
    reporters: ['default', tallyReporter()],
    projects: [
      { test: { name: 'computing', include: computing, setupFiles, isolate: false, ...limits } },
      {
        test: {
          name: 'running',
          include: ['test/**/*.test.ts'],
          exclude: [...computing, ...service, ...acceptance],
          setupFiles,
          ...limits,
        },
      },
      { test: { name: 'service', include: service, setupFiles, ...limits } },
      {
        test: {
          name: 'acceptance',
          include: acceptance,
          setupFiles,
          globalSetup: ['test/acceptance/harness/global-setup.ts'],
          ...limits,
        },
      },
    ],
  },
});
