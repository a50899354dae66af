import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseLog } from '../../../src/adapters/receipt/database-log.ts';
import { createProposeHandler } from '../../../src/app/propose/handler.ts';
import { leaseKeys } from '../../../src/ports/store/state/keys.ts';
import { receiptStatement } from '../../../src/stages/receipt/verify.ts';
import { putProposalAnew } from '../../adapters/store/put-proposal.ts';
import { signerOf } from '../../stages/receipt/logs.ts';
import { code, key, problemOf, type Stage, startStage } from './stage.ts';

const branch = 'parley/i-a';

let stage: Stage;
beforeEach(async () => {
  stage = await startStage();
});
afterEach(async () => {
  await stage.stop();
  expect(stage.forge.strayings).toEqual([]);
});

const pulls = () =>
  stage.state.pulls.map(({ number, branch: of, state }) => `${number} ${of} ${state}`);
const jobs = async () =>
  (await stage.store.outbox.pending(100)).map(({ queue, job }) => ({ queue, job }));

describe.each(['gitlab', 'gitea'] as const)('a run on %s', (kind) => {
  it('opens, updates and closes a proposal', async () => {
    const other = await startStage(kind);
    const states = () => other.state.pulls.map(({ branch: of, state }) => `${of} ${state}`);

    expect(await other.propose({ name: 'a', value: 5 })).toMatchObject({ ok: true });
    expect(await other.propose({ name: 'a', value: 6 })).toMatchObject({ ok: true });
    expect(states()).toEqual(['parley/i-a open']);
    expect(other.repository.read('main.tf', branch)).toBe(code.replace('a = 1', 'a = 6'));
    expect(await other.propose()).toMatchObject({ ok: true });
    expect(states()).toEqual(['parley/i-a closed']);
    expect(other.repository.branches()).toEqual(['main']);
    expect(other.forge.strayings).toEqual([]);
    await other.stop();
  });
});

describe('what a run plans', () => {
  it('is proposed once per intent, and recorded', async () => {
    expect(await stage.propose({ name: 'a', value: 5 }, { name: 'b', value: 6 })).toMatchObject({
      ok: true,
    });

    expect(pulls()).toEqual(['1 parley/i-a open', '2 parley/i-b open']);
    expect(stage.repository.read('main.tf', branch)).toBe(code.replace('a = 1', 'a = 5'));
    expect(stage.state.get(1).labels.toSorted()).toEqual(['parley', 'parley:accept']);
    const commit = stage.repository.head(branch);
    expect(stage.state.checks[0]).toMatchObject({ commit, name: 'parley', state: 'success' });
    expect(await stage.known()).toMatchObject([
      { number: 1, intent: 'i-a', commit, state: 'open', addresses: ['q.a'] },
      { number: 2, intent: 'i-b', state: 'open' },
    ]);
  });

  it('has a receipt that names the agent that requested it', async () => {
    const log = databaseLog(stage.store.receipts(key.tenant), signerOf(1));
    const handler = createProposeHandler({ ...stage.deps, receipts: (_, work) => work(log) });
    const run = await stage.run({ name: 'a', value: 5 });
    const job = { ...key, forge: 'hub', run, intent: 'i-a', by: 'agent:deploy-bot' };

    expect(await handler(job, new AbortController().signal, 'j')).toMatchObject({ ok: true });
    const receipts = await log.receipts();
    expect(receipts.map((one) => receiptStatement(one)?.predicate)).toMatchObject([
      { about: { intent: 'i-a', commit: stage.repository.head(branch) }, by: 'agent:deploy-bot' },
    ]);
  });

  it('is proposed for a single intent on request', async () => {
    const run = await stage.run({ name: 'a', value: 5 }, { name: 'b', value: 6 });

    expect(await stage.handle(run, { intent: 'i-b' })).toMatchObject({ ok: true });
    expect(pulls()).toEqual(['1 parley/i-b open']);
    expect(await stage.handle(run, { intent: 'i-gone' })).toMatchObject({ ok: true });
    expect(await stage.handle(run)).toMatchObject({ ok: true });
    expect(pulls()).toEqual(['1 parley/i-b open', '2 parley/i-a open']);
    expect(await stage.handle(await stage.run({ name: 'a', value: 5 }), { intent: 'i-a' })).toEqual(
      { ok: true, value: undefined },
    );
    expect(pulls()).toEqual(['1 parley/i-b open', '2 parley/i-a open']);
  });

  it.each([
    ['a job for one intent', {}, 'r-9 i-b', 'propose-busy'],
    ['a job for all', {}, 'r-9', undefined],
    ['a job for another intent', { intent: 'i-a' }, 'r-9 i-b', 'propose-busy'],
    ['a job for all', { intent: 'i-a' }, 'r-9', undefined],
  ])('waits for %s that is under way, unless it does the same: %j', async (_, more, job, code) => {
    const run = await stage.run({ name: 'a', value: 5 });
    const until = '2999-01-01T00:00:00.000Z';
    const value = { job, since: '2026-01-01T00:00:00.000Z' };
    await stage.store.leases.take(key.tenant, leaseKeys.proposals(key.stack), { value, until });

    expect(problemOf(await stage.handle(run, more))?.code).toBe(code);
    expect(pulls()).toEqual([]);
  });

  it('is left alone if nothing is new, even if the code has moved on', async () => {
    await stage.propose({ name: 'a', value: 5 });
    const before = [stage.repository.head(branch), await stage.known()];
    stage.repository.commit({ 'other.tf': 'x = 2\n' });
    const asked = stage.forge.asked.length;

    expect(await stage.propose({ name: 'a', value: 5 })).toMatchObject({ ok: true });

    expect([stage.repository.head(branch), await stage.known()]).toEqual(before);
    const calls = stage.forge.asked.slice(asked).map(({ method }) => method);
    expect(calls.every((method) => method === 'GET')).toBe(true);
  });

  it('is updated in place when the drift has changed', async () => {
    await stage.propose({ name: 'a', value: 5 });
    await stage.propose({ name: 'a', value: 7 });

    expect(pulls()).toEqual(['1 parley/i-a open']);
    expect(stage.repository.read('main.tf', branch)).toBe(code.replace('a = 1', 'a = 7'));
    expect(await stage.known()).toMatchObject([{ number: 1, digest: 'p-a-7-patch' }]);
  });

  it('is computed again if somebody else changed the file', async () => {
    const run = await stage.run({ name: 'a', value: 5 });
    const tip = stage.repository.commit({ 'main.tf': code.replace('c = 3', 'c = 4') });

    expect(await stage.handle(run)).toMatchObject({ ok: true });

    expect(pulls()).toEqual([]);
    expect(stage.repository.branches()).toEqual(['main']);
    expect(await jobs()).toEqual([
      { queue: 'reconcile', job: { ...key, cause: 'push', revision: tip } },
    ]);
  });

  it('of an earlier run gives way to the latest', async () => {
    const early = await stage.run({ name: 'a', value: 5 });
    await stage.run({ name: 'b', value: 6 });

    await stage.handle(early);

    expect(pulls()).toEqual(['1 parley/i-b open']);
  });
});

