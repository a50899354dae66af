import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateUp } from '../../../src/adapters/store/migrate.ts';
import { createServiceStore } from '../../../src/adapters/store/service/service-store.ts';
import type { Tables } from '../../../src/adapters/store/tables.ts';
import type { Answer } from '../../../src/ports/store/answer.ts';
import { isCursor } from '../../../src/ports/store/page-cursor.ts';
import type {
  KeptDelivery,
  Page,
  PageQuery,
  ServiceStore,
} from '../../../src/ports/store/service-store.ts';
import { claimKeys, lastSeenKeys, leaseKeys } from '../../../src/ports/store/state/keys.ts';
import { describePlaces } from '../../places.ts';
import { startBackends } from './service-backends.ts';
import {
  at,
  plannedOf,
  proposalOf,
  type RunShape,
  reconcileJob,
  serviceRun,
} from './service-runs.ts';
import { openFolderStore } from './service-store.ts';
import { anyKey, anything, groupOf } from './state-keys.ts';

const backends = startBackends();
afterAll(() => backends.stop());

const answer = (id: string, minute: number): Answer => ({
  id,
  intent: 'i-one',
  digest: 'digest-one',
  action: 'accept',
  by: 'github:alice',
  at: at(14, minute),
});

const delivery = (tenant: string, id: string, forge = 'github'): KeptDelivery => ({
  tenant,
  forge,
  id,
  receivedAt: at(14),
  event: { kind: 'other', because: 'a star' },
});

/** All items of a paged list, and the number of pages. */
async function readAll<T>(list: (after?: string) => Promise<Page<T>>) {
  const items: T[] = [];
  for (let parts = 1, after: string | undefined; ; parts += 1) {
    const page = await list(after);
    items.push(...page.items);
    if (page.next === undefined) return { items, parts };
    expect(isCursor(page.next)).toBe(true);
    after = page.next;
  }
}

