import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateUp } from '../../../src/adapters/store/migrate.ts';
import { createServiceStore } from '../../../src/adapters/store/service/service-store.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import type { StackKey } from '../../../src/ports/store/stack-key.ts';
import { describePlaces } from '../../places.ts';
import { startBackends } from './service-backends.ts';
import { at, proposalOf, reconcileJob, serviceRun } from './service-runs.ts';
import { anyKey, anything, groupOf } from './state-keys.ts';

const backends = startBackends();
afterAll(() => backends.stop());

/** An operation on a stack. There are few names, so that tenants share them. */
interface Step extends StackKey {
  readonly what:
    | 'run'
    | 'proposal'
    | 'answer'
    | 'delivery'
    | 'incident'
    | 'posted'
    | 'states'
    | 'drop-states'
    | 'job'
    | 'records'
    | 'feedback'
    | 'knowledge'
    | 'declared'
    | 'prune-records';
  readonly n: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  tenant: fc.constantFrom('a', 'b', 'a%', 'A'),
  stack: fc.constantFrom('x', 'y'),
  what: fc.constantFrom<Step['what']>(
    'run',
    'proposal',
    'answer',
    'delivery',
    'incident',
    'posted',
    'states',
    'drop-states',
    'job',
    'records',
    'feedback',
    'knowledge',
    'declared',
    'prune-records',
  ),
  n: fc.integer({ min: 1, max: 3 }),
});

async function take(store: ServiceStore, { tenant, stack, what, n }: Step): Promise<unknown> {
  const key = { tenant, stack };
  const jobs = [reconcileJob(tenant, stack)];
  const document = { id: `d${n}`, time: at(n), body: { stack } };
  switch (what) {
    case 'run':
      return (
        await store.runs.keep(key, serviceRun({ startedAt: at(n), closed: ['two'] }), () => jobs)
      ).id;
    case 'proposal':
      return store.proposals.put(proposalOf(tenant, stack, n, { title: `${stack} ${n}` }));
    case 'answer': {
      const answer = { id: `a-${n}`, intent: 'i-one', digest: 'd', action: 'accept' } as const;
      return store.answers.keep(key, { ...answer, by: 'github:alice', at: at(n) }, jobs);
    }
    case 'delivery': {
      const event = { kind: 'other', because: stack } as const;
      const delivery = { tenant, forge: stack, id: `d${n}`, receivedAt: at(n), event };
      return store.deliveries.keep(delivery, [`k${n}`, `${stack}${n}`], jobs);
    }
    case 'incident':
      return store.incidents.put(tenant, document);
    case 'posted':
      return store.posted.keep(tenant, `k${n}`, { channel: stack, ts: String(n) });
    case 'states': {
      const state = { value: { stack }, until: at(n) };
      await store.leases.take(tenant, anyKey('lease', `k${n}`), state);
      await store.claims.take(tenant, anyKey('claim', `k${n}`), state);
      await store.lastSent.put(tenant, anyKey('lastSent', `k${n}`), state);
      return store.lastSeen.put(tenant, anyKey('lastSeen', `k${n}`), state);
    }
    case 'drop-states':
      await store.leases.drop(tenant, anyKey('lease', `k${n}`));
      await store.claims.drop(tenant, anyKey('claim', `k${n}`));
      await store.lastSent.drop(tenant, anyKey('lastSent', `k${n}`));
      return store.lastSeen.drop(tenant, anyKey('lastSeen', `k${n}`));
    case 'job':
      return store.outbox.put(jobs);
    case 'records': {
      const [eventTime, digest] = [at(n), '0'.repeat(64)];
      const records = [{ id: `e${n}`, eventTime, ingestedAt: eventTime, digest, raw: stack }];
      const page = { source: 's', cloud: 'aws', stream: 't', at: at(9), cursor: n } as const;
      return store.collected(tenant).add({ ...page, records });
    }
    case 'feedback':
      return store.project(key).appendFeedback([document]);
    case 'knowledge':
      return store.project(key).putKnowledge(document);
    case 'declared':
      return store.project(key).declareIntent(document);
    case 'prune-records':
      return store.collected(tenant).prune('s', at(n));
  }
}

/** Everything that belongs to one stack. */
async function readStack(store: ServiceStore, key: StackKey) {
  const project = store.project(key);
  const latest = await store.runs.latest(key);
  return {
    latest,
    planned: await store.runs.planned(key, latest?.id ?? ''),
    list: await store.runs.list(key, { limit: 50 }),
    proposals: await store.proposals.list(key, 'all'),
    page: await store.proposals.page(key, { limit: 50 }),
    one: await store.proposals.byNumber(key, 'github', 1),
    answers: await store.answers.list(key),
    runs: (await project.runs()).map(({ id }) => id),
    intents: await project.intents(),
    transitions: await project.transitions('i-one'),
    ledger: await project.ledger('q.one'),
    addresses: await project.addresses(),
    declared: await project.declaredIntents(),
    feedback: await project.feedback(),
    unexplained: await project.unexplained(),
    memory: await project.memory(),
    standing: await store.drifts.standing(key),
    open: await store.drifts.open(key, { limit: 50 }),
    closed: await store.drifts.closed(key, { limit: 50 }),
    closings: await store.drifts.closings(key, ['q.two']),
  };
}

