import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoreLocation } from '../../src/adapters/store/location.ts';
import { openAt } from '../adapters/store/spare-databases.ts';
import { eventually } from '../eventually.ts';
import { describePlaces, type Places } from '../places.ts';
import { type DeliveryMode, deliveries } from './harness/hub.ts';
import { openProgram, type Program } from './harness/program.ts';
import { changeRecord, declaredTimeout, stackFiles } from './harness/project.ts';
import { type SetUp, type SetUpName, setUps } from './harness/set-ups.ts';
import { projectSettings, settingsFor } from './harness/settings.ts';
import { gitea } from './harness/vendors/gitea.ts';
import { github } from './harness/vendors/github.ts';
import { gitlab } from './harness/vendors/gitlab.ts';
import type { Vendor } from './harness/vendors/types.ts';
import { signIn } from './harness/visitor.ts';
import { createWorld, type ListOf, type World } from './harness/world.ts';

let program: Program;
beforeAll(() => {
  program = openProgram();
});
afterAll(() => program.remove());

const stack = 'shop';

interface Place {
  readonly start: () => Promise<SetUp>;
  readonly vendor: Vendor;
  readonly delivery: DeliveryMode;
  /** Whether the server runs no jobs itself. */
  readonly isApart: boolean;
}

/** How webhooks arrive: `PARLEY_DELIVERIES=all` tells each story with every mode of delivery. */
const isAll = process.env['PARLEY_DELIVERIES'] === 'all';
const arriving = { once: '', never: ', no webhook arrives', thrice: ', each webhook comes thrice' };

const placeOf = (
  where: SetUpName,
  [name, vendor]: readonly [string, Vendor],
  ...ordinary: readonly DeliveryMode[]
): Places<Place> => {
  const [, start] = setUps.find(([one]) => one === where) ?? [];
  return (isAll ? deliveries : ordinary).map((delivery) => [
    `${where} with ${name}${arriving[delivery]}`,
    start && { start, vendor, delivery, isApart: where === 'PostgreSQL' },
  ]);
};
const places = [
  ...placeOf('embedded', ['GitHub', github], 'once'),
  ...placeOf('PostgreSQL', ['GitHub', github], 'thrice'),
  ...placeOf('Redis and PostgreSQL', ['GitHub', github], 'never'),
  ...placeOf('embedded', ['GitLab', gitlab], 'never'),
  ...placeOf('embedded', ['Gitea', gitea], 'thrice'),
];

/*
 * Logs come in, proposals go out, people review them, and the service learns of it, with real
 * processes, a real remote, and a forge that is checked against the API description of its vendor.
 * The tests of a place are one story, told in order.
 */
