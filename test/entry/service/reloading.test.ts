import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openQueues } from '../../../src/adapters/queue/open.ts';
import { hasServer } from '../../adapters/store/server.ts';
import { eventually } from '../../eventually.ts';
import { removeFolders } from '../cli/parley.ts';
import { type Place, startPostgres } from './places.ts';
import { type Running, serve, settingsFolder, work } from './process.ts';

const token = 'token-of-some-length';

function settings(stacks: readonly string[], more = ''): string {
  const list = stacks.map(
    (name) => `  - name: ${name}
    repository: http://127.0.0.1:9/${name}.git
    scan: { every: 7d }`,
  );
  return `stacks:\n${list.join('\n')}
server:
  tokens:
    - { name: all, scopes: [read, write, metrics, stacks], token: "\${TOKEN}" }
    - { name: reader, scopes: [read], token: "\${READER}" }
${more}`;
}

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const running: Running[] = [];
const started = async (process: Promise<Running>): Promise<Running> => {
  const one = await process;
  running.push(one);
  return one;
};

async function stop(one: Running): Promise<void> {
  running.splice(running.indexOf(one), 1);
  await one.stop();
}

const json = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, { headers, ...init });
  return { status: answer.status, body: answer.status === 204 ? {} : await answer.json() };
};

const namesOf = async (service: Running): Promise<readonly string[]> => {
  const { body } = await json(`${service.url}/api/v1/stacks`);
  return (body as { items: readonly { name: string }[] }).items.map(({ name }) => name);
};