describe('a settled proposal', () => {
  it.each([
    ['nothing else is wanted', []],
    ['something else is wanted', [{ name: 'b', value: 6 }]],
  ] as const)('is closed with its branch when the drift is closed, and %s', async (_, wants) => {
    await stage.propose({ name: 'a', value: 5 });
    await stage.propose(...wants);

    expect(stage.state.get(1)).toMatchObject({ state: 'closed' });
    expect(stage.state.get(1).comments[0]).toContain('Closed: the code says it now (`q.a`).');
    expect(stage.repository.branches()).not.toContain(branch);
    expect((await stage.known('all'))[0]).toMatchObject({ number: 1, state: 'withdrawn' });
  });

  it('is closed for what an earlier run found, whose job never arrived', async () => {
    await stage.propose({ name: 'a', value: 5 });
    await stage.run();
    await stage.propose();

    expect(pulls()).toEqual(['1 parley/i-a closed']);
    expect(stage.state.get(1).comments[0]).toContain('Closed: the code says it now (`q.a`).');
  });

  it('keeps its branch if people committed to it', async () => {
    await stage.propose({ name: 'a', value: 5 });
    const human = stage.repository.commit({ 'other.tf': 'x = 9\n' }, { branch });
    await stage.propose();

    expect(pulls()).toEqual(['1 parley/i-a closed']);
    expect(stage.repository.head(branch)).toBe(human);
  });

  it('is left alone after a person closed it, until the drift changes', async () => {
    await stage.propose({ name: 'a', value: 5 });
    stage.state.get(1).state = 'closed';
    stage.repository.deleteBranch(branch);

    await stage.propose({ name: 'a', value: 5 });
    expect(pulls()).toEqual(['1 parley/i-a closed']);
    expect(stage.repository.branches()).toEqual(['main']);
    expect((await stage.known('all'))[0]).toMatchObject({ state: 'declined' });

    await stage.propose({ name: 'a', value: 7 });
    expect(pulls()).toEqual(['1 parley/i-a closed', '2 parley/i-a open']);
  });

  it('counts as declined when a person deletes the branch', async () => {
    await stage.propose({ name: 'a', value: 5 });
    stage.repository.deleteBranch(branch);
    await stage.propose({ name: 'a', value: 5 });

    expect(pulls()).toEqual(['1 parley/i-a closed']);
    expect(stage.repository.branches()).toEqual(['main']);
  });

  it('stays merged, and the next drift of the intent gets another proposal', async () => {
    await stage.propose({ name: 'a', value: 5 });
    stage.repository.commit({ 'other.tf': 'x = 9\n' }, { branch, author: 'ada' });
    stage.repository.merge(branch);
    stage.state.get(1).state = 'merged';
    await stage.propose({ name: 'a', value: 7 });

    expect(pulls()).toEqual(['1 parley/i-a merged', '2 parley/i-a open']);
    const states = (await stage.known('all')).map(({ number, state }) => [number, state]);
    expect(states).toEqual([
      [1, 'merged'],
      [2, 'open'],
    ]);
  });

  it('is not reopened when a person merges it during the update', async () => {
    await stage.propose({ name: 'a', value: 5 });
    const { pusher } = stage.deps;
    const handler = createProposeHandler({
      ...stage.deps,
      pusher: {
        ...pusher,
        async push(...given) {
          const pushed = await pusher.push(...given);
          stage.repository.merge(branch);
          stage.state.get(1).state = 'merged';
          return pushed;
        },
      },
    });
    const run = await stage.run({ name: 'a', value: 6 });
    const done = await handler({ ...key, forge: 'hub', run }, new AbortController().signal, 'j');

    expect(done).toMatchObject({ ok: true });
    expect(pulls()).toEqual(['1 parley/i-a merged']);
    expect(await jobs()).toMatchObject([{ queue: 'reconcile', job: { cause: 'push' } }]);
  });

  it('is not opened again when a person merges it after the code was fetched', async () => {
    await stage.propose({ name: 'a', value: 5 });
    const { checkouts } = stage.deps;
    const handler = createProposeHandler({
      ...stage.deps,
      checkouts: {
        ...checkouts,
        async mirror(...given) {
          const mirror = await checkouts.mirror(...given);
          if (stage.state.get(1).state === 'open') {
            stage.repository.merge(branch);
            stage.state.get(1).state = 'merged';
          }
          return mirror;
        },
      },
    });
    const run = await stage.run({ name: 'a', value: 5 });
    const done = await handler({ ...key, forge: 'hub', run }, new AbortController().signal, 'j');

    expect(done).toMatchObject({ ok: true });
    expect(pulls()).toEqual(['1 parley/i-a merged']);
    expect((await stage.known('all')).map(({ state }) => state)).toEqual(['merged']);
  });

  it('is not requested again after a request to revert was merged', async () => {
    await stage.propose({ name: 'a', value: 5, kind: 'revert' });
    stage.repository.merge(branch);
    stage.state.get(1).state = 'merged';
    await stage.propose({ name: 'a', value: 5, kind: 'revert' });

    expect(pulls()).toEqual(['1 parley/i-a merged']);
    expect((await stage.known('all'))[0]).toMatchObject({ state: 'merged', kind: 'revert' });
  });

  it('gets a reminder after a day and every week, while a merged request to revert is not carried out', async () => {
    const revert = { name: 'a', value: 5, kind: 'revert' } as const;
    const reminders = () => stage.state.get(1).comments.length;
    await stage.propose(revert);
    stage.state.get(1).end('merged', 'ada');
    stage.pass(23 * hour);
    await stage.propose(revert);
    expect(reminders()).toBe(0);

    stage.pass(2 * hour);
    for (let times = 0; times < 3; times += 1) await stage.propose(revert);
    expect(reminders()).toBe(1);
    expect(stage.state.get(1).comments[0]).toContain('but the change is still live');

    stage.pass(7 * 24 * hour);
    await stage.propose(revert);
    expect(reminders()).toBe(2);
    stage.pass(7 * 24 * hour);
    await stage.propose();
    expect(reminders()).toBe(2);
  });
});

