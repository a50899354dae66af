import { vi } from 'vitest';
import { type History, startHistory } from '../../adapters/collect/servers/cloudtrail.ts';
import type { FakePull } from '../../adapters/forge/servers/state.ts';
import type { Chance } from '../harness/chance.ts';
import type { Program } from '../harness/program.ts';
import type { SetUp } from '../harness/set-ups.ts';
import { settingsFor } from '../harness/settings.ts';
import type { Vendor } from '../harness/vendors/types.ts';
import { createWorld, type World } from '../harness/world.ts';
import { type Drifted, drifted, logOf, tenants } from './estate.ts';
import { kept, look, names, type Outcome, type Standing } from './outcome.ts';
import { type Estate, evaluated } from './planned.ts';
import { type Supervised, supervise } from './supervisor.ts';

const [tenant] = tenants;
const [first, second] = names;

/** Steps in which the log reveals its records, one per second. */
const steps = 8;

export interface StoryAsk {
  readonly program: Program;
  readonly start: () => Promise<SetUp>;
  readonly vendor: Vendor;
  /** Queues that exist nowhere by default. */
  readonly estate?: Estate;
  /**
   * When the log was written, in milliseconds since 1970: the same for stories that are compared.
   */
  readonly began: number;
  /** How many kills there are during the story; 0 leaves everything alone. */
  readonly kills: number;
  readonly chance: Chance;
  /** Waits until the API and the forge show this outcome. */
  readonly until?: Outcome;
}

/**
 * Users change queues. People merge one proposal, decline one, ask for one to be reverted and merge
 * that request, and ask for the reasons of one. Nobody helps the service: whatever is killed is
 * started again, and that is all.
 */
export async function playStory(ask: StoryAsk): Promise<Outcome> {
  const { program, start, vendor, began, estate = evaluated } = ask;
  const setUp = await start();
  const log = await startHistory(logOf(tenant, { began, steps, secondThoughts: false }));
  const world = await createWorld({
    program,
    setUp,
    env: estate.env,
    settings: (there) => settingsFor(there, names.map(stackOf(estate)), settingsOf(log), []),
    forge: { vendor, echo: true },
  });
  const processes: Supervised[] = [];
  try {
    for (const name of names) {
      world.hub.repository.commit(estate.filesOf(name));
    }
    world.hub.state.members.set('alice', 'write');
    processes.push(supervise(() => world.startServer()));
    if (setUp.isShared) processes.push(supervise(() => world.startWorker()));
    const chaos = killAround(ask, setUp, processes);
    await Promise.all([show(log), ...people(world), chaos]);
    const standing = await settle(world, ask.until);
    for (const one of processes.splice(0)) await one.stop();
    return { ...standing, ...(await kept(world, setUp)) };
  } finally {
    await Promise.all(processes.map((one) => one.stop()));
    await world.stop();
    await log.stop();
    await setUp.stop();
  }
}

function stackOf({ stack }: Estate) {
  const more = { revert_workflow: { file: 'apply.yml', ref: 'main' }, ...stack };
  return (name: string) => ({ name, tenant, more });
}

function settingsOf({ url }: History) {
  return {
    sources: [
      {
        ...{ name: `trail-${tenant}`, tenant, kind: 'cloudtrail-lookup' },
        ...{ regions: ['us-east-1'], endpoint: url, since: '1h' },
      },
    ],
    collect_every: '10s',
    look_every: '5s',
  };
}

/** Reveals the records one after the other. */
async function show(log: History): Promise<void> {
  for (log.now = 0; log.now < steps; log.now += 1) await pause(1000);
}

async function killAround(
  { kills, chance }: StoryAsk,
  { redis, postgres }: SetUp,
  processes: readonly Supervised[],
): Promise<void> {
  const victims: readonly (() => Promise<unknown> | unknown)[] = [
    ...processes.map((one) => () => one.kill()),
    ...(redis === undefined
      ? []
      : [
          async () => {
            await redis.kill();
            await redis.restart();
          },
        ]),
    ...(postgres === undefined
      ? []
      : [
          () => {
            postgres.kill();
            postgres.restart();
          },
        ]),
  ];
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(2_000 + chance.below(6_000));
    await chance.pick(victims)();
  }
}

/** Each person acts once, as soon as there is a proposal to act on. */
function people(world: World): readonly Promise<void>[] {
  const { hub } = world;
  const proposalOf = (stack: string, queue: number): Promise<FakePull> => {
    const wanted = drifted.find((one) => one.stack === stack && one.queue === queue);
    if (wanted === undefined) throw new Error('Nobody changed it.');
    return found(() =>
      hub.state.pulls.find((pull) => pull.state === 'open' && says(world, pull, wanted)),
    );
  };
  return [
    proposalOf(first, 0).then(async ({ number }) => void (await hub.merge(number, 'alice'))),
    proposalOf(first, 1).then(async ({ number }) => void (await hub.decline(number, 'alice'))),
    proposalOf(second, 1).then(
      async ({ number }) => void (await hub.comment(number, 'alice', '/parley why')),
    ),
    proposalOf(second, 0).then(async ({ number, body }) => {
      await hub.comment(number, 'alice', '/parley revert');
      const { intent } = markerOf(body);
      const request = await found(() =>
        hub.state.pulls.find(
          (pull) =>
            pull.state === 'open' &&
            pull.labels.includes('parley:revert') &&
            markerOf(pull.body).intent === intent,
        ),
      );
      await hub.merge(request.number, 'alice');
    }),
  ];
}

function says({ hub }: World, pull: FakePull, { stack, user, timeout }: Drifted): boolean {
  const code = hub.repository.read(`stacks/${stack}/main.tf`, pull.branch) ?? '';
  const isLabeled = pull.labels.includes('parley');
  return isLabeled && pull.body.includes(user) && code.includes(`timeout_seconds = ${timeout}\n`);
}

function markerOf(body: string) {
  const [, intent = '', digest = ''] = /parley: intent=(\S+) drift=(\S+)/.exec(body) ?? [];
  return { intent, digest };
}

/**
 * Waits for the expected outcome or, if none is known yet, until nothing has changed for a while.
 */
async function settle(world: World, until: Outcome | undefined): Promise<Standing> {
  let last = '';
  let since = Date.now();
  return vi.waitFor(
    async () => {
      const now = await look(world);
      const text = JSON.stringify(now);
      if (text !== last) since = Date.now();
      last = text;
      if (until !== undefined) {
        const { dispatched, replies, openPulls, shown, openDrifts } = until;
        const wanted: Standing = { dispatched, replies, openPulls, shown, openDrifts };
        if (text !== JSON.stringify(wanted)) throw new Error(`Not yet: ${text}`);
      }
      if (Date.now() - since < quiet) throw new Error('Something happens still.');
      return now;
    },
    { timeout: 8 * 60_000, interval: 500 },
  );
}

/**
 * Milliseconds without a change: longer than between two rounds of collecting, or two looks at the
 * forge.
 */
const quiet = 15_000;

function found<T>(look: () => T | undefined): Promise<T> {
  return vi.waitFor(
    () => {
      const one = look();
      if (one === undefined) throw new Error('It is not there.');
      return one;
    },
    { timeout: 8 * 60_000, interval: 100 },
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
