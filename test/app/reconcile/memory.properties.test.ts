import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryUpdate } from '../../../src/ports/store/memory.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { openAt, spareDatabase } from '../../adapters/store/spare-databases.ts';
import { cases, timeFor } from '../../cases.ts';
import { type Act, code, recordOf, timeOf } from '../../reconcile/memory/memory-world.ts';
import { MemoryStack } from './memory-stack.ts';

let store: ServiceStore;
/** Closes the store and opens it again, as another process would. */
let restart: () => Promise<void>;
let stop: () => Promise<void>;
let tenants = 0;

beforeAll(async () => {
  const url = await spareDatabase();
  if (url === undefined) {
    // Embedded: opening the store takes longer than everything else, so only its handler is new.
    const opened = await openTestServiceStore();
    [store, restart, stop] = [opened.store, async () => undefined, opened.stop];
    return;
  }
  const open = async () => {
    ({ store } = await openAt({ kind: 'server', url }));
  };
  await open();
  restart = async () => {
    await store.close();
    await open();
  };
  stop = () => store.close();
});
afterAll(() => stop());

const what: fc.Arbitrary<Act['what']> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('timeout' as const, 'delay' as const),
    value: fc.constantFrom(0, 30, 60, 90),
  }),
  fc.record({
    kind: fc.constantFrom('open' as const, 'shut' as const),
    port: fc.constantFrom(22, 443),
  }),
  fc.record({ kind: fc.constant('tag' as const), value: fc.constantFrom('shop', 'ops') }),
  fc.record({
    kind: fc.constant('strange' as const),
    operation: fc.constantFrom('Frobnicate' as const, 'Tangle' as const),
  }),
);

/** An event, and the round in which its record arrives: late, and in any order. */
const happened = fc.record({
  act: fc.record({
    minute: fc.nat({ max: 40 }).map((n) => n * 15),
    who: fc.constantFrom('maria' as const, 'jonas' as const, 'deploy' as const),
    what,
  }),
  round: fc.nat({ max: 2 }),
});

const codes = [code, code.replace('= 30', '= 90'), code.replace('"shop"', '"ops"')];

/** Between scans: a restart, and a window that no longer covers most of the log. */
const pause = fc.record({
  restarts: fc.boolean(),
  since: fc.constantFrom('1h', '12h', '90d'),
  again: fc.boolean(),
  code: fc.constantFrom(...codes),
});

const history = fc.record({
  log: fc.array(happened, { minLength: 1, maxLength: 6 }),
  pauses: fc.array(pause, { minLength: 3, maxLength: 3 }),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
type Scanned = Awaited<ReturnType<MemoryStack['scan']>>;

const hour = 60;
const end = timeOf(40 * 24 * hour);

/** Everything that has to be equal: all but the tenant and when things were first seen. */
function outcome({ report, planned }: Scanned): unknown {
  const { openDrifts = [], openQuestions = [], drifts, intents, decisions, reverted } = report;
  return {
    open: openDrifts.map(({ id, address, path, declared, live, before, evidence }) => ({
      ...{ id, address, path, declared, live, before, evidence },
    })),
    asked: openQuestions.map(({ id, address, calls }) => ({ id, address, calls })),
    ...{ drifts, intents, decisions, reverted, planned },
  };
}

type Breaking = (update: MemoryUpdate) => MemoryUpdate;

function stackOf(broken?: Breaking): MemoryStack {
  tenants += 1;
  return new MemoryStack({
    tenant: `t${tenants}`,
    store: () => (broken === undefined ? store : forgetful(store, broken)),
  });
}

/** A store that keeps less than it is given. */
function forgetful(real: ServiceStore, broken: Breaking): ServiceStore {
  return {
    ...real,
    runs: {
      ...real.runs,
      keep: (key, run, jobs) => {
        const { record } = run;
        const memory = record.memory && broken(record.memory);
        const kept = { ...run, record: { ...record, ...(memory && { memory }) } };
        return real.runs.keep(key, kept, jobs);
      },
    },
  };
}

async function inPieces(stack: MemoryStack, { log, pauses }: History): Promise<Scanned> {
  const records = log.map(({ act }, index) => recordOf(act, index));
  for (const [round, { restarts, since, again, code: now }] of pauses.entries()) {
    const at = timeOf((round + 1) * 10 * 24 * hour);
    const some = records.filter((_, index) => log[index]?.round === round);
    stack.code = now;
    // The first scan looks back; to later ones whatever arrives is new, however old it is.
    if (round === 0) stack.since = '90d';
    await stack.collect(round % 2 === 0 ? some : some.toReversed(), at);
    // A source may deliver a record again.
    await stack.collect(some.slice(0, 1), at);
    await stack.scan(at);
    if (restarts) await restart();
    stack.since = since;
    if (again) await stack.scan(timeOf((round + 1) * 10 * 24 * hour + hour));
  }
  stack.since = '1h';
  return stack.scan(end);
}

async function atOnce({ log, pauses }: History): Promise<Scanned> {
  const stack = stackOf();
  try {
    stack.code = pauses.at(-1)?.code ?? code;
    stack.since = '90d';
    await stack.collect(
      log.map(({ act }, index) => recordOf(act, index)),
      end,
    );
    return await stack.scan(end);
  } finally {
    stack.remove();
  }
}

function cutsMeanNothing(broken?: Breaking) {
  return fc.asyncProperty(history, async (given) => {
    const stack = stackOf(broken);
    try {
      const last = await inPieces(stack, given);
      const all = await atOnce(given);

      expect(outcome(last)).toEqual(outcome(all));
    } finally {
      stack.remove();
    }
  });
}

const runs = cases(5_000);

describe('what the service has open', () => {
  it(
    'is the same however its records arrive, and in whatever windows they are read',
    timeFor(runs),
    async () => {
      await fc.assert(cutsMeanNothing(), { numRuns: runs });
    },
  );

  it.each<readonly [string, Breaking]>([
    ['forgets an event', ({ events, ...rest }) => ({ ...rest, events: events.slice(1) })],
    ['keeps nothing', (update) => ({ ...update, events: [], open: [] })],
  ])('would be seen to differ if the store %s', async (_, broken) => {
    const { failed, errorInstance } = await fc.check(cutsMeanNothing(broken), {
      numRuns: 40,
      endOnFailure: true,
    });

    expect(failed).toBe(true);
    expect(String(errorInstance)).toContain('AssertionError');
  });
});
