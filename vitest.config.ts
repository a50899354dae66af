import { defineConfig } from 'vitest/config';

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

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'computing',
          include: computing,
          setupFiles,
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'running',
          include: ['test/**/*.test.ts'],
          exclude: computing,
          setupFiles,
          globalSetup: ['test/acceptance/harness/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
