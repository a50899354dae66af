import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts', 'test/file-end.ts'],
    globalSetup: ['test/acceptance/harness/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 3,
  },
});
