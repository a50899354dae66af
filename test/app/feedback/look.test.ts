import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handleProposal } from '../../../src/app/feedback/handle-proposal.ts';
import { lastLook, lookAtStack } from '../../../src/app/feedback/look.ts';
import { sweep } from '../../../src/app/feedback/sweep.ts';
import type { ForgeEvent } from '../../../src/ports/forge/event.ts';
import { leaseKeys } from '../../../src/ports/store/state/keys.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { forges, type RunningForge, valued } from '../../adapters/forge/servers/forges.ts';
import { putProposalAnew } from '../../adapters/store/put-proposal.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { runDemo } from '../plan/demo-plans.ts';
import { type FeedbackScene, get, now, openScene, received, stackOf } from './scene.ts';

let result: RunResult;
let opened: TestServiceStore;
let store: TestServiceStore['store'];
let running: RunningForge;
let scene: FeedbackScene;
let stacks = 0;

beforeAll(async () => {
  result = await runDemo();
  opened = await openTestServiceStore();
  store = opened.store;
});
afterAll(() => opened.stop());
afterEach(async () => {
  scene.close();
  await running.stop();
  expect(running.strayings).toEqual([]);
});

async function open([name, start]: (typeof forges)[number]): Promise<void> {
  stacks += 1;
  running = await start();
  running.state.members.set('ben', 'write');
  const revert_workflow = { file: 'apply.yml', ref: 'main' };
  const stack = stackOf({ name: `looked-${stacks}`, revert_workflow });
  scene = await openScene(name as 'GitHub' | 'GitLab' | 'Gitea', running, store, result, stack);
}

const signal = new AbortController().signal;
const stack = () => scene.deps.stacks[0] ?? stackOf();
const look = (at = now) =>
  lookAtStack({ ...scene.deps, now: () => at }, stack(), { by: 'test', signal });

/** Everything that resulted, whoever reported it. */
async function outcome() {
  const known = await store.proposals.list(scene.key, 'all');
  const steps = await Promise.all(
    known.map(({ intent }) => store.project(scene.key).transitions(intent)),
  );
  return {
    answers: (await store.answers.list(scene.key)).map(({ action, at, by }) => ({
      action,
      at,
      by,
    })),
    feedback: (await store.project(scene.key).feedback()).map(({ time, body }) => [
      time,
      body['intent'],
      body['review'],
    ]),
    ledger: await store.project(scene.key).ledger('module.web.aws_autoscaling_group.this'),
    steps: steps.map((own) => own.map(({ event, to, because }) => [event, to, because])),
    states: known.map(({ number, state }) => [number, state]),
    dispatched: scene.dispatched.length,
    replies: running.state.pulls.map(({ comments }) => comments),
  };
}

/** What people do to the proposals of a scene, and the events that forges send about it. */
function act(): readonly ForgeEvent[] {
  const [accept, delegate, revert] = ['parley:accept', 'parley:delegate', 'revert'].map((name) =>
    get(scene, name),
  );
  if (!accept || !delegate || !revert) throw new Error('Something is not proposed.');
  for (const { intent } of [accept, delegate]) {
    const plan = scene.plans.find((one) => one.intent === intent);
    if (plan !== undefined) scene.merge(plan);
  }
  return [
    scene.posted('/parley why', accept.number),
    scene.posted('/parley hold 24h', accept.number),
    scene.did('declined', accept),
    scene.did('merged', delegate),
    scene.did('merged', revert),
    scene.posted('Done.', revert.number),
  ];
}

const ways: readonly (readonly [
  string,
  (events: readonly ForgeEvent[]) => readonly ForgeEvent[],
])[] = [
  ['no webhook came', () => []],
  ['each came once', (events) => events],
  [
    'each came thrice, the last ones first',
    (events) => [...events, ...events, ...events].reverse(),
  ],
  ['some came', (events) => events.filter((_, at) => at % 2 === 0)],
];

describe.each(forges)('what people did on %s', (...forge) => {
  it('has the same outcome, whichever webhooks arrived', async () => {
    const all: Awaited<ReturnType<typeof outcome>>[] = [];
    for (const [, reported] of ways) {
      if (all.length > 0) {
        scene.close();
        await running.stop();
      }
      await open(forge);
      for (const event of reported(act())) await scene.happens(event);
      for (let times = 0; times < 2; times += 1) valued(await look());
      all.push(await outcome());
    }

    const [first, ...others] = all;
    expect(first).toMatchObject({
      dispatched: 1,
      answers: [{ action: 'hold', at: received, by: `${scene.kind}:ben` }],
      ledger: [{ kind: 'handover', time: received }],
    });
    expect(first?.feedback.map(([time, , review]) => [time, review]).toSorted()).toEqual([
      [received, 'closed'],
      [received, 'merged'],
      [received, 'reverted'],
    ]);
    expect(first?.replies.flat()).toHaveLength(3);
    for (const [at, other] of others.entries()) {
      expect(withoutWho(other), ways[at + 1]?.[0]).toEqual(withoutWho(first));
    }
  });
});

/** Only webhooks of GitHub and Gitea say who closed a pull request. */
function withoutWho(one: Awaited<ReturnType<typeof outcome>> | undefined) {
  const text = JSON.stringify(one).replaceAll(/(?:github|gitea):ben closed/g, 'Somebody closed');
  return JSON.parse(text.replaceAll(/stack \\"looked-\d+\\"|reply-[0-9a-f]{12}/g, ''));
}