describe('an open drift that a run could not see', () => {
  it('keeps its proposal, however often that happens', async () => {
    await stage.propose({ name: 'a', value: 5 });
    const before = [stage.repository.head(branch), await stage.known()];
    for (const wants of [[], [{ name: 'b', value: 6 } as const]]) {
      expect(await stage.propose({ name: 'a', isUnseen: true }, ...wants)).toMatchObject({
        ok: true,
      });
    }

    expect(pulls()).toEqual(['1 parley/i-a open', '2 parley/i-b open']);
    expect(stage.state.get(1).comments).toEqual([]);
    expect([stage.repository.head(branch), (await stage.known()).slice(0, 1)]).toEqual(before);
  });

  it('keeps its whole proposal if the run saw a part of it', async () => {
    await stage.propose({ name: 'a', value: 5 });
    const before = stage.repository.head(branch);
    await stage.propose({ name: 'c', isUnseen: true, of: 'a' }, { name: 'a', value: 7 });

    expect(stage.repository.head(branch)).toBe(before);
    expect(await stage.known()).toMatchObject([{ digest: 'p-a-5-patch' }]);
  });

  it('keeps a proposal that a killed process opened', async () => {
    await stage.propose({ name: 'a', value: 5 });
    const [known] = await stage.known();
    // As if the database was lost, or the process died before it recorded the proposal.
    if (known) {
      const updatedAt = '2026-03-15T00:00:00.000Z';
      await putProposalAnew(stage.store, { ...known, state: 'withdrawn', updatedAt });
    }
    await stage.propose({ name: 'a', isUnseen: true });

    expect(pulls()).toEqual(['1 parley/i-a open']);
    expect(stage.repository.branches()).toContain(branch);
  });
});

