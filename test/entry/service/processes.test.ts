import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openQueues } from '../../../src/adapters/queue/open.ts';
import { main } from '../../../src/entry/cli/main.ts';
import { fail } from '../../../src/model/result.ts';
import { hasServer } from '../../adapters/store/server.ts';
import { eventually } from '../../eventually.ts';
import { describePlaces } from '../../places.ts';
import { removeFolders } from '../cli/parley.ts';
import { type HeldCloud, startHeldCloud } from './held.ts';
import { type Place, places, startPostgres } from './places.ts';
import { type Running, serve, settingsFolder, work } from './process.ts';

const secrets = { API_TOKEN: 'api-token-of-some-length', FORGE_TOKEN: 'forge-token-of-length' };

/** A stack with an unreachable repository and a secret in its URL, and a source. */
function settings(cloud: string, more = ''): string {
  return `stacks:
  - name: shop
    repository: http://127.0.0.1:9/\${FORGE_TOKEN}/shop.git
    scan: { cron: "0 3 * * *", time_zone: Europe/Madrid }
sources:
  - name: history
    kind: cloudtrail-lookup
    regions: [us-east-1]
    endpoint: ${cloud}
    since: 1h
collect_every: 1d
server:
  tokens:
    - { name: all, scopes: [read, write, metrics, admin], token: "\${API_TOKEN}" }
${more}`;
}

const bearer = { authorization: `Bearer ${secrets.API_TOKEN}` };
const running: Running[] = [];
const started = async (process: Promise<Running>): Promise<Running> => {
  const one = await process;
  running.push(one);
  return one;
};

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-real-secret');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of running.splice(0)) await one.stop();
  removeFolders();
});

describePlaces('a service', places, (startPlace) => {
  let place: Place;
  let cloud: HeldCloud;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    place = await startPlace();
    env = { ...place.env, ...secrets };
  });
  afterAll(() => place.stop());
  beforeEach(async () => {
    cloud = await startHeldCloud();
  });
  afterEach(() => cloud.stop());

  it('starts, lets a running job finish when told to stop, and logs no secret', async () => {
    const folder = settingsFolder(settings(cloud.url));
    const service = await started(serve(folder, { env, fresh: true }));
    const ready = await fetch(`${service.url}/readyz`);
    // With a folder as store, the running service answers, so these commands need no secrets.
    const status = JSON.parse((await runIn(folder, place.env, ['status', '--json'])).out);
    const jobs = await runIn(folder, place.env, ['jobs', 'list']);
    const scan = await fetch(`${service.url}/api/v1/stacks/shop/scans`, {
      method: 'POST',
      headers: bearer,
    });
    // A new schedule collects at once.
    await cloud.asked;
    await eventually(() => expect(service.lines.join('')).toContain('repository-unreachable'));

    const metrics = await fetch(`${service.url}/metrics`, { headers: bearer });
    const numbers = await metrics.text();

    const ended = service.terminate();
    const stopping = await eventually(async () => {
      const answer = await fetch(`${service.url}/readyz`);
      expect(answer.status).toBe(503);
      return answer;
    });
    cloud.release();
    const code = await ended;
    const log = service.lines.join('');
    const lines = service.lines.map((line) => JSON.parse(line));

    expect(ready.status).toBe(200);
    expect(status).toMatchObject({ stacks: [{ stack: 'shop', openProposals: 0 }] });
    expect(jobs.out).toBe('No job was given up.\n');
    expect(scan.status).toBe(202);
    expect(numbers).toContain('parley_queue_jobs{queue="collect",state="running"} 1');
    expect(numbers).toContain('parley_runs_total{tenant="default",stack="shop",outcome="failed"}');
    expect(stopping.status).toBe(503);
    expect(code).toBe(0);
    expect(lines.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['schedules', 'serving', 'stopping', 'stopped']),
    );
    const stop = lines.findIndex(({ message }) => message === 'stopping');
    expect(lines.slice(stop)).toContainEqual(
      expect.objectContaining({ message: 'job done', queue: 'collect', source: 'history' }),
    );
    expect(cloud.calls()).toBe(1);
    for (const secret of Object.values(secrets)) expect(log).not.toContain(secret);
  });
});

