import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { joinedScript } from '../../joined-script.ts';
import { describePlaces } from '../../places.ts';
import { startServer } from '../store/server.ts';
import { type LaborPlace, openLabor } from './labor.ts';
import { hasRedis, startRedis } from './redis-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-queue-kill-'));
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const postgres = startServer();
if (postgres !== undefined) stops.push(() => postgres.stop());

async function redisPlace(): Promise<LaborPlace> {
  const server = await startRedis();
  stops.push(() => server.stop());
  return { kind: 'redis', url: server.url };
}

const places: readonly [string, (() => Promise<LaborPlace>) | undefined][] = [
  ['PGlite', async () => ({ kind: 'folder', path: join(folder, 'pglite') })],
  ['PostgreSQL', postgres && (async () => ({ kind: 'server', url: postgres.url }))],
  ['Redis', hasRedis() ? redisPlace : undefined],
];

const script = joinedScript(join(import.meta.dirname, 'laborer.ts'));

/**
 * Starts a process that works on jobs and kills it during a job, or lets it finish if `killAt` is
 * 0.
 */
async function labor(place: LaborPlace, effects: string, killAt: number): Promise<void> {
  const until = killAt === 0 ? 'empty' : 'killed';
  const child = spawn(process.execPath, [script.path, JSON.stringify(place), effects, until], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let started = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    started += 1;
    if (started === killAt) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  expect([code, signal]).toEqual(killAt === 0 ? [0, null] : [null, 'SIGKILL']);
}

describePlaces('jobs', places, (start, name) => {
  it('are all done, and each leaves one record, even if workers are killed', async () => {
    const place = await start();
    const effects = join(folder, `effects-${name}`);
    mkdirSync(join(effects, 'done'), { recursive: true });
    const all = Array.from({ length: 60 }, (_, i) => `d${i}`);
    const before = await openLabor(place);
    for (const delivery of all) {
      await before.queues.queue('feedback').add({ tenant: 'acme', forge: 'own', delivery });
    }
    await before.queues.close();
    await before.close();

    for (const killAt of [1, 5, 9, 0]) await labor(place, effects, killAt);

    const calls = readFileSync(join(effects, 'calls'), 'utf8').trim().split('\n');
    expect([...new Set(calls)].sort()).toEqual(all.toSorted());
    expect(readdirSync(join(effects, 'done')).sort()).toEqual(all.toSorted());
    const after = await openLabor(place);
    const stats = await after.queues.queue('feedback').stats();
    await after.queues.close();
    await after.close();
    expect(stats).toEqual({ waiting: 0, running: 0, delayed: 0, dead: 0 });
  }, 300_000);
});
