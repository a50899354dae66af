import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { migrateUp } from '../../../src/adapters/store/migrate.ts';
import { createServiceStore } from '../../../src/adapters/store/service/service-store.ts';
import { joinedScript } from '../../joined-script.ts';
import { startBackends } from './service-backends.ts';

const backends = startBackends();
afterAll(() => backends.stop());
const { url } = backends;
const connect = new Map(backends.list).get('PostgreSQL');

const rounds = 20;

const script = joinedScript(join(import.meta.dirname, 'contender.ts'));

/** Starts a process that waits to be told to begin. */
function start(tenant: string): { child: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, [script.path, url ?? '', tenant, String(rounds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, lines };
}

describe.skipIf(connect === undefined)('two processes that write the same at once', () => {
  it('store it once', async () => {
    if (connect === undefined) return;
    const db = await connect();
    expect(await migrateUp(db)).toMatchObject({ ok: true });
    const store = createServiceStore(db, () => db.destroy());
    const both = [start('acme'), start('acme')];
    for (const { lines } of both) expect((await lines.next()).value).toBe('ready');
    for (const { child } of both) child.stdin?.write('go\n');
    const firsts = await Promise.all(
      both.map(async ({ lines }) => Number((await lines.next()).value)),
    );
    const key = { tenant: 'acme', stack: 'prod' };
    const found = {
      firsts: firsts.reduce((a, b) => a + b, 0),
      runs: (await store.runs.list(key, { limit: 100 })).items.length,
      answers: (await store.answers.list(key)).length,
      proposals: (await store.proposals.list(key, 'all')).length,
      jobs: (await store.outbox.pending(1000)).length,
      transitions: (await store.project(key).transitions('i-one')).length,
      drifts: (await db.selectFrom('drifts').selectAll().execute()).length,
    };
    await store.close();

    expect(found).toEqual({
      firsts: 2 * rounds,
      runs: rounds,
      answers: rounds,
      proposals: rounds,
      // One each for the run, the answer and the delivery of a round.
      jobs: 3 * rounds,
      transitions: 1,
      drifts: rounds,
    });
  });
});