describe('commits of people on a branch', () => {
  const edit = (from: string, to: string) =>
    stage.repository.commit(
      { 'main.tf': (stage.repository.read('main.tf', branch) ?? '').replace(from, to) },
      { branch, author: 'ada' },
    );

  it('stay, with the new patch around them', async () => {
    await stage.propose({ name: 'a', value: 5 });
    edit('c = 3', 'c = 33');
    await stage.propose({ name: 'a', value: 7 });

    expect(stage.repository.read('main.tf', branch)).toBe(
      code.replace('a = 1', 'a = 7').replace('c = 3', 'c = 33'),
    );
    expect(stage.state.get(1).comments).toEqual([]);
  });

  it('are protected if the patch changes the same lines, with one comment', async () => {
    await stage.propose({ name: 'a', value: 5 });
    const human = edit('a = 5', 'a = 6');
    await stage.propose({ name: 'a', value: 7 });
    await stage.propose({ name: 'a', value: 8 });

    expect(stage.repository.head(branch)).toBe(human);
    expect(stage.state.get(1).comments).toHaveLength(1);
    expect(stage.state.get(1).comments[0]).toContain(
      `\`main.tf\`, line 1: \`ada@example.com\` in \`${human.slice(0, 10)}\``,
    );
    expect(stage.state.get(1).body).toContain('a to 5');
    const [known] = await stage.known();
    expect(known).toMatchObject({ protectedTip: human, digest: 'p-a-5-patch', state: 'open' });

    // Somebody with the right to do so gives the commit up.
    const updatedAt = '2026-03-15T00:00:00.000Z';
    if (known) await putProposalAnew(stage.store, { ...known, forcedTip: human, updatedAt });
    await stage.propose({ name: 'a', value: 8 });
    expect(stage.repository.read('main.tf', branch)).toBe(code.replace('a = 1', 'a = 8'));
  });

  it('stay on a branch that has the name of a proposal', async () => {
    const human = stage.repository.commit({ 'other.tf': 'x = 7\n' }, { branch, author: 'ada' });
    const result = await stage.propose({ name: 'a', value: 5 }, { name: 'b', value: 6 });

    expect(problemOf(result)?.code).toBe('branch-taken');
    expect(stage.repository.head(branch)).toBe(human);
    expect(pulls()).toEqual(['1 parley/i-b open']);
  });
});

describe('a forge that refuses', () => {
  it.each([
    [403, 'forge-forbidden'],
    [401, 'forge-credentials'],
  ])('with %d is reported as a problem with a next step', async (status, code) => {
    stage.forge.instead.push({ late: false, answer: { status, body: '{}' } });
    const result = await stage.propose({ name: 'a', value: 5 });

    expect(problemOf(result)).toMatchObject({ code, hint: expect.any(String) });
  });

  it('because of its rate limit is asked again later', async () => {
    const headers = { 'retry-after': '7200' };
    stage.forge.instead.push({ late: false, answer: { status: 429, headers, body: '{}' } });
    const run = await stage.run({ name: 'a', value: 5 }, { name: 'b', value: 6 });
    const result = await stage.handle(run);

    expect(problemOf(result)?.code).toBe('forge-rate-limit');
    expect(stage.forge.asked).toHaveLength(1);
    expect(await stage.handle(run)).toMatchObject({ ok: true });
    expect(pulls()).toEqual(['1 parley/i-a open', '2 parley/i-b open']);
  });
});

const hour = 3_600_000;
