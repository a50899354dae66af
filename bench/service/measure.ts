import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../../test/app/harness/program.ts';
import { changeRecord, stackFiles } from '../../test/app/harness/project.ts';
import type { SetUp } from '../../test/app/harness/set-ups.ts';
import { projectSettings, settingsFor, sourceOf } from '../../test/app/harness/settings.ts';
import { createWorld, type ListOf, secrets, type World } from '../../test/app/harness/world.ts';
import { batch, batchSize } from './events.ts';
import { type Memory, watchMemory } from './memory.ts';

export interface MeasureOptions {
  readonly program: Program;
  readonly setUp: SetUp;
  /** With 0, the server does the jobs. */
  readonly workers: number;
  readonly events: number;
  readonly stacks: number;
}

export interface Measured {
  /** Measured until the response that they are stored. */
  readonly eventsPerSecond: number;
  /** Seconds from the call with a change until its proposal on the forge. */
  readonly latencies: readonly number[];
  readonly scans: number;
  readonly scansPerSecond: number;
  readonly proposals: number;
  /** By process. */
  readonly memory: ReadonlyMap<string, Memory>;
}

/** Stacks of a tenant that share its source and its log. */
const stacksOfTenant = 5;
/** Number of simultaneous calls. */
const senders = 4;
/** Share of reads among the records; they are told apart from changes and dropped. */
const reads = 0.8;
const timeout = 600_000;

export async function measure(options: MeasureOptions): Promise<Measured> {
  const { program, setUp, workers, stacks: count } = options;
  const stacks = Array.from({ length: count }, (_, number) => ({
    name: `stack-${number}`,
    tenant: `tenant-${Math.floor(number / stacksOfTenant)}`,
  }));
  const world = await createWorld({
    program,
    setUp,
    settings: (there) =>
      settingsFor(there, stacks, { notifications: [], slack: [], server: serverOf(stacks) }, []),
    env: tokensOf(stacks),
  });
  try {
    for (const { name } of stacks) {
      world.hub.repository.commit(stackFiles(`stacks/${name}`, name, 1, projectSettings));
    }
    const server = await world.startServer(workers === 0 ? [] : ['--no-workers']);
    const team = await Promise.all(
      Array.from({ length: workers }, async (_, number) => {
        const { pid } = await world.startWorker();
        return [`worker ${number + 1}`, pid] as const;
      }),
    );
    return await replay(world, stacks, options, new Map([['serve', server.pid], ...team]));
  } finally {
    await world.stop();
  }
}

type Stack = { readonly name: string; readonly tenant: string };

async function replay(
  world: World,
  stacks: readonly Stack[],
  { events }: MeasureOptions,
  pids: ReadonlyMap<string, number>,
): Promise<Measured> {
  let stored = 0;
  const watched = watchMemory(pids, () => stored);
  const began = performance.now();
  const latency = changeAll(world, stacks, () => stored / events);
  await storeAll(world, stacks, Math.ceil(events / batchSize), (count) => {
    stored += count;
  });
  const seconds = (performance.now() - began) / 1000;
  const latencies = await latency;
  const whole = (performance.now() - began) / 1000;
  const memory = watched.stop();
  const scans = await scansOf(world, stacks);
  return {
    eventsPerSecond: stored / seconds,
    latencies,
    scans,
    scansPerSecond: scans / whole,
    proposals: world.hub.state.pulls.length,
    memory,
  };
}

/** Sends batches for the tenants in turn, with a few calls in parallel. */
async function storeAll(
  world: World,
  stacks: readonly Stack[],
  batches: number,
  done: (count: number) => void,
): Promise<void> {
  const tenants = [...new Set(stacks.map(({ tenant }) => tenant))];
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < batches) {
      const number = next;
      next += 1;
      const tenant = tenants[number % tenants.length] ?? '';
      await push(world, tenant, batch(tenant, number, reads, Date.now() - 60_000));
      done(batchSize);
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
}

/** Makes a change in every stack, spread over the replay. */
async function changeAll(
  world: World,
  stacks: readonly Stack[],
  share: () => number,
): Promise<readonly number[]> {
  const pending = new Map<string, number>();
  const latencies: number[] = [];
  const left = [...stacks];
  const deadline = performance.now() + timeout;
  while (left.length > 0 || pending.size > 0) {
    if (performance.now() > deadline) throw new Error(`${pending.size} proposals did not come.`);
    while (left.length > 0 && share() >= 1 - left.length / stacks.length) {
      const { name, tenant } = left.shift() ?? { name: '', tenant: '' };
      const time = Date.now() - 30_000;
      const user = `user-of-${name}-end`;
      const change = { id: `change-${name}`, stack: name, queue: 0, timeout: 61, time, user };
      pending.set(user, performance.now());
      await push(world, tenant, JSON.stringify(changeRecord(change)));
    }
    for (const [user, since] of pending) {
      if (!world.hub.state.pulls.some(({ body }) => body.includes(user))) continue;
      latencies.push((performance.now() - since) / 1000);
      pending.delete(user);
    }
    await sleep(20);
  }
  return latencies;
}

async function push(world: World, tenant: string, body: string): Promise<void> {
  const answer = await fetch(`${world.url}/api/v1/events/${sourceOf(tenant)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(tenant)}`, 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`${answer.status}: ${text}`);
}

/** Number of recorded runs. */
async function scansOf(world: World, stacks: readonly Stack[]): Promise<number> {
  let count = 0;
  for (const { name, tenant } of stacks) {
    let after = '';
    do {
      const path = `/api/v1/stacks/${name}/scans?limit=100${after}`;
      const { body } = await world.call<ListOf<unknown>>('GET', path, { token: tokenOf(tenant) });
      count += body.items.length;
      after = body.next === undefined ? '' : `&after=${encodeURIComponent(body.next)}`;
    } while (after !== '');
  }
  return count;
}

function tokenOf(tenant: string): string {
  return `${secrets.API_TOKEN}-${tenant}`;
}

function variableOf(tenant: string): string {
  return `TOKEN_${tenant.replaceAll('-', '_').toUpperCase()}`;
}

function tokensOf(stacks: readonly Stack[]): Readonly<Record<string, string>> {
  return Object.fromEntries(stacks.map(({ tenant }) => [variableOf(tenant), tokenOf(tenant)]));
}

function serverOf(stacks: readonly Stack[]): object {
  const tenants = [...new Set(stacks.map(({ tenant }) => tenant))];
  return {
    rate: 100_000,
    tokens: tenants.map((tenant) => ({
      name: `operator-${tenant}`,
      tenant,
      scopes: ['read', 'events'],
      token: `\${${variableOf(tenant)}}`,
    })),
  };
}
