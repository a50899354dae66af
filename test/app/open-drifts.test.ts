import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoreLocation } from '../../src/adapters/store/location.ts';
import { openAt } from '../adapters/store/spare-databases.ts';
import { eventually } from '../eventually.ts';
import { describePlaces } from '../places.ts';
import { openProgram, type Program, type Running } from './harness/program.ts';
import { changeRecord, declaredTimeout, stackFiles } from './harness/project.ts';
import { setUps } from './harness/set-ups.ts';
import { projectSettings, settingsFor } from './harness/settings.ts';
import { type Addresses, createWorld, type ListOf, type World } from './harness/world.ts';

let program: Program;
beforeAll(() => {
  program = openProgram();
});
afterAll(() => program.remove());

const stack = 'shop';
const day = 24 * 3_600_000;
/** The default policy asks a person if a refreshed state has what the code does not. */
const repositorySettings = `${projectSettings}policy: accept-all\n`;

/*
 * Proposals for events long past: outside the window of the stack, from before a restart, and with
 * their records deleted. The tests of a place are one story, told in order.
 */
describePlaces('a service that runs on and on', setUps, (start) => {
  let world: World;
  let stop: () => Promise<void>;
  let processes: readonly Running[];
  let since = '90d';
  let startAll: () => Promise<void>;
  let place: StoreLocation;
  const settings = (there: Addresses) =>
    settingsFor(there, [{ name: stack, more: { since } }], {}, []);

  const push = async (queue: number, timeout: number, time: number, user: string) => {
    const record = changeRecord({ id: randomUUID(), stack, queue, timeout, time, user });
    const { status } = await world.call('POST', '/api/v1/events/trail', {
      body: { Records: [record] },
    });
    expect(status).toBe(202);
  };
  const codeOn = (branch: string): string =>
    world.hub.repository.read(`stacks/${stack}/main.tf`, branch) ?? '';
  const pullOf = (queue: number) => {
    const changed = `visibility_timeout_seconds = ${60 + queue}`;
    const pull = world.hub.state.pulls.find(({ branch }) => codeOn(branch).includes(changed));
    return pull ?? expect.fail(`There is no proposal for queue ${queue}.`);
  };
  const scan = async () => {
    const asked = new Date().toISOString();
    await world.call('POST', `/api/v1/stacks/${stack}/scans`);
    return eventually(async () => {
      const [found] = await list<{ startedAt: string; drifts: number }>('scans?limit=1');
      if (found === undefined || found.startedAt < asked) expect.fail('It has not begun.');
      return found;
    });
  };
  const list = async <Item>(what: string) =>
    (await world.call<ListOf<Item>>('GET', `/api/v1/stacks/${stack}/${what}`)).body.items;

  beforeAll(async () => {
    const setUp = await start();
    world = await createWorld({ program, setUp, settings });
    stop = async () => {
      await world.stop();
      await setUp.stop();
    };
    place =
      setUp.postgres === undefined
        ? { kind: 'folder', path: join(world.folder, '.parley') }
        : { kind: 'server', url: setUp.postgres.url };
    world.hub.repository.commit(stackFiles(`stacks/${stack}`, stack, 3, repositorySettings));
    startAll = async () => {
      const server = await world.startServer();
      processes = setUp.isShared ? [server, await world.startWorker()] : [server];
    };
    await startAll();
  });
  afterAll(() => stop());

  it('proposes what happened forty days ago', async () => {
    const time = Date.now() - 40 * day;
    for (const queue of [0, 1, 2]) {
      await push(queue, 60 + queue, time + queue * 60_000, `user-${queue}`);
    }

    await eventually(() => expect(world.hub.state.pulls).toHaveLength(3));
    await eventually(async () => expect(await list('open-drifts')).toHaveLength(3));
  });

  it('keeps the proposals with a shorter window, without records, after a restart', async () => {
    const before = [0, 1, 2].map((queue) => ({ ...pullOf(queue) }));
    for (const running of processes) await running.stop();
    const { store } = await openAt(place);
    const now = new Date(Date.now() + day).toISOString();
    expect(await store.collected('default').prune('trail', now)).toBe(3);
    await store.prune({ runs: now, unusedRecords: now, deliveries: now, ended: now });
    await store.close();
    since = '1h';
    writeFileSync(join(world.folder, 'parley.yaml'), JSON.stringify(settings(world)));
    await startAll();
    await scan();
    const { drifts } = await scan();

    expect(drifts).toBe(3);
    for (const [queue, pull] of before.entries()) {
      expect(pullOf(queue)).toMatchObject({ number: pull.number, state: 'open', comments: [] });
    }
    type Open = { state: string; proposal: { branch: string } };
    const open = await list<Open>('open-drifts');
    expect(open.map(({ state }) => state)).toEqual(['open', 'open', 'open']);
    expect(open[0]?.proposal.branch).toMatch(/^parley\//);
    expect(await list('closed-drifts')).toEqual([]);
  });

  it('closes a proposal for a commit that says the same in other words', async () => {
    const pull = pullOf(0);
    const said = codeOn('main').replace(`= ${declaredTimeout}`, '= 2 * 30');
    world.hub.repository.commit({ [`stacks/${stack}/main.tf`]: said });
    await scan();

    await eventually(() => expect(pull.state).toBe('closed'));
    expect(pull.comments.join()).toContain('Closed: the code says it now');
    expect(pullOf(1).state).toBe('open');
  });

  it('closes a proposal for an apply in the log', async () => {
    const pull = pullOf(1);
    await push(1, declaredTimeout, Date.now() - 60_000, 'pipeline');

    await eventually(() => expect(pull.state).toBe('closed'));
    expect(pull.comments.join()).toContain('Closed: it was put back (`aws_sqs_queue.q1`)');
    expect(pullOf(2)).toMatchObject({ state: 'open', comments: [] });
  });

  it('closes a proposal for a newer state', async () => {
    const pull = pullOf(2);
    const path = `stacks/${stack}/terraform.tfstate`;
    const rewrite = (serial: number, timeout: number) => {
      const state = JSON.parse(world.hub.repository.read(path, 'main') ?? '');
      state.serial = serial;
      state.resources[2].instances[0].attributes.visibility_timeout_seconds = timeout;
      world.hub.repository.commit({ [path]: JSON.stringify(state) });
    };
    // The first refresh shows the live value, and the second that it went back.
    rewrite(8, 62);
    await scan();
    expect(pull.state).toBe('open');
    rewrite(9, declaredTimeout);
    await scan();

    await eventually(() => expect(pull.state).toBe('closed'));
    expect(pull.comments.join()).toContain('A newer state says that the live value went back.');
    await eventually(async () => expect(await list('open-drifts')).toEqual([]));
    const reasons = (await list<{ reason: string }>('closed-drifts')).map(({ reason }) => reason);
    expect(reasons).toEqual(['went-back', 'went-back', 'in-code']);
  });
});