describe.runIf(hasServer())('several processes', () => {
  let place: Place;
  let cloud: HeldCloud;
  beforeAll(async () => {
    place = await startPostgres();
    cloud = await startHeldCloud();
    cloud.release();
  });
  afterAll(async () => {
    await cloud.stop();
    await place.stop();
  });

  const schedules = async () => {
    const location = { kind: 'server', url: place.env['PARLEY_STORE'] ?? '' } as const;
    const queues = await openQueues(location, { report: () => undefined });
    if (!queues.ok) throw new Error(queues.error.message);
    const found = [
      ...(await queues.value.queue('reconcile').schedules()),
      ...(await queues.value.queue('collect').schedules()),
    ];
    await queues.value.close();
    return found;
  };

  it('share one copy of each schedule, and replace it only if the settings change', async () => {
    const env = { ...place.env, ...secrets };
    const folder = settingsFolder(settings(cloud.url));
    const both = [1, 2].map(() => started(serve(folder, { env, workers: false })));
    for (const one of await Promise.all(both)) await one.stop();
    const first = await schedules();
    const again = await started(serve(folder, { env, workers: false }));
    await again.stop();
    const same = await schedules();
    const other = settingsFolder(
      settings(cloud.url).replace('0 3 * * *', '0 4 * * *').replace('history', 'trail'),
    );
    const changed = await started(serve(other, { env, workers: false }));
    await changed.stop();
    const after = await schedules();

    expect(first.map(({ when }) => when)).toEqual([
      { kind: 'cron', cron: '0 3 * * *', timeZone: 'Europe/Madrid' },
      { kind: 'every', every: 86_400_000 },
    ]);
    expect(same).toEqual(first);
    expect(after.map(({ when }) => when)).toEqual([
      { kind: 'cron', cron: '0 4 * * *', timeZone: 'Europe/Madrid' },
      { kind: 'every', every: 86_400_000 },
    ]);
    expect(after[0]?.id).toBe(first[0]?.id);
    expect(after[1]?.id).not.toBe(first[1]?.id);
  });

  it('divide the work: a worker does the jobs of a server without workers', async () => {
    const env = { ...place.env, ...secrets };
    const folder = settingsFolder(settings(cloud.url));
    const server = await started(serve(folder, { env, workers: false }));
    const worker = await started(work(folder, { env }));
    await fetch(`${server.url}/api/v1/stacks/shop/scans`, { method: 'POST', headers: bearer });
    await eventually(() => expect(worker.lines.join('')).toContain('repository-unreachable'));
    const metrics = await (await fetch(`${worker.url}/metrics`)).text();
    const ready = await fetch(`${worker.url}/readyz`);

    expect(server.lines.join('')).not.toContain('repository-unreachable');
    expect(metrics).toMatch(/parley_jobs_total\{queue="reconcile",outcome="\w+"\} [1-9]/);
    expect(ready.status).toBe(200);
    expect(await worker.stop()).toBe(0);
  });

  it('cannot listen on the same port', async () => {
    const env = { ...place.env, ...secrets };
    const folder = settingsFolder(settings(cloud.url));
    const first = await started(serve(folder, { env, workers: false }));
    const { port } = new URL(first.url);
    const second = await runIn(folder, env, ['serve', '--port', port]);

    expect(second).toMatchObject({ code: 1, out: '' });
    expect(second.err).toMatch(/Cannot listen on 127\.0\.0\.1:\d+\..*--port/);
  });

  it('keep dead jobs until somebody retries or removes them', async () => {
    const env = { ...place.env, ...secrets };
    const folder = settingsFolder(settings(cloud.url));
    const location = { kind: 'server', url: place.env['PARLEY_STORE'] ?? '' } as const;
    const queues = await openQueues(location, { report: () => undefined });
    if (!queues.ok) throw new Error(queues.error.message);
    const queue = queues.value.queue('feedback');
    for (const delivery of ['one', 'two']) {
      await queue.add({ tenant: 'default', forge: 'hub', delivery });
    }
    const problem = { code: 'forge-gone', message: 'It said token=hunter22.' };
    queues.value.work('feedback', async () => fail(problem), { isFinal: () => true });
    await eventually(async () => expect((await queue.stats()).dead).toBe(2));
    await queues.value.close();

    const list = await runIn(folder, env, ['jobs', 'list', '--queue', 'feedback']);
    const ids = [...list.out.matchAll(/^(feedback-\w+)/gm)].map(([, id = '']) => id);
    const removed = await runIn(folder, env, ['jobs', 'remove', ids[0] ?? '']);
    const retried = await runIn(folder, env, ['jobs', 'retry', ids[1] ?? '']);
    const again = await runIn(folder, env, ['jobs', 'retry', ids[1] ?? '']);
    const left = JSON.parse((await runIn(folder, env, ['jobs', 'list', '--json'])).out);
    const status = JSON.parse((await runIn(folder, env, ['status', '--json'])).out);

    expect(list.out).toMatch(
      /default hub (?:one|two)\n.*1 attempt: forge-gone: It said token=\[secret\]/,
    );
    expect(removed).toMatchObject({ code: 0, out: `Removed: ${ids[0]}\n` });
    expect(retried).toMatchObject({ code: 0, out: `Waits again: ${ids[1]}\n` });
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toMatch(/no dead job.*parley jobs list/);
    expect(left).toEqual({ jobs: [] });
    expect(status.queues).toContainEqual({
      queue: 'feedback',
      waiting: 1,
      running: 0,
      delayed: 0,
      dead: 0,
    });
  });
});

