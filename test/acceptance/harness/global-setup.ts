import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startBroker } from './broker.ts';
import { parseResults, resultsTable } from './results.ts';
import { findTools, type Missing } from './tools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    acceptance: {
      readonly url?: string;
      readonly missing: readonly Missing[];
      readonly required: readonly string[];
      readonly results: string;
      readonly idle: boolean;
    };
  }
}

/** Projects that a full run applies ahead, those with the slowest cases first. */
const all = [
  'companions',
  'aws-identity',
  'aws-operations',
  'resources',
  'readback',
  'aws-compute',
  'aws-storage',
  'aws-network',
  'aws-functions',
  'aws-services',
  'flat',
  'values',
  'layers',
  'foreach',
  'modules',
  'choices',
  'documents',
  'lasting',
  'registry',
  'environments',
  'demo',
];

/**
 * Starts a small server that applies a project when a test asks for it, or ahead if all tests run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { tools, missing } = findTools(process.env);
  const folder = mkdtempSync(join(tmpdir(), 'parley-results-'));
  const results = join(folder, 'results.jsonl');
  // Without a filter, or with a whole folder as the filter, all tests run.
  const everything = process.argv
    .slice(2)
    .every((word) => /^(run|-.*|test\/?|test\/acceptance\/?(cases\/?)?)$/.test(word));
  const running = process.env['PARLEY_ACCEPTANCE_SERVER'];
  const broker =
    tools === undefined || running !== undefined
      ? undefined
      : await startBroker(tools, everything ? all : []);
  const url = running ?? broker?.url;
  if (url === undefined) {
    const hints = missing.map(({ hint }) => hint).join(' ');
    process.stderr.write(`Acceptance cases cannot run here. ${hints}\n`);
  }
  project.provide('acceptance', {
    ...(url === undefined ? {} : { url }),
    missing,
    required: (process.env['PARLEY_REQUIRE'] ?? '').split(',').filter(Boolean),
    results,
    idle: process.env['PARLEY_ACCEPTANCE'] === 'idle',
  });
  return async () => {
    await broker?.close();
    if (existsSync(results)) {
      process.stdout.write(resultsTable(parseResults(readFileSync(results, 'utf8'))));
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