describePlaces('the store of the service', backends.list, (connect) => {
  let db: Kysely<Tables>;
  let store: ServiceStore;
  let tenants = 0;
  const tenant = (): string => {
    tenants += 1;
    return `tenant-${tenants}`;
  };
  const fresh = () => ({ tenant: tenant(), stack: 'prod' });
  const jobsOf = async (of: string) =>
    (await store.outbox.pending(1000)).filter(({ job }) => job.tenant === of);

  beforeAll(async () => {
    db = await connect();
    expect(await migrateUp(db)).toMatchObject({ ok: true });
    store = createServiceStore(db, () => db.destroy());
  });
  afterAll(() => store.close());

  it('keeps a run together with everything that follows from it', async () => {
    const key = fresh();
    const run = await store.runs.keep(key, serviceRun({ intents: ['one', 'two'] }), () => [
      reconcileJob(key.tenant, key.stack),
    ]);
    const project = store.project(key);

    expect(await store.runs.get(key, run.id)).toMatchObject({
      ...key,
      ...run,
      revision: 'c'.repeat(40),
      findings: 'f-one+two',
      drifts: 2,
      intents: 2,
    });
    expect(await store.runs.planned(key, run.id)).toEqual([plannedOf('one'), plannedOf('two')]);
    expect((await project.intents()).map(({ intent }) => intent.id)).toEqual(['i-one', 'i-two']);
    expect(await project.addresses()).toEqual(['q.one', 'q.two']);
    expect((await project.unexplained()).map(({ id }) => id)).toEqual([
      'readback-one',
      'readback-two',
    ]);
    expect(await jobsOf(key.tenant)).toMatchObject([reconcileJob(key.tenant, key.stack)]);
  });

  it('keeps an identical run once', async () => {
    const key = fresh();
    const keep = () => store.runs.keep(key, serviceRun(), () => [reconcileJob(key.tenant, 'prod')]);
    const [first, second] = [await keep(), await keep()];

    expect(second).toEqual(first);
    expect(await jobsOf(key.tenant)).toHaveLength(1);
    expect(await store.project(key).transitions('i-one')).toHaveLength(1);
  });

  it('keeps nothing of a run that cannot be written as a whole', async () => {
    const key = fresh();
    const keep = store.runs.keep(key, serviceRun(), () => {
      throw new Error('no jobs');
    });

    await expect(keep).rejects.toThrow('no jobs');
    expect(await store.runs.latest(key)).toBeUndefined();
    expect(await store.project(key).intents()).toEqual([]);
    expect(await store.project(key).unexplained()).toEqual([]);
  });

  it('knows when the whole state was first read back', async () => {
    const key = fresh();
    const keep = async (day: number, baseline: { readonly baseline?: string }) => {
      const run = serviceRun({ startedAt: at(day) });
      const state = { lineage: 'l', serial: day, at: at(day), values: [], ...baseline };
      const memory = { events: [], forgotten: [], open: [], closed: [], state };
      await store.runs.keep(key, { ...run, record: { ...run.record, memory } }, () => []);
    };

    expect(await store.runs.baseline(key)).toBeUndefined();
    await keep(14, {});
    expect(await store.runs.baseline(key)).toBeUndefined();
    await keep(15, { baseline: at(15) });
    expect(await store.runs.baseline(key)).toBe(at(15));
    expect(await store.runs.baseline({ ...key, stack: 'other' })).toBeUndefined();
    expect((await store.project(key).memory()).state?.baseline).toBe(at(15));
  });

  it('keeps plans of the latest run only, in whatever order runs end', async () => {
    const key = fresh();
    const keep = async (day: number, name: string) =>
      (await store.runs.keep(key, serviceRun({ startedAt: at(day), intents: [name] }), () => []))
        .id;
    const old = await keep(14, 'old');
    const latest = await keep(16, 'latest');
    const late = await keep(15, 'late');

    expect((await store.runs.latest(key))?.id).toBe(latest);
    expect(await store.runs.latestHead(key)).toEqual(
      (await store.runs.list(key, { limit: 1 })).items[0],
    );
    expect(await store.runs.latestHead({ ...key, stack: 'other' })).toBeUndefined();
    expect(await store.runs.planned(key, latest)).toEqual([plannedOf('latest')]);
    expect(await store.runs.planned(key, old)).toEqual([]);
    expect(await store.runs.planned(key, late)).toEqual([]);
  });

  it('counts what is open after the latest run, and what that run found to be closed', async () => {
    const key = fresh();
    const keep = (day: number, shape: RunShape) =>
      store.runs.keep(key, serviceRun({ startedAt: at(day), ...shape }), () => []);
    const { drifts } = store;
    expect(await drifts.standing(key)).toBeUndefined();
    await keep(14, { intents: ['one', 'two', 'three'] });
    const since = { since: at(14) };

    expect(await drifts.standing(key)).toEqual({
      ...{ open: 3, ...since, fresh: 3, closed: 0 },
      outcomes: new Map([['accept', 3]]),
    });
    await keep(15, { intents: [], closed: ['one'] });
    expect(await drifts.standing(key)).toEqual({
      ...{ open: 2, ...since, fresh: 0, closed: 1 },
      outcomes: new Map([['accept', 2]]),
    });
    await keep(16, { intents: ['four'], closed: ['two', 'three'] });
    expect(await drifts.standing(key)).toMatchObject({ open: 1, since: at(16), fresh: 1 });
    expect(await drifts.standing({ ...key, stack: 'other' })).toBeUndefined();
  });

  it('keeps open questions until a run answers them, and lists the latest first', async () => {
    const key = fresh();
    const keep = (day: number, shape: RunShape) =>
      store.runs.keep(key, serviceRun({ startedAt: at(day), intents: [], ...shape }), () => []);
    const names = async () => {
      const { items } = await store.drifts.questions({ tenant: key.tenant }, { limit: 10 });
      return items.map(({ question }) => question.id);
    };
    await keep(14, { questions: ['one'] });
    await keep(15, { questions: ['two', 'three'] });

    expect(await names()).toEqual(['q-two', 'q-three', 'q-one']);
    expect(await store.drifts.standing(key)).toMatchObject({ questions: 3 });
    const { questions = [] } = await store.project(key).memory();
    expect(questions.map(({ id }) => id)).toEqual(['q-one', 'q-three', 'q-two']);
    await keep(16, { answered: ['q-one', 'q-two'] });
    expect(await names()).toEqual(['q-three']);
    await keep(17, { answered: ['q-three'] });
    expect((await store.drifts.standing(key))?.questions).toBeUndefined();
    expect((await store.project(key).memory()).questions).toBeUndefined();
  });

  it('lists open and closed drifts page by page, the latest first', async () => {
    const key = fresh();
    const keep = (stack: string, day: number, shape: RunShape) =>
      store.runs.keep({ ...key, stack }, serviceRun({ startedAt: at(day), ...shape }), () => []);
    await keep('a', 14, { intents: ['one', 'two'] });
    await keep('b', 14, { intents: ['one'] });
    await keep('a', 15, { intents: ['three'] });
    await keep('a', 16, { intents: [], closed: ['one', 'two'] });
    await keep('b', 17, { intents: [], closed: ['one'] });
    const pages = async <T>(list: (page: PageQuery) => Promise<Page<T>>) => {
      const items: T[] = [];
      for (let after: string | undefined; ; ) {
        const page = await list({ limit: 1, ...(after === undefined ? {} : { after }) });
        items.push(...page.items);
        after = page.next;
        if (after === undefined) return items;
      }
    };
    const { tenant } = key;
    const open = await pages((page) => store.drifts.open({ tenant }, page));
    const closed = await pages((page) => store.drifts.closed({ tenant }, page));
    const own = await pages((page) => store.drifts.closed({ tenant, stack: 'a' }, page));

    expect(open.map(({ stack, drift }) => [stack, drift.address])).toEqual([['a', 'q.three']]);
    expect(closed.map(({ stack, drift }) => [stack, drift.closedAt])).toEqual([
      ['b', at(17)],
      ['a', at(16)],
      ['a', at(16)],
    ]);
    expect(own.map(({ drift }) => drift.address).sort()).toEqual(['q.one', 'q.two']);
    const closings = await store.drifts.closings({ tenant, stack: 'a' }, ['q.one', 'q.three']);
    expect(closings.map(({ address, reason }) => [address, reason])).toEqual([
      ['q.one', 'in-code'],
    ]);
  });

  it('lists runs page by page, the newest first, unaffected by ties and new runs', async () => {
    const of = tenant();
    const keep = (stack: string, day: number, name: string) =>
      store.runs.keep(
        { tenant: of, stack },
        serviceRun({ startedAt: at(day), intents: [name] }),
        () => [],
      );
    for (const day of [14, 15]) for (const stack of ['a', 'b', 'c']) await keep(stack, day, stack);
    const all = await readAll(async (after) => {
      const page = await store.runs.list(
        { tenant: of },
        { limit: 2, ...(after === undefined ? {} : { after }) },
      );
      // A run that arrives between two pages is newer, so it shifts nothing.
      if (after === undefined) await keep('a', 20, 'new');
      return page;
    });

    expect(all.parts).toBe(3);
    expect(all.items.map(({ stack, startedAt }) => `${startedAt.slice(8, 10)} ${stack}`)).toEqual([
      '15 c',
      '15 b',
      '15 a',
      '14 c',
      '14 b',
      '14 a',
    ]);
    const ofStack = await store.runs.list({ tenant: of, stack: 'b' }, { limit: 10 });
    expect(ofStack.items.map(({ stack }) => stack)).toEqual(['b', 'b']);
    expect(ofStack.next).toBeUndefined();
  });

  it.each([
    '',
    'x',
    'WzFd',
    Buffer.from('["2026-03-14T03:00:00.000Z","a","b"]').toString('base64url'),
  ])('refuses the invalid cursor %j', async (after) => {
    expect(isCursor(after)).toBe(false);
    await expect(store.runs.list({ tenant: 'x' }, { limit: 2, after })).rejects.toThrow('cursor');
  });

  it.each(['a\0b', '\ud800', "' or ''='", '', 'x'.repeat(100_000)])(
    'finds nothing under an unknown name (%#)',
    async (odd) => {
      const key = fresh();
      await store.runs.keep(key, serviceRun(), () => []);

      expect([
        await store.runs.get(key, odd),
        await store.runs.planned(key, odd),
        await store.project(key).transitions(odd),
        await store.project(key).ledger(odd),
        await store.proposals.byNumber(key, odd, 10 ** 12),
        await store.deliveries.get(key.tenant, 'github', odd),
        await store.posted.find(key.tenant, odd),
        await store.claims.get(key.tenant, claimKeys.reply(odd)),
        await store.collected(key.tenant).cursor('trail', odd),
      ]).toEqual([undefined, [], [], [], ...Array(5).fill(undefined)]);
    },
  );

  it('replaces a proposal only with a version based on the current one', async () => {
    const key = fresh();
    const first = proposalOf(key.tenant, key.stack, 7, { updatedAt: at(15) });
    const merged = { ...first, state: 'merged', updatedAt: at(14) } as const;
    const stale = { ...first, title: 'stale', updatedAt: at(16) };

    expect(await store.proposals.put(first)).toBe(true);
    expect(await store.proposals.put(stale)).toBe(false);
    expect(await store.proposals.put(merged, first)).toBe(true);
    expect(await store.proposals.put(stale, first)).toBe(false);
    expect(await store.proposals.byNumber(key, 'github', 7)).toEqual(merged);
    expect(await store.proposals.byNumber(key, 'gitlab', 7)).toBeUndefined();
    expect(await store.proposals.put({ ...stale, number: 8 }, first)).toBe(false);
    expect(await store.proposals.list(key, 'open')).toEqual([]);
    expect(await store.proposals.list(key, 'all')).toEqual([merged]);
  });

  it('lists proposals by number, and page by page by time', async () => {
    const of = tenant();
    const openedAt = at(14);
    for (const number of [3, 1, 20, 2]) {
      await store.proposals.put(proposalOf(of, 'a', number, { openedAt }));
    }
    await store.proposals.put(proposalOf(of, 'b', 1, { openedAt: at(15), state: 'declined' }));
    const page = (more: object) => (after?: string) =>
      store.proposals.page(
        { tenant: of, ...more },
        { limit: 2, ...(after === undefined ? {} : { after }) },
      );
    const numbers = async (more: object) =>
      (await readAll(page(more))).items.map(({ stack, number }) => `${stack}${number}`);

    expect(
      (await store.proposals.list({ tenant: of, stack: 'a' }, 'open')).map(({ number }) => number),
    ).toEqual([1, 2, 3, 20]);
    expect(await store.proposals.counts({ tenant: of, stack: 'a' })).toEqual(
      new Map([['open', 4]]),
    );
    expect(await store.proposals.counts({ tenant: of, stack: 'b' })).toEqual(
      new Map([['declined', 1]]),
    );
    expect(await numbers({})).toEqual(['b1', 'a20', 'a3', 'a2', 'a1']);
    expect(await numbers({ state: 'open' })).toEqual(['a20', 'a3', 'a2', 'a1']);
    expect(await numbers({ stack: 'b' })).toEqual(['b1']);
  });

  it('keeps an answer once, together with its jobs', async () => {
    const key = fresh();
    const jobs = [reconcileJob(key.tenant, key.stack)];
    const kept = [
      await store.answers.keep(key, answer('a-2', 2), jobs),
      await store.answers.keep(key, answer('a-2', 2), jobs),
      await store.answers.keep(key, answer('a-1', 1), []),
    ];

    expect(kept).toEqual([true, false, true]);
    expect(await store.answers.list(key)).toEqual([answer('a-1', 1), answer('a-2', 2)]);
    expect(await jobsOf(key.tenant)).toHaveLength(1);
  });

  it.each([
    ['the same again', 'one', ['k1', 'k2']],
    ['the same body under a new id', 'two', ['k3', 'k2']],
    ['a known id with another body', 'one', ['k4', 'k5']],
  ])('refuses %s', async (_, id, keys) => {
    const of = tenant();
    const job = { queue: 'feedback', job: { tenant: of, forge: 'github', delivery: id } } as const;
    expect(await store.deliveries.keep(delivery(of, 'one'), ['k1', 'k2'], [job])).toBe(true);
    const again = await store.deliveries.keep(delivery(of, id), keys, [job]);
    const elsewhere = await store.deliveries.keep(delivery(of, 'x', 'gitea'), ['k3', 'k4'], []);

    expect(again).toBe(false);
    // The refused delivery leaves none of its keys behind.
    expect(elsewhere).toBe(true);
    expect(await jobsOf(of)).toHaveLength(1);
    expect(await store.deliveries.get(of, 'github', 'one')).toEqual(delivery(of, 'one'));
    expect(await store.deliveries.get(of, 'github', 'two')).toBeUndefined();
  });

  it('returns jobs in order until they are done', async () => {
    const of = tenant();
    await store.outbox.put(['a', 'b', 'c'].map((stack) => reconcileJob(of, stack)));
    const [first, ...rest] = await jobsOf(of);
    await store.outbox.done([first?.seq ?? 0]);
    await store.outbox.done([]);

    expect(await jobsOf(of)).toEqual(rest);
    expect(rest).toMatchObject([reconcileJob(of, 'b'), reconcileJob(of, 'c')]);
    expect(await store.outbox.pending(1)).toHaveLength(1);
  });

  it('keeps incidents and posted messages by their ids', async () => {
    const of = tenant();
    const incident = (n: number) => ({ id: 'PD-1', time: at(14), body: { n, odd: 'a\0\ud800' } });
    await store.incidents.put(of, incident(1));
    await store.incidents.put(of, incident(2));
    await store.posted.keep(of, 'run r-1', { channel: 'C1', ts: '1.1' });
    await store.posted.keep(of, 'run r-1', { channel: 'C1', ts: '1.2' });

    expect(await store.incidents.list(of)).toEqual([incident(2)]);
    expect(await store.posted.find(of, 'run r-1')).toEqual({ channel: 'C1', ts: '1.2' });
    expect(await store.posted.find(of, 'run r-2')).toBeUndefined();
  });

  it('takes a claim once, and lists sent messages by name', async () => {
    const of = tenant();
    const state = (n: number) => ({ value: { n }, until: at(20) });
    const taken = [
      await store.claims.take(of, anyKey('claim', 'x'), state(1)),
      await store.claims.take(of, anyKey('claim', 'x'), state(2)),
      await store.claims.take(of, anyKey('claim', 'y'), state(3)),
    ];
    for (const [text, n] of [
      ['x/b', 1],
      ['x/a', 2],
      ['y', 3],
      ['x/a', 4],
    ] as const) {
      await store.lastSent.put(of, anyKey('lastSent', text), state(n));
    }

    expect(taken).toEqual([true, false, true]);
    expect(await store.claims.get(of, anyKey('claim', 'x'))).toEqual(state(1));
    const group = { ...groupOf('lastSent', anything), prefix: 'x/' };
    expect(await store.lastSent.list(of, group)).toEqual([
      { name: 'a', ...state(4) },
      { name: 'b', ...state(1) },
    ]);
    await store.lastSent.drop(of, anyKey('lastSent', 'x/b'));
    expect(await store.lastSent.get(of, anyKey('lastSent', 'x/b'))).toBeUndefined();
    expect(await store.lastSent.get(of, anyKey('lastSent', 'y'))).toEqual(state(3));
  });

  it('keeps leases, claims, and what was sent and seen separate', async () => {
    const of = tenant();
    const state = (value: string) => ({ value, until: at(20) });
    await store.leases.take(of, anyKey('lease', 'k'), state('lease'));
    await store.claims.put(of, anyKey('claim', 'k'), state('claim'));
    await store.lastSent.put(of, anyKey('lastSent', 'k'), state('sent'));
    await store.lastSeen.put(of, anyKey('lastSeen', 'k'), state('seen'));
    await store.claims.drop(of, anyKey('claim', 'k'));

    expect([
      await store.leases.get(of, anyKey('lease', 'k')),
      await store.claims.get(of, anyKey('claim', 'k')),
      await store.lastSent.get(of, anyKey('lastSent', 'k')),
      await store.lastSeen.get(of, anyKey('lastSeen', 'k')),
    ]).toEqual([state('lease'), undefined, state('sent'), state('seen')]);
  });

  it('neither returns nor stores a value that does not fit the schema of its key', async () => {
    const of = tenant();
    const key = lastSeenKeys.comment('prod', 'hub', 1);
    const odd = anyKey('lastSeen', key.text);
    await store.lastSeen.put(of, odd, { value: { comment: 'two' }, until: at(20) });

    expect(await store.lastSeen.get(of, key)).toBeUndefined();
    expect(await store.lastSeen.list(of, { ...key, prefix: 'comment:' })).toEqual([]);
    const wrong = { value: { comment: Number.NaN }, until: at(20) };
    await expect(store.lastSeen.put(of, key, wrong)).rejects.toThrow();
    expect(await store.lastSeen.get(of, odd)).toMatchObject({ value: { comment: 'two' } });
  });

  it('renews and drops a lease only while it is unchanged', async () => {
    const of = tenant();
    const key = leaseKeys.run('prod');
    const lease = (job: string, day: number) => ({ value: { since: at(1), job }, until: at(day) });
    const { leases } = store;
    await leases.take(of, key, lease('a', 20));

    expect(await leases.renew(of, key, lease('b', 21))).toBe(false);
    expect(await leases.get(of, key)).toEqual(lease('a', 20));
    expect(await leases.renew(of, key, lease('a', 21))).toBe(true);
    expect(await leases.get(of, key)).toEqual(lease('a', 21));
    await leases.drop(of, key, lease('b', 21).value);
    const held = await leases.get(of, key);
    expect(held).toBeDefined();
    await leases.drop(of, key, held?.value);
    expect(await leases.get(of, key)).toBeUndefined();
    expect(await leases.renew(of, key, lease('a', 20))).toBe(false);
  });

  it('loses and duplicates nothing that is written at once', async () => {
    const key = fresh();
    const runs = Array.from({ length: 6 }, (_, i) =>
      serviceRun({ startedAt: at(14, i >> 1), intents: ['one', `n${i >> 1}`] }),
    );
    const results = await Promise.all([
      ...runs.map((run) => store.runs.keep(key, run, () => [reconcileJob(key.tenant, 'prod')])),
      ...[1, 2, 3].map(() => store.answers.keep(key, answer('a-1', 1), [])),
      ...[1, 2, 3].map((n) =>
        store.deliveries.keep(
          delivery(key.tenant, `d${n}`),
          n === 2 ? ['same', `k${n}`] : [`k${n}`, 'same'],
          [],
        ),
      ),
    ]);

    expect(results.slice(6, 9).filter(Boolean)).toHaveLength(1);
    expect(results.slice(9).filter(Boolean)).toHaveLength(1);
    expect(await jobsOf(key.tenant)).toHaveLength(3);
    expect((await store.runs.list(key, { limit: 10 })).items).toHaveLength(3);
    expect(await store.project(key).transitions('i-one')).toHaveLength(1);
  });

  it('lists open intents by filter and page, those that wait for an answer first', async () => {
    const key = fresh();
    const ask = { tenant: key.tenant, stacks: [key.stack] };
    const names = (items: readonly { readonly intent: string }[]) =>
      items.map(({ intent }) => intent.slice(2));
    const inbox = async (more: object = {}) =>
      names((await store.shown.inbox({ ...ask, ...more }, { limit: 9 })).items);
    await store.runs.keep(
      key,
      serviceRun({ startedAt: at(10), intents: ['one', 'two', 'ten%'] }),
      () => [],
    );
    const all = await readAll((after) =>
      store.shown.inbox(ask, { limit: 2, ...(after === undefined ? {} : { after }) }),
    );
    const opened = proposalOf(key.tenant, key.stack, 1, { intent: 'i-two' });
    await store.proposals.put(opened);
    const proposed = await inbox();
    await store.proposals.put({ ...opened, state: 'merged' }, opened);
    const merged = await inbox();
    await store.runs.keep(
      key,
      serviceRun({ startedAt: at(12), intents: ['two', 'new'] }),
      () => [],
    );

    expect([names(all.items).sort(), all.parts]).toEqual([['one', 'ten%', 'two'], 2]);
    expect([proposed[0], merged[0]]).toEqual(['two', 'one']);
    expect((await inbox()).sort()).toEqual(['new', 'two']);
    expect(await inbox({ since: at(11) })).toEqual(['new']);
    expect(await inbox({ until: at(11) })).toEqual(['two']);
    expect(await inbox({ text: 'Q.TWO' })).toEqual(['two']);
    expect(await inbox({ text: '%' })).toEqual([]);
    expect(await inbox({ stacks: [] })).toEqual([]);
    expect(await inbox({ tenant: 'somebody else' })).toEqual([]);
    expect(await store.shown.find(key, 'i-one')).toMatchObject({ open: false, waits: false });
    expect(await store.shown.find(key, 'i-two')).toMatchObject({
      open: true,
      firstSeen: at(10),
      detail: { drifts: [{ id: 'd-two' }] },
    });
    expect(names(await store.shown.about(key, 'q.new', 9))).toEqual(['new']);
    expect(await store.shown.stacks(key.tenant, [key.stack], at(1))).toMatchObject([
      { stack: key.stack, intents: 2, days: [{ drifts: 3 }, { drifts: 2 }] },
    ]);
    expect(names(await store.shown.between(ask, { from: at(10), to: at(11) }, 9)).sort()).toEqual([
      'one',
      'ten%',
    ]);
    expect(await store.shown.cells(ask, { from: at(10), to: at(14) }, 4)).toMatchObject([
      { count: 2, worst: { intent: 'i-new' } },
      { count: 2, from: at(10), to: at(10) },
    ]);
    expect(await store.shown.rules(key, at(1))).toMatchObject([{ intents: 4 }]);

    await store.runs.keep(key, serviceRun({ startedAt: at(11), intents: ['one'] }), () => []);
    expect((await inbox()).sort()).toEqual(['new', 'two']);
  });

  it('returns the comments on a proposal, and the record of an event', async () => {
    const { tenant, stack } = fresh();
    const location = 'https://forge.example/acme/infra/pull/7';
    const said = (id: number, number: number, repository = 'acme/infra') => ({
      ...delivery(tenant, `d-${id}`),
      event: {
        ...({ kind: 'comment', forge: 'github', user: 'alice' } as const),
        ...{ repository, number, id, text: `\0 ${id}` },
      },
    });
    await store.deliveries.keep(said(1, 7), ['k-1'], []);
    await store.deliveries.keep(said(2, 8), ['k-2'], []);
    await store.deliveries.keep(said(3, 7, 'acme/other'), ['k-3'], []);
    const record = { id: 'e-1', eventTime: at(1), ingestedAt: at(1), digest: 'd', raw: '{"a":1}' };
    await store.collected(tenant).add({
      ...{ source: 'trail', cloud: 'aws', stream: 's', records: [record], at: at(2) },
    });
    const rawOf = (event: string, digest: string, sources = ['trail']) =>
      store.shown.record(tenant, sources, { event, digest });

    const words = await store.shown.comments(tenant, [proposalOf(tenant, stack, 7, { location })]);
    expect(words.map(({ by, number }) => [by, number])).toEqual([['alice', 7]]);
    expect(await rawOf('e-1', 'd')).toBe('{"a":1}');
    expect(await rawOf('e-1', 'other')).toBeUndefined();
    expect(await rawOf('e-1', 'd', ['their-trail'])).toBeUndefined();
    expect(await rawOf('e-2', 'd')).toBeUndefined();
  });

  it('has a comment once, whether it came by webhook, by polling, or both', async () => {
    const key = fresh();
    const { tenant, stack } = key;
    const location = 'https://forge.example/acme/infra/pull/7';
    const on = { forge: 'hub', kind: 'github', repository: 'acme/infra', number: 7 } as const;
    const word = (id: number, time: string) => ({ id, user: 'bob', text: `Word ${id}`, at: time });
    await store.deliveries.keep(
      {
        ...{ ...delivery(tenant, 'd-1'), forge: 'hub', receivedAt: at(3) },
        event: {
          ...({ kind: 'comment', forge: 'github', user: 'bob', text: 'Word 1' } as const),
          ...{ repository: 'Acme/infra', number: 7, id: 1 },
        },
      },
      ['k-once'],
      [],
    );
    await store.shown.keepComments(key, on, [word(1, at(2)), word(2, at(1))]);
    const before = await store.shown.versions(tenant);
    await store.shown.keepComments(key, on, [word(1, at(2)), word(2, at(1))]);

    const words = await store.shown.comments(tenant, [
      { ...proposalOf(tenant, stack, 7, { location }), forge: 'hub' },
    ]);
    expect(words.map(({ text, at: time }) => [text, time])).toEqual([
      ['Word 2', at(1)],
      ['Word 1', at(2)],
    ]);
    expect(await store.shown.versions(tenant)).toEqual(before);
    expect(before.get(stack)).toBe(1);
  });

  it('keeps deployments of earlier logs, merges those in two logs, and shows merges', async () => {
    const key = fresh();
    const ask = { tenant: key.tenant, stacks: [key.stack] };
    const scan = (startedAt: string, ...deployments: readonly (readonly string[])[]) =>
      store.runs.keep(
        key,
        {
          ...serviceRun({ startedAt }),
          shown: {
            ...{ diffs: [], policy: '{}' },
            deployments: deployments.map(([name = '', from = '', to = '']) => ({ name, from, to })),
          },
        },
        () => [],
      );
    await scan(at(10), ['ci', at(9), at(9, 5)], ['ci', at(10), at(10, 2)]);
    await scan(at(11), ['ci', at(10), at(10, 8)], ['other', at(10, 1), at(10, 3)]);
    const opened = proposalOf(key.tenant, key.stack, 4);
    await store.proposals.put(opened);
    await store.proposals.put({ ...opened, state: 'merged', updatedAt: at(10, 5) }, opened);
    const windows = async (from: string, to: string) =>
      (await store.shown.windows(ask, { from, to })).map((one) => [one.name, one.from, one.to]);

    expect(await windows(at(1), at(20))).toEqual([
      ['ci', at(9), at(9, 5)],
      ['ci', at(10), at(10, 8)],
      ['other', at(10, 1), at(10, 3)],
      [expect.stringMatching(/^merge of #4: /), at(10, 5), at(10, 5)],
    ]);
    expect(await windows(at(9, 1), at(9, 2))).toEqual([['ci', at(9), at(9, 5)]]);
    expect(await windows(at(11), at(20))).toEqual([]);
    expect(
      await store.shown.windows({ ...ask, tenant: 'else' }, { from: at(1), to: at(20) }),
    ).toEqual([]);
  });

  it('returns how far each stream of a source has been read', async () => {
    const { tenant } = fresh();
    await store.collected(tenant).add({
      ...{ source: 'trail', cloud: 'aws', stream: 'eu-west-1', records: [], at: at(2) },
      cursor: { until: at(1) },
    });

    expect(await store.shown.streams(tenant, ['trail', 'none'])).toEqual([
      { source: 'trail', stream: 'eu-west-1', cursor: { until: at(1) }, at: at(2) },
    ]);
    expect(await store.shown.streams('somebody else', ['trail'])).toEqual([]);
  });

  it('keeps plans that a person asked for beside those of a run', async () => {
    const key = fresh();
    const run = await store.runs.keep(key, serviceRun({ intents: ['one'] }), () => []);
    await store.runs.addPlan(key, run.id, plannedOf('policy'));
    await store.runs.addPlan(key, run.id, { ...plannedOf('policy'), title: 'Another' });

    expect((await store.runs.planned(key, run.id)).map(({ title }) => title)).toEqual([
      'Raise the delay of one',
      'Another',
    ]);
  });
});

it('is ready while it is open', async () => {
  const { store, stop } = await openFolderStore();
  const before = await store.isReady();
  await stop();

  expect([before, await store.isReady()]).toEqual([true, false]);
});