/** Everything that the stacks of a tenant share. */
async function readTenant(store: ServiceStore, tenant: string) {
  const log = store.collected(tenant);
  const raw: string[] = [];
  for await (const some of log.read('s', at(1))) raw.push(...some);
  const jobs = await store.outbox.pending(1000);
  return {
    list: await store.runs.list({ tenant }, { limit: 50 }),
    page: await store.proposals.page({ tenant }, { limit: 50 }),
    open: await store.drifts.open({ tenant }, { limit: 50 }),
    closed: await store.drifts.closed({ tenant }, { limit: 50 }),
    deliveries: [
      await store.deliveries.get(tenant, 'x', 'd1'),
      await store.deliveries.get(tenant, 'y', 'd1'),
    ],
    knowledge: await store.project({ tenant, stack: 'z' }).knowledge(),
    incidents: await store.incidents.list(tenant),
    posted: await store.posted.find(tenant, 'k1'),
    states: [
      await store.leases.get(tenant, anyKey('lease', 'k1')),
      await store.claims.get(tenant, anyKey('claim', 'k1')),
      await store.lastSent.list(tenant, groupOf('lastSent', anything)),
      await store.lastSeen.list(tenant, groupOf('lastSeen', anything)),
    ],
    sources: await log.sources(at(1)),
    cursor: await log.cursor('s', 't'),
    raw,
    jobs: jobs.filter(({ job }) => job.tenant === tenant).map(({ queue, job }) => [queue, job]),
  };
}

/** Takes only these steps, with tenant names of their own, and shows what each tenant sees. */
async function applySteps(store: ServiceStore, steps: readonly Step[], suffix: string) {
  const answers: [Step, unknown][] = [];
  for (const one of steps) {
    answers.push([one, await take(store, { ...one, tenant: `${one.tenant}${suffix}` })]);
  }
  const plain = (seen: unknown): unknown =>
    JSON.parse(JSON.stringify(seen ?? null).replaceAll(suffix, ''));
  return {
    answers: (of: (one: Step) => boolean) =>
      answers.filter(([one]) => of(one)).map(([, answer]) => plain(answer)),
    stack: async ({ tenant, stack }: StackKey) =>
      plain(await readStack(store, { tenant: `${tenant}${suffix}`, stack })),
    tenant: async (tenant: string) => plain(await readTenant(store, `${tenant}${suffix}`)),
  };
}

describePlaces('tenants', backends.list, (connect, name) => {
  let db: Kysely<Tables>;
  let store: ServiceStore;
  beforeAll(async () => {
    db = await connect();
    expect(await migrateUp(db)).toMatchObject({ ok: true });
    store = createServiceStore(db, () => db.destroy());
  });
  afterAll(() => store.close());

  let rounds = 0;
  const check = (
    title: string,
    property: (
      steps: readonly Step[],
      applySteps: (steps: readonly Step[]) => ReturnType<typeof applyAll>,
    ) => Promise<void>,
  ) =>
    it(
      title,
      () =>
        fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
            await property(steps, (some) => {
              rounds += 1;
              return applyAll(some, `-round-${rounds}-`);
            });
            await db.deleteFrom('outbox').execute();
          }),
          { numRuns: name === 'PGlite' ? 20 : 100 },
        ),
      300_000,
    );
  const applyAll = (steps: readonly Step[], suffix: string) => applySteps(store, steps, suffix);

  check('read the same whatever others did', async (steps, applyOf) => {
    const mixed = await applyOf(steps);
    for (const tenant of new Set(steps.map((one) => one.tenant))) {
      const isOwn = (one: Step) => one.tenant === tenant;
      const alone = await applyOf(steps.filter(isOwn));

      expect(await mixed.tenant(tenant)).toEqual(await alone.tenant(tenant));
      expect(mixed.answers(isOwn)).toEqual(alone.answers(isOwn));
    }
  });

  check('have stacks that read the same whatever others did', async (steps, applyOf) => {
    const mixed = await applyOf(steps);
    for (const { tenant, stack } of steps.slice(0, 3)) {
      const isOwn = (one: Step) => one.tenant === tenant && one.stack === stack;
      const alone = await applyOf(steps.filter(isOwn));

      expect(await mixed.stack({ tenant, stack })).toEqual(await alone.stack({ tenant, stack }));
    }
  });
});
