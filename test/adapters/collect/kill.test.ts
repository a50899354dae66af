import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { connectStore } from '../../../src/adapters/store/connect.ts';
import { joinedScript } from '../../joined-script.ts';
import { seed } from '../../seed.ts';
import { history } from './records.ts';
import { startHistory } from './servers/cloudtrail.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-collect-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = Date.UTC(2026, 2, 14);
const now = new Date(start + 20 * 3_600_000).toISOString();
const script = joinedScript(join(import.meta.dirname, 'collector.ts'));

/** Runs the collector and kills it after this many lines of output; true if it ended by itself. */
async function runAndKill(endpoint: string, words: number): Promise<boolean> {
  const child = spawn(process.execPath, [script.path, folder, endpoint, now], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'not-a-real-secret',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  });
  let said = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    said += 1;
    if (said === words) child.kill('SIGKILL');
  });
  const [code] = await once(child, 'close');
  return code === 0;
}

it('stores every record exactly once, however often the collector is killed', async () => {
  const events = history(800, start).map((event, i) => ({
    ...event,
    region: i % 3 === 0 ? 'eu-central-1' : 'us-east-1',
  }));
  const server = await startHistory(events);
  // Kills before, while and after a page is stored.
  const words = fc.sample(fc.integer({ min: 1, max: 12 }), { numRuns: 3, seed });
  try {
    for (const many of words) await runAndKill(server.url, many);
    const isWhole = await runAndKill(server.url, Number.POSITIVE_INFINITY);
    expect(isWhole).toBe(true);
  } finally {
    await server.stop();
  }
  const store = await connectStore(
    { kind: 'folder', path: folder },
    { tenant: 'default', timeout: 0 },
  );
  if (!store.ok) throw new Error(store.error.message);
  const records: string[] = [];
  for await (const some of store.value.collected.read('history', new Date(start).toISOString())) {
    records.push(...some);
  }
  const [counted] = await store.value.collected.sources(new Date(start).toISOString());
  await store.value.close();

  // In order of time, each byte for byte as it was served.
  expect(records).toEqual(events.map(({ record }) => JSON.stringify(record)));
  expect(counted).toEqual({ source: 'history', cloud: 'aws', records: 800 });
  // Collecting resumed from the last stored page instead of starting over.
  expect(server.calls.some(({ NextToken }) => NextToken !== undefined)).toBe(true);
}, 600_000);
