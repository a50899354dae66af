import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeedbackHandler } from '../../../src/app/feedback/handler.ts';
import type { Stack } from '../../../src/config/service/stacks.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { forges, type RunningForge } from '../../adapters/forge/servers/forges.ts';
import { putProposalAnew } from '../../adapters/store/put-proposal.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { runDemo, stackRunOf } from '../plan/demo-plans.ts';
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

const github = forges.filter(([name]) => name === 'GitHub')[0] ?? ['', () => Promise.reject()];

async function open([name, start]: (typeof forges)[number], more: Partial<Stack> = {}) {
  stacks += 1;
  running = await start();
  running.state.members.set('ben', 'write');
  running.state.members.set('rita', 'read');
  const stack = stackOf({ name: `storefront-${stacks}`, ...more });
  scene = await openScene(name as 'GitHub' | 'GitLab' | 'Gitea', running, store, result, stack);
}

afterEach(async () => {
  scene.close();
  await running.stop();
  expect(running.strayings).toEqual([]);
});

/** The plan of an intent. */
function planFor(intent: string) {
  const plan = scene.plans.find((one) => one.intent === intent);
  if (plan === undefined) throw new Error('Nothing was planned.');
  return plan;
}

const lookAgain = (cause: string) => ({ queue: 'reconcile', ...scene.key, cause, until: now });
const comments = (number: number) => running.state.get(number).comments;

describe.each(forges)('the feedback handler on %s', (...forge) => {
  beforeEach(() => open(forge));

  it('counts a merge, puts the intent in force, and scans again', async () => {
    const known = get(scene, 'parley:accept');
    scene.merge(planFor(known.intent));

    await scene.happens(scene.did('merged', known), 2);

    expect(await scene.reviews()).toEqual([[known.intent, 'merged']]);
    expect(await scene.stateOf(known)).toBe('merged');
    expect(await store.project(scene.key).transitions(known.intent)).toMatchObject([
      { to: 'translated' },
      { to: 'in-force', event: 'enforced', because: `${scene.kind}:ben merged the proposal.` },
    ]);
    expect(await scene.jobs()).toContainEqual(lookAgain('push'));
  });

  it('hears people who act before the proposal is recorded', async () => {
    const { number } = get(scene, 'parley:accept');

    await scene.outruns(scene.posted('/parley why', number));
    await scene.outruns(scene.posted('What a day.', number));

    expect(comments(number)).toHaveLength(1);
    expect(comments(number)[0]).toContain('by rule');
  });

  it('refuses people without write access, and lists the commands after a typo', async () => {
    const { number } = get(scene, 'parley:accept');

    await scene.happens(scene.posted('/parley revert\n/parley why', number, 'rita'));
    await scene.happens(scene.posted('/parley revret', number));

    expect(await store.answers.list(scene.key)).toEqual([]);
    const [refused, mistyped] = comments(number);
    expect(refused).toContain('needs write access');
    expect(refused).not.toContain('Rule its-task');
    expect(mistyped).toContain('Did you mean `/parley revert`?');
    expect(mistyped).toContain('- `/parley hold 24h`: ');
  });
});