describe('a look at the forge', () => {
  const [github = forges[0]] = forges;
  beforeEach(() => open(github as (typeof forges)[number]));

  it('asks only for what changed since the last one', async () => {
    valued(await look());
    const { number } = get(scene, 'parley:accept');
    running.state.now = () => '2026-03-15T11:00:00Z';
    running.state.say(running.state.get(number), 'ben', 'Hm.');
    valued(await look('2026-03-15T11:00:05.000Z'));
    const from = running.asked.length;
    valued(await look('2026-03-15T11:00:10.000Z'));

    expect(running.asked.slice(from).map(({ url }) => url.pathname)).toEqual([
      '/repos/acme/infra/pulls',
      `/repos/acme/infra/issues/${number}/comments`,
    ]);
  });

  it('retries what failed, and handles the rest', async () => {
    const known = get(scene, 'parley:accept');
    scene.posted('/parley hold 24h', known.number);
    scene.did('declined', get(scene, 'parley:delegate'));
    running.instead.push({
      method: 'POST',
      late: false,
      answer: { status: 422, headers: {}, body: '{"message":"Not now"}' },
    });

    expect(await look()).toMatchObject({ ok: false });
    expect(await scene.reviews()).toHaveLength(1);
    expect(running.state.get(known.number).comments).toEqual([]);
    valued(await look());

    expect(running.state.get(known.number).comments).toHaveLength(1);
    expect(await store.answers.list(scene.key)).toHaveLength(1);
  });

  it('ignores comments dated long ago, and dates those from the future to now', async () => {
    const { number } = get(scene, 'parley:accept');
    running.state.now = () => '2026-01-15T10:00:00Z';
    scene.posted('/parley wrong', number);
    running.state.now = () => '2099-01-01T00:00:00Z';
    scene.posted('/parley hold 24h', number);
    valued(await look());

    expect(await store.answers.list(scene.key)).toMatchObject([{ action: 'hold', at: now }]);
  });

  it('leaves a proposal to the worker that holds its lease', async () => {
    const known = get(scene, 'parley:accept');
    const of = leaseKeys.proposal(scene.key.stack, 'hub', known.number);
    await store.leases.take('default', of, {
      value: { job: 'other', since: now },
      until: '2099-01-01T00:00:00.000Z',
    });
    scene.did('declined', known);

    expect(await look()).toMatchObject({ ok: false, error: { code: 'proposal-busy' } });
    expect(await scene.reviews()).toEqual([]);
    await store.leases.drop('default', of);
    valued(await look());
    expect(await scene.reviews()).toEqual([[known.intent, 'closed']]);
  });

  it('does not reopen from an outdated list what was closed since', async () => {
    const known = get(scene, 'parley:accept');
    const place = { key: scene.key, stack: stack(), forge: valued(scene.deps.forges.of(stack())) };
    if (place.forge === undefined) throw new Error('The stack has a forge.');
    const [old] = valued(await running.proposals.find({ kind: 'number', number: known.number }));
    if (old === undefined) throw new Error('The proposal is there.');
    scene.did('declined', known);
    valued(await look());
    const before = await outcome();

    valued(await handleProposal(scene.deps, { ...place, forge: place.forge }, old, { by: 'late' }));

    expect(await outcome()).toEqual(before);
    expect(await scene.stateOf(known)).toBe('declined');
  });

  it('notices commits of people on a branch whose patch no run wants any more', async () => {
    const known = get(scene, 'parley:accept');
    await putProposalAnew(store, { ...known, commit: 'a'.repeat(40), digest: 'p-gone' });
    scene.did('merged', known);
    valued(await look());

    expect(await scene.reviews()).toEqual([[known.intent, 'edited']]);
  });

  it('knows what was merged even before the change to the proposal is recorded', async () => {
    const known = get(scene, 'revert');
    // It was a patch before, and by now the same proposal asks for something else.
    await putProposalAnew(store, { ...known, kind: 'patch', digest: 'p-before' });
    scene.did('merged', known);
    valued(await look());

    expect(await scene.reviews()).toEqual([[known.intent, 'reverted']]);
    expect(scene.dispatched).toHaveLength(1);
    const kept = await store.proposals.byNumber(scene.key, 'hub', known.number);
    expect(kept).toMatchObject({ kind: 'revert', state: 'merged', digest: known.digest });
  });

  it('has a protected branch proposed again once people changed it', async () => {
    const known = { ...get(scene, 'parley:accept'), protectedTip: 'e'.repeat(40) };
    await putProposalAnew(store, known);
    valued(await look());

    expect(await scene.jobs()).toContainEqual(expect.objectContaining({ queue: 'propose' }));
  });

  it('is made by a sweep if no scan made one for a while', async () => {
    const ask = { by: 'sweep', signal, every: 3_600_000, onEvent: () => undefined };
    const known = get(scene, 'parley:accept');
    valued(await look());
    scene.did('declined', known);
    await sweep(scene.deps, ask);
    expect(await scene.stateOf(known)).toBe('open');

    expect(await lastLook(scene.deps, stack())).toBe(now);
    await sweep({ ...scene.deps, now: () => '2026-03-15T11:00:05.000Z' }, ask);
    expect(await scene.stateOf(known)).toBe('declined');
  });
});

/** Comments are stored by repository, which the stacks of the other tests share. */
describe('a look at the forge, with a store of its own', () => {
  it('keeps people’s comments for the pages, even if they ask for nothing', async () => {
    const own = await openTestServiceStore();
    const shared = store;
    store = own.store;
    await open(forges[0] as (typeof forges)[number]);
    const known = get(scene, 'parley:accept');
    running.state.say(running.state.get(known.number), 'ben', 'The vendor wants it so.');
    scene.posted('/parley why', known.number);
    valued(await look());
    valued(await look());

    const words = await store.shown.comments(known.tenant, [known]);
    store = shared;
    await own.stop();
    expect(words.map(({ by, text }) => [by, text])).toEqual([
      ['ben', 'The vendor wants it so.'],
      ['ben', '/parley why'],
    ]);
  });
});