describe('a service that cannot start says why, and what to do', () => {
  it.each<readonly [string, string, Readonly<Record<string, string>>, readonly string[], RegExp]>([
    ['nothing to serve', 'adopt: none\n', {}, ['serve'], /names no stacks.*Add a stack/],
    [
      'settings that are wrong',
      'stacks: [{ name: shop }]\n',
      {},
      ['serve'],
      /parley\.yaml:1:10: stacks\.0\.repository/,
    ],
    [
      'variables that are not set',
      settings('http://127.0.0.1:9'),
      {},
      ['serve'],
      /4:17|API_TOKEN is not set/,
    ],
    [
      'a database that is away',
      settings('http://127.0.0.1:9'),
      { ...secrets, PARLEY_STORE: 'postgres://u:hunter22@127.0.0.1:9/db' },
      ['serve'],
      /store on 127\.0\.0\.1:9 cannot be opened.*PARLEY_STORE/,
    ],
    [
      'a database of another kind',
      settings('http://127.0.0.1:9'),
      { ...secrets, PARLEY_STORE: 'mysql://u:hunter22@127.0.0.1:9/db' },
      ['worker'],
      /store is not one of PostgreSQL.*postgres:/,
    ],
    [
      'a password that is not part of a URL',
      settings('http://127.0.0.1:9'),
      { ...secrets, PARLEY_STORE: 'postgres://u:#hunter22@127.0.0.1:9/db' },
      ['worker'],
      /store is not one of PostgreSQL.*percent/,
    ],
    [
      'a Redis that is away',
      settings('http://127.0.0.1:9'),
      { ...secrets, PARLEY_QUEUE: 'redis://:hunter22@127.0.0.1:9/0' },
      ['serve', '--port', '0'],
      /queue cannot be opened.*Redis runs on 127\.0\.0\.1:9 .*PARLEY_QUEUE/,
    ],
    [
      'a queue whose URL is none',
      settings('http://127.0.0.1:9'),
      { ...secrets, PARLEY_QUEUE: 'redis://:#hunter22@127.0.0.1:9/0' },
      ['serve', '--port', '0'],
      /URL of the queue cannot be read.*percent/,
    ],
    [
      'a worker on a folder',
      settings('http://127.0.0.1:9'),
      secrets,
      ['worker'],
      /one process at a time.*PARLEY_STORE/,
    ],
    [
      'a queue that is none',
      settings('http://127.0.0.1:9'),
      secrets,
      ['worker', '--queues', 'collect,mail'],
      /no queue called mail.*feedback/,
    ],
  ])('%s', async (_, yaml, env, args, says) => {
    const folder = settingsFolder(yaml);
    const result = await runIn(folder, env, args);

    expect(result.code).toBe(1);
    expect(result.err).toMatch(says);
    expect(result.err).not.toContain('hunter22');
  });
});

async function runIn(
  cwd: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = '';
  let err = '';
  const code = await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    env,
    cwd,
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    columns: 80,
    color: false,
  });
  return { code, out, err };
}