describe('the feedback handler', () => {
  beforeEach(() => open(github));

  it('notices that somebody merged something else', async () => {
    const known = get(scene, 'parley:accept');
    scene.merge(planFor(known.intent), (text) => text.replace('public = false', 'public = null'));

    await scene.happens(scene.did('merged', known));

    expect(await scene.reviews()).toEqual([[known.intent, 'edited']]);
  });

  it('records one handover when a delegation is merged', async () => {
    const known = get(scene, 'parley:delegate');
    const ledger = () => store.project(scene.key).ledger('module.web.aws_autoscaling_group.this');
    scene.merge(planFor(known.intent));

    expect(await ledger()).toEqual([]);
    await scene.happens(scene.did('merged', known), 2);

    expect(await ledger()).toMatchObject([
      {
        kind: 'handover',
        time: received,
        to: { name: 'Cluster Autoscaler' },
        bounds: { min: 2, max: 6 },
        evidence: [known.intent],
      },
    ]);
  });

  it('counts a closed proposal against the change, and retires its intent', async () => {
    const known = get(scene, 'parley:accept');

    await scene.happens(scene.did('declined', known));

    expect(await scene.reviews()).toEqual([[known.intent, 'closed']]);
    expect(await scene.stateOf(known)).toBe('declined');
    expect((await store.project(scene.key).transitions(known.intent)).at(-1)?.to).toBe('retired');
    expect(await scene.jobs()).toEqual([]);
  });

  it('counts a closed proposal once after a kill, though a newer run has it by then', async () => {
    const known = get(scene, 'parley:accept');
    const killed = { ...store.proposals, put: () => Promise.reject(new Error('killed')) };
    const deps = { ...scene.deps, store: { ...store, proposals: killed } };
    const dies = scene.happens(scene.did('declined', known), 1, createFeedbackHandler(deps));
    await expect(dies).rejects.toThrow('killed');
    const newer = await scene.scannedAgain();
    expect(newer.id).not.toBe(scene.run.id);
    await putProposalAnew(store, { ...known, run: newer.id });

    await scene.again();

    expect(await scene.reviews()).toEqual([[known.intent, 'closed']]);
    expect(await scene.stateOf(known)).toBe('declined');
  });

  it('revives an intent with its proposal, and puts it in force with the merge', async () => {
    const known = get(scene, 'parley:accept');
    scene.merge(planFor(known.intent));

    await scene.happens(scene.did('declined', known));
    await scene.happens(scene.did('reopened', known));
    await scene.happens(scene.did('declined', known));
    await scene.happens(scene.did('merged', known), 2);

    const steps = await store.project(scene.key).transitions(known.intent);
    expect(steps.map(({ event, to }) => [event, to])).toEqual([
      ['understood', 'translated'],
      ['ended', 'retired'],
      ['revived', 'translated'],
      ['ended', 'retired'],
      ['revived', 'translated'],
      ['enforced', 'in-force'],
    ]);
  });

  it('puts nothing in force if the merged patch ends a delegation', async () => {
    const known = get(scene, 'parley:delegate');
    scene.merge(planFor(known.intent));
    const { report } = result;
    const decisions = report.decisions.map((one) => ({
      ...one,
      verdict: { ...one.verdict, outcome: 'expired' as const },
    }));
    const { record } = stackRunOf({ ...result, report: { ...report, decisions } });
    const ended = { record, revision: 'c'.repeat(40), findings: 'f-2', planned: [] };
    const { id } = await store.runs.keep(scene.key, ended, () => []);
    await putProposalAnew(store, { ...known, run: id });

    await scene.happens(scene.did('merged', known));

    const steps = await store.project(scene.key).transitions(known.intent);
    expect(steps.map(({ event }) => event)).toEqual(['understood']);
    expect(await scene.stateOf(known)).toBe('merged');
  });

  it('reads a closed request to revert as disagreement, and a merged one as agreement', async () => {
    const known = get(scene, 'revert');

    await scene.happens(scene.did('declined', known));
    await scene.happens(scene.did('reopened', known));
    expect(await scene.stateOf(known)).toBe('open');
    await scene.happens(scene.did('merged', known));

    const reviews = await scene.reviews();
    expect(reviews).toContainEqual([known.intent, 'wrong']);
    expect(reviews).toContainEqual([known.intent, 'reverted']);
    expect(scene.dispatched).toEqual([]);
  });

  it.each(['opened', 'edited', 'pushed', 'withdrawn'] as const)(
    'ignores a proposal that was %s',
    async (change) => {
      const known = get(scene, 'parley:accept');

      await scene.happens(scene.did(change, known));

      expect(await scene.reviews()).toEqual([]);
      expect(await scene.jobs()).toEqual([]);
    },
  );

  it('explains itself once, and says to whom', async () => {
    const { number } = get(scene, 'parley:accept');

    await scene.happens(scene.posted('/parley why', number), 3);

    expect(comments(number)).toHaveLength(1);
    expect(comments(number)[0]).toMatch(/^`ben` wrote `\/parley why`:\n\n/);
    expect(comments(number)[0]).toContain('Rule its-task (automation, 50) matched');
  });

  it.each([
    ['/parley revert', 'revert', 'a request to restore the cloud'],
    ['/parley delegate 2..10', 'delegate', 'within 2 to 10'],
    ['/parley hold 24h', 'hold', 'until 2026-03-16 10:00 UTC'],
    ['/parley wrong it was @ben', 'wrong', 'misread the change'],
    ['/parley dismiss it is meant so', 'dismiss', 'it needs no action'],
  ])('carries out %s once, however often it is delivered', async (text, action, words) => {
    const known = get(scene, 'parley:accept');

    await scene.happens(scene.posted(`I see.\n${text}`, known.number), 3);

    expect(await store.answers.list(scene.key)).toMatchObject([
      { action, intent: known.intent, by: `${scene.kind}:ben`, at: received },
    ]);
    expect(await scene.jobs()).toEqual([lookAgain('person')]);
    expect(comments(known.number)).toHaveLength(1);
    expect(comments(known.number)[0]).toContain(words);
  });

  it('does nothing twice if the forge fails to take the reply', async () => {
    const { number } = get(scene, 'parley:accept');
    const event = scene.posted('/parley hold 24h', number);
    running.instead.push({
      method: 'POST',
      late: false,
      answer: { status: 422, headers: {}, body: '{"message":"Not now"}' },
    });

    await expect(scene.happens(event)).rejects.toThrow();
    expect(comments(number)).toEqual([]);
    await scene.again();

    expect(comments(number)).toHaveLength(1);
    expect(await store.answers.list(scene.key)).toHaveLength(1);
    expect(await scene.jobs()).toEqual([lookAgain('person')]);
  });

  it('stays silent unless an authorised person addresses it', async () => {
    const { number } = get(scene, 'parley:accept');
    const silent = [
      scene.posted('Fine with me.', number),
      scene.posted('> /parley revert', number),
      scene.posted('/parley revert', number, 'renovate[bot]'),
      scene.posted('/parley revert\n\n<!-- parley: comment=reply-1 -->', number),
      scene.posted('/parley why', number, 'stranger'),
      scene.posted('/parley revert', 999),
      { ...scene.posted('/parley revert', 999), number, repository: 'acme/other' },
    ];

    for (const event of silent) await scene.happens(event);

    expect(comments(number)).toEqual([]);
    expect(await store.answers.list(scene.key)).toEqual([]);
  });

  it('proposes again on request, and gives up protected commits when forced', async () => {
    const known = { ...get(scene, 'parley:accept'), protectedTip: 'e'.repeat(40) };
    await putProposalAnew(store, known);

    await scene.happens(scene.posted('/parley recheck', known.number));
    const before = await store.proposals.byNumber(scene.key, 'hub', known.number);
    await scene.happens(scene.posted('/parley recheck force', known.number));

    expect(before?.forcedTip).toBeUndefined();
    expect(await store.proposals.byNumber(scene.key, 'hub', known.number)).toMatchObject({
      forcedTip: known.protectedTip,
    });
    expect(await scene.jobs()).toContainEqual({
      queue: 'propose',
      ...scene.key,
      forge: 'hub',
      run: scene.run.id,
    });
  });
});

describe('a merged request to revert', () => {
  it('starts the workflow of the stack once', async () => {
    await open(github, { revert_workflow: { file: 'apply.yml', ref: 'main' } });
    const known = get(scene, 'revert');

    await scene.happens(scene.did('merged', known), 2);

    expect(scene.dispatched).toEqual([
      {
        file: 'apply.yml',
        ref: 'main',
        inputs: { stack: scene.key.stack, intent: known.intent, addresses: known.addresses },
      },
    ]);
    expect(comments(known.number)).toHaveLength(1);
  });
});