describe.skipIf(!hasServer())('changed settings', () => {
  let place: Place;
  let env: Readonly<Record<string, string>>;
  beforeEach(async () => {
    place = await startPostgres();
    env = { ...place.env, TOKEN: token, READER: 'reader-token-of-length' };
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
    await place.stop();
  });
  afterAll(() => removeFolders());

  async function schedules(): Promise<readonly string[]> {
    const location = { kind: 'server', url: place.env['PARLEY_STORE'] ?? '' } as const;
    const queues = await openQueues(location, { report: () => undefined });
    if (!queues.ok) throw new Error(queues.error.message);
    const all = await queues.value.queue('reconcile').schedules();
    await queues.value.close();
    return all.map(({ id }) => id);
  }

  it('are read again on a file change or SIGHUP, unless they are invalid', async () => {
    const folder = settingsFolder(settings(['one']));
    const service = await started(serve(folder, { env }));
    const file = join(folder, 'parley.yaml');
    expect(await namesOf(service)).toEqual(['one']);

    writeFileSync(file, settings(['one', 'two']));
    await eventually(async () => expect(await namesOf(service)).toEqual(['one', 'two']));
    await eventually(async () => expect(await schedules()).toHaveLength(2));
    writeFileSync(file, 'stacks: [{ name: three }]\n');
    await eventually(() => expect(service.lines.join('')).toContain('settings not taken'));
    expect(await namesOf(service)).toEqual(['one', 'two']);

    writeFileSync(file, settings(['two']));
    process.emit('SIGHUP', 'SIGHUP');
    await eventually(async () => expect(await namesOf(service)).toEqual(['two']));
    await eventually(async () => expect(await schedules()).toHaveLength(1));
    const ready = await json(`${service.url}/readyz`);
    expect(ready).toMatchObject({ status: 200, body: { settings: { waitingJobs: 0 } } });
  });

  it('stay in force in a process that has them while another one has older settings', async () => {
    const before = settingsFolder(settings(['one']));
    const after = settingsFolder(settings(['one', 'two']));
    const old = await started(work(before, { env }));
    const service = await started(serve(after, { env, workers: false }));
    const [first = '', second = ''] = await schedules();
    expect([first, second].every((id) => id !== '')).toBe(true);

    const late = await started(serve(before, { env, workers: false }));
    expect(await schedules()).toEqual([first, second]);
    const { body } = await json(`${late.url}/readyz`);
    expect(body).toMatchObject({ status: 'ready', settings: { version: 1, newest: 2 } });
    expect(await namesOf(late)).toEqual(['one']);
    await json(`${service.url}/api/v1/stacks/two/scans`, { method: 'POST' });
    // The worker with the old file gets the job, leaves it, and says so.
    await eventually(() =>
      expect(old.lines.join('')).toContain('job waits for a process with settings for it'),
    );
    await eventually(async () =>
      expect((await json(`${old.url}/readyz`)).body).toMatchObject({
        settings: { version: 1, newest: 2, waitingJobs: expect.any(Number) },
      }),
    );
    const { settings: standing } = (await json(`${old.url}/readyz`)).body as {
      settings: { waitingJobs: number };
    };
    expect(standing.waitingJobs).toBeGreaterThan(0);
    const metrics = await (await fetch(`${old.url}/metrics`)).text();
    expect(metrics).toContain('parley_strange_jobs{queue="reconcile"}');
    expect(old.lines.join('')).not.toContain('job done');

    const able = await started(work(after, { env }));
    await eventually(() => expect(able.lines.join('')).toContain('repository-unreachable'));
  });

  it('may go back to an earlier file, once no process has newer ones', async () => {
    const before = settingsFolder(settings(['one']));
    const after = settingsFolder(settings(['one', 'two']));
    await stop(await started(serve(before, { env })));
    await stop(await started(serve(after, { env })));
    expect(await schedules()).toHaveLength(2);

    const back = await started(serve(before, { env }));

    expect(await schedules()).toHaveLength(1);
    const { body } = await json(`${back.url}/readyz`);
    expect(body).toMatchObject({ settings: { version: 3, newest: 3 } });
  });

  it('may come over the API as stacks, which last, and yield to the file', async () => {
    const folder = settingsFolder(settings(['one']));
    const service = await started(serve(folder, { env }));
    const at = (url: string, name: string) => `${url}/api/v1/stacks/${name}`;
    const put = (name: string, body: unknown, init: RequestInit = {}) =>
      json(at(service.url, name), { method: 'PUT', body: JSON.stringify(body), ...init });
    const repository = 'https://git.example/two.git';

    const reader = { ...headers, authorization: 'Bearer reader-token-of-length' };
    expect(await put('two', { repository }, { headers: reader })).toMatchObject({ status: 403 });
    expect(await put('one', { repository })).toMatchObject({
      status: 409,
      body: { code: 'stack-in-file' },
    });
    for (const [body, place] of [
      [{}, 'body.repository'],
      [{ repository, scan: { cron: 'never at all' } }, 'body.scan'],
      [{ repository, forge: 'nowhere' }, 'body.forge'],
      [{ repository, tenant: 'other', colour: 1 }, 'body'],
      [{ repository: '/srv/secret' }, 'body.repository'],
      [{ repository, state: '/etc/passwd' }, 'body.state'],
      [{ repository, state: 'file:///etc/passwd' }, 'body.state'],
      [{ repository: 'https://git.example/${READER}' }, 'body'],
      [{ repository, programs: ['sh'] }, 'body.programs'],
      [{ repository, providers: ['evil/*'] }, 'body.providers'],
    ] as const) {
      const refused = await put('two', body);
      expect(refused).toMatchObject({ status: 422, body: { code: 'stack-invalid' } });
      const { errors } = refused.body as { errors: readonly { place: string }[] };
      expect(errors.map((one) => one.place)).toContain(place);
    }
    expect(await namesOf(service)).toEqual(['one']);

    expect(await put('two', { repository, scan: { every: '7d' } })).toMatchObject({ status: 200 });
    await eventually(async () => expect(await namesOf(service)).toEqual(['one', 'two']));
    await eventually(async () => expect(await schedules()).toHaveLength(2));
    await stop(service);
    const again = await started(serve(folder, { env }));
    expect(await namesOf(again)).toEqual(['one', 'two']);

    writeFileSync(join(folder, 'parley.yaml'), settings(['one', 'two']));
    await eventually(async () => {
      const { body } = await json(at(again.url, 'two'));
      expect(body).toMatchObject({ repository: 'http://127.0.0.1:9/two.git' });
    });
    expect(await json(at(again.url, 'two'), { method: 'DELETE' })).toMatchObject({ status: 409 });
    writeFileSync(join(folder, 'parley.yaml'), settings(['one']));
    await eventually(async () => {
      const { body } = await json(at(again.url, 'two'));
      expect(body).toMatchObject({ repository });
    });
    expect(await json(at(again.url, 'two'), { method: 'DELETE' })).toMatchObject({ status: 204 });
    await eventually(async () => expect(await namesOf(again)).toEqual(['one']));
    expect(await json(at(again.url, 'two'), { method: 'DELETE' })).toMatchObject({ status: 404 });
  });
});