describePlaces('a service', places, ({ start, vendor, delivery, isApart }) => {
  let world: World;
  let stop: () => Promise<void>;
  let startAll: () => Promise<void>;
  let place: StoreLocation;
  /** The answer that an arriving webhook gets. */
  const taken = { status: delivery === 'never' ? 'lost' : 202 };
  const began = Date.now() - 3_600_000;

  const push = (queue: number, timeout: number, user: string, minute: number) =>
    world.call('POST', '/api/v1/events/trail', {
      body: {
        Records: [
          changeRecord({
            id: randomUUID(),
            stack,
            queue,
            timeout,
            time: began + minute * 60_000,
            user,
          }),
        ],
      },
    });
  const pullOf = (queue: number) => {
    const pull = world.hub.state.pulls.find(({ branch }) =>
      codeOn(branch).includes(`timeout_seconds = ${60 + queue}`),
    );
    if (pull === undefined) throw new Error(`There is no proposal for queue ${queue}.`);
    return pull;
  };
  const codeOn = (branch: string): string =>
    world.hub.repository.read(`stacks/${stack}/main.tf`, branch) ?? '';
  const open = () => world.hub.state.pulls.filter((pull) => pull.state === 'open');
  const proposals = async () => {
    type Proposal = { number: number; state: string; intent: string };
    const path = `/api/v1/proposals?stack=${stack}`;
    return (await world.call<ListOf<Proposal>>('GET', path)).body.items;
  };
  /** State of a proposal according to the service. */
  const stateOf = async (number: number): Promise<string | undefined> => {
    return (await proposals()).find((one) => one.number === number)?.state;
  };
  const latestScan = async () => {
    type Scan = { id: string; startedAt: string; revision: string };
    const path = `/api/v1/stacks/${stack}/scans?limit=1`;
    return (await world.call<ListOf<Scan>>('GET', path)).body.items[0];
  };
  /**
   * Requests a scan, and waits for one of the current main that began afterwards: a scan that was
   * already under way may have read the code before.
   */
  const scan = async () => {
    const asked = new Date().toISOString();
    await world.call('POST', `/api/v1/stacks/${stack}/scans`);
    return eventually(async () => {
      const found = await latestScan();
      if (found === undefined || found.startedAt < asked) expect.fail('It has not begun.');
      expect(found.revision).toBe(world.hub.repository.head());
      return found;
    });
  };

  beforeAll(async () => {
    const setUp = await start();
    world = await createWorld({
      program,
      setUp,
      settings: (there) =>
        settingsFor(there, [{ name: stack, more: { revert_workflow: workflow } }], {
          look_every: delivery === 'never' ? '5s' : '1d',
        }),
      forge: { vendor, echo: true, delivery },
    });
    stop = async () => {
      await world.stop();
      await setUp.stop();
    };
    world.hub.repository.commit(stackFiles(`stacks/${stack}`, stack, 4, projectSettings));
    for (const [user, access] of [
      ['alice', 'write'],
      ['mallory', 'read'],
    ] as const) {
      world.hub.state.members.set(user, access);
    }
    place =
      setUp.postgres === undefined
        ? { kind: 'folder', path: join(world.folder, '.parley') }
        : { kind: 'server', url: setUp.postgres.url };
    startAll = async () => {
      // With PostgreSQL alone, all recording is done by another process.
      await world.startServer(isApart ? ['--no-workers'] : []);
      if (setUp.isShared) await world.startWorker();
    };
    await startAll();
  });
  afterAll(() => stop());

  it('opens a draft for each intent, with its change on a branch', async () => {
    const visitor = await signIn(world);
    const received = visitor.changes();
    for (const queue of [0, 1, 2]) {
      expect(await push(queue, 60 + queue, `user-${queue}`, queue)).toMatchObject({ status: 202 });
    }

    await eventually(() => {
      expect(open()).toHaveLength(3);
      for (const { labels } of open()) expect(labels).toContain('parley');
    });
    // An open page hears of it, whichever process recorded it.
    await received;
    expect(await visitor.page('/ui')).toContain('user-0');
    for (const queue of [0, 1, 2]) {
      const pull = pullOf(queue);
      const changed = codeOn(pull.branch).split('\n');
      const before = codeOn('main').split('\n');

      expect(changed.filter((line, index) => line !== before[index])).toHaveLength(1);
      expect(pull).toMatchObject({ base: 'main', isFork: false });
      expect(pull.title.startsWith(vendor.draft)).toBe(true);
      expect(pull.body).toContain(`user-${queue}`);
      expect(pull.body).toContain(`aws_sqs_queue.q${queue}`);
    }
  });

  it('answers a question once, and takes commands only from people with write access', async () => {
    const { number, comments } = pullOf(0);
    const sent = await world.hub.comment(number, 'alice', 'Hm.\n\n/parley why');

    await eventually(() => expect(comments).toHaveLength(1));
    expect(comments[0]).toContain('user-0');
    await world.hub.comment(number, 'alice', 'I would rather wait.');
    const visitor = await signIn(world);
    const proposal = (await proposals()).find((one) => one.number === number);
    await eventually(async () => {
      const page = await visitor.page(`/ui/stacks/${stack}/intents/${proposal?.intent}`);
      expect(page.match(/Hm\./g)).toHaveLength(1);
      expect(page.match(/I would rather wait\./g)).toHaveLength(1);
      expect(page).not.toContain('parley: comment=');
    });
    if (delivery !== 'never') {
      expect(await world.hub.redeliver(sent)).toMatchObject({ status: 200 });
    }
    expect(
      await world.hub.pretend(number, 'alice', '/parley revert', 'another secret'),
    ).toMatchObject({ status: 401 });
    await world.hub.comment(number, 'mallory', '/parley revert');
    await eventually(() => expect(comments).toHaveLength(2));
    expect(comments[1]).toContain('needs write access');
    await world.hub.comment(pullOf(1).number, 'alice', '/parley why');
    await eventually(() => expect(pullOf(1).comments).toHaveLength(1));
    expect(comments).toHaveLength(2);
    expect(open()).toHaveLength(3);
  });

  it('finds no drift after a proposal was merged', async () => {
    const { number } = pullOf(0);
    expect(await world.hub.merge(number, 'alice')).toMatchObject(taken);

    await eventually(async () => expect(await stateOf(number)).toBe('merged'));
    const { id } = await scan();
    type Scan = { report: { drifts: readonly { address: string }[] } };
    const { body } = await world.call<Scan>('GET', `/api/v1/stacks/${stack}/scans/${id}`);
    const addresses = body.report.drifts.map(({ address }) => address);

    expect(addresses).not.toContain('aws_sqs_queue.q0');
    await eventually(() => expect(open()).toHaveLength(2));
  });

  it('leaves a declined proposal closed', async () => {
    const { number, branch } = pullOf(1);
    expect(await world.hub.decline(number, 'alice')).toMatchObject(taken);

    await eventually(async () => expect(await stateOf(number)).toBe('declined'));
    await scan();
    await scan();
    expect(world.hub.state.pulls.filter((pull) => pull.branch === branch)).toHaveLength(1);
    expect(pullOf(1).state).toBe('closed');
  });

  it('closes a proposal with an explanation when somebody reverts the change in the cloud', async () => {
    const pull = pullOf(2);
    await push(2, declaredTimeout, 'user-2', 30);

    await eventually(() => expect(pull.state).toBe('closed'));
    expect(pull.comments.length).toBeGreaterThan(0);
    await eventually(() => expect(open()).toEqual([]));
    // The forge reports the closing too, before it reports the question.
    const { number, comments } = pull;
    await eventually(() =>
      expect(world.hub.echoes).toContainEqual({ kind: 'closed', number, ...taken }),
    );
    await world.hub.comment(number, 'alice', '/parley why');
    await eventually(() => expect(comments.at(-1)).toContain('/parley why'));
    await eventually(async () => expect(await stateOf(number)).toBe('withdrawn'));
  });

  it('catches up on what people did while it was down', async () => {
    await push(3, 63, 'user-3', 40);
    await eventually(() => expect(open()).toHaveLength(1));
    await world.hub.comment(pullOf(3).number, 'alice', '/parley revert');
    const revert = await eventually(() => {
      const found = open().find(({ labels }) => labels.includes('parley:revert'));
      return found ?? expect.fail('Nothing asks to put it back.');
    });
    for (const running of world.processes) if (running.isRunning) await running.stop();
    expect(await world.hub.merge(revert.number, 'alice')).toMatchObject({ status: 'lost' });
    await world.hub.comment(revert.number, 'alice', '/parley why');
    expect(world.hub.state.dispatched).toEqual([]);
    await startAll();
    await scan();

    await eventually(async () => expect(await stateOf(revert.number)).toBe('merged'));
    await eventually(() => expect(revert.comments.join()).toContain('wrote `/parley why`'));
    await scan();
    expect(world.hub.state.dispatched).toHaveLength(1);
    const reported = revert.comments.filter((text) => text.includes('was started'));
    expect(reported).toHaveLength(1);
    expect(new Set(revert.comments).size).toBe(revert.comments.length);
  });

  it('notified Slack and the webhook of each event once', async () => {
    await eventually(() => expect(world.receiver.received.length).toBeGreaterThan(0));
    const delivered = world.receiver.received.map(({ body }) => body);
    expect(repeated(delivered)).toEqual([]);

    await eventually(() => expect(world.slack.received.length).toBeGreaterThan(0));
    const posts = world.slack.received.filter(({ url }) =>
      url.pathname.endsWith('chat.postMessage'),
    );
    expect(repeated(posts.map(({ body }) => body))).toEqual([]);
    expect(posts.map(({ body }) => body).join()).toContain(stack);
  });

  it('kept to the API description of the forge, and logged no secret', () => {
    const secret = /hook-secret-|api-token-|xoxb-|slack-signing-|slack-key-|channel-secret-|ghs_/;

    expect(world.hub.strayings).toEqual([]);
    for (const { status } of world.hub.echoes) expect([200, 202, 'lost']).toContain(status);
    for (const { lines } of world.processes) {
      expect(lines.join('\n')).not.toMatch(secret);
      expect(lines.join('\n')).not.toContain(vendor.token);
    }
  });

  it('learned the same as if each webhook had arrived once', async () => {
    for (const running of world.processes) if (running.isRunning) await running.stop();
    const { store } = await openAt(place);
    const key = { tenant: 'default', stack };
    const reviews = (await store.project(key).feedback()).map(({ body }) => body['review']);
    const answers = await store.answers.list(key);
    await store.close();

    expect(reviews.toSorted()).toEqual(['closed', 'closed', 'merged', 'reverted']);
    expect(answers).toMatchObject([{ action: 'revert', by: `${vendor.kind}:alice` }]);
  });
});

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, at) => texts.indexOf(text) !== at);
}

const workflow = { file: 'apply.yml', ref: 'main' };
