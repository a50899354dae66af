import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNotifyHandler } from '../../../../src/app/notify/handler.ts';
import type { Jobs } from '../../../../src/ports/jobs.ts';
import { jobDefinitions } from '../../../../src/ports/jobs.ts';
import type { OutboxJob } from '../../../../src/ports/store/service-store.ts';
import { claimKeys } from '../../../../src/ports/store/state/keys.ts';
import { sampleIntent, sampleReport } from '../../../adapters/notify/sample.ts';
import { plannedOf } from '../../../adapters/store/service-runs.ts';
import {
  openTestServiceStore,
  type TestServiceStore,
} from '../../../adapters/store/service-store.ts';
import { keepRun, openWorld, proposalOf, token, type World } from '../../../app/notify/world.ts';
import { openSlack, type Slack } from './call.ts';

const minute = 60_000;

describe('/parley', () => {
  let opened: TestServiceStore;
  let world: World;
  let slack: Slack;
  beforeAll(async () => {
    opened = await openTestServiceStore();
  });
  afterAll(() => opened.stop());
  beforeEach(async () => {
    world = await openWorld(opened.store);
    slack = openSlack(world);
  });
  afterEach(() => world.stop());

  const jobs = async (): Promise<readonly OutboxJob[]> =>
    (await world.store.outbox.pending(1000)).filter(({ job }) => job.tenant === world.key.tenant);
  const replies = async () => {
    await slack.idle();
    return world.workspace.replies().map(({ body }) => JSON.parse(body));
  };
  const waiting = async () => {
    const found = (await jobs()).find(({ queue }) => queue === 'notify');
    return jobDefinitions.notify.schema.parse(found?.job);
  };
  /** Does the job as a process other than the one that received the command. */
  const work = (job: Jobs['notify']) =>
    createNotifyHandler({
      store: world.store,
      now: world.now,
      channels: [],
      apps: [world.app()],
      send: async () => ({ ok: true, value: undefined }),
      onEvent: () => undefined,
    })(job, new AbortController().signal, 'j');
  const runNow = () => keepRun(world, sampleReport({ startedAt: world.now() }));

  it('scan: records the scan before it answers, and answers again at its end', async () => {
    const { status, text } = await slack.command('scan prod since 2d');
    expect(status).toBe(200);
    expect(text).toContain('Looking for drift in prod.');
    expect(text).toContain('The settings of prod say how far back it reads.');

    const [scan] = await jobs();
    expect(scan).toMatchObject({
      queue: 'reconcile',
      job: { ...world.key, cause: 'person', until: world.now() },
    });
    expect(jobDefinitions.reconcile.schema.safeParse(scan?.job).success).toBe(true);
    const job = await waiting();
    expect(await work(job)).toMatchObject({ error: { code: 'scan-not-over' } });

    world.wait(minute);
    await runNow();
    expect(await work(job)).toEqual({ ok: true, value: undefined });
    expect(await work(job)).toEqual({ ok: true, value: undefined });

    const said = await replies();
    expect(said).toHaveLength(1);
    expect(said[0]).toMatchObject({ response_type: 'ephemeral' });
    expect(JSON.stringify(said[0])).toContain('Scan of prod');
    expect(slack.flushes()).toBe(1);
  });

  it('scan: says when the scan takes long, and forgets the response URL in time', async () => {
    await keepRun(world, sampleReport());
    await slack.command('scan');
    const job = await waiting();
    expect(JSON.stringify(await jobs())).not.toContain(world.workspace.url);

    world.wait(6 * minute);
    expect(await work(job)).toEqual({ ok: true, value: undefined });
    expect(JSON.stringify(await replies())).toContain('is taking longer');
    await runNow();
    await work(job);
    expect(await replies()).toHaveLength(1);

    const id = job.channel.slice('reply:'.length);
    expect(await world.store.claims.get(world.key.tenant, claimKeys.reply(id))).toBeUndefined();
  });

  it('status: shows what is open, what is proposed, and when the next scan is', async () => {
    await keepRun(world, sampleReport());
    await world.store.proposals.put(proposalOf(world));
    expect(await slack.command('status')).toEqual({ status: 200, text: '' });

    const said = JSON.stringify(await replies());
    expect(said).toContain('1 drift in 1 intent');
    expect(said).toContain('*escalate* 1');
    expect(said).toContain('|#7>');
    expect(said).toContain('2026-03-14 05:00:00 UTC');
  });

  it('status: says that a stack was not scanned yet', async () => {
    await slack.command('status prod');
    expect(JSON.stringify(await replies())).toContain('has not been scanned yet');
  });

  it('explain: gives the reasons of an intent, or says that there is none', async () => {
    await keepRun(world, sampleReport());
    await slack.command(`explain ${sampleIntent().id}`);
    await slack.command('explain i-ffffffffffff prod');
    await slack.command('explain prod');

    const said = JSON.stringify(await replies());
    expect(said).toContain('people-in-production matched: actor.class is human');
    expect(said).toContain('has no intent i-ffffffffffff');
    expect(said).toContain(`• \`${sampleIntent().id}\` Scaled web to 6`);
    expect(said).toContain('/parley explain prod INTENT');
  });

  it('reconcile: asks for the proposals of the latest run', async () => {
    const planned = { ...plannedOf('one'), intent: sampleIntent().id };
    const run = await keepRun(world, sampleReport(), [planned]);

    expect((await slack.command('reconcile prod')).text).toContain(
      'The proposal of prod is being opened',
    );
    expect((await slack.command(`reconcile ${sampleIntent().id}`)).text).toContain(
      `The proposal for ${sampleIntent().id} is being opened`,
    );
    expect((await slack.command('reconcile prod i-ffffffffffff')).text).toContain(
      'There is nothing to propose',
    );
    const job = {
      queue: 'propose',
      job: {
        ...world.key,
        forge: 'github',
        run: run.id,
        by: expect.stringMatching(/^slack:T\w+\/U\w+$/),
      },
    };
    const only = { ...job, job: { ...job.job, intent: sampleIntent().id } };
    expect(await jobs()).toMatchObject([job, only]);
    expect((await jobs())[0]?.job).not.toHaveProperty('intent');
  });

  it('reconcile: says what is missing', async () => {
    expect((await slack.command('reconcile prod')).text).toContain('has not been scanned yet');
    await keepRun(world, sampleReport());
    expect((await slack.command('reconcile prod')).text).toContain('There is nothing to propose');
    const { forge: _, ...stack } = world.stack;
    const without = openSlack(world, { stacks: [stack] });
    world.wait(1000);
    expect((await without.command('reconcile prod')).text).toContain('No forge is set up');
    expect(await jobs()).toEqual([]);
  });

  it('help: also answers what was not understood', async () => {
    expect((await slack.command('help')).text).toContain('/parley scan STACK');
    expect((await slack.command('destroy <!channel>')).text).toContain('There is no command');
    expect((await slack.command('scan other')).text).toContain('There is no stack');
  });

  it.each<[string, { team?: string; user?: string }, string, string]>([
    ['somebody of another team', { team: 'T9999' }, 'scan prod', 'You are not on the list'],
    ['somebody who is not listed', { user: 'U0EVE' }, 'scan prod', 'You are not on the list'],
    ['a guess at stacks', { user: 'U0EVE' }, 'scan other', 'You are not on the list'],
    ['somebody of another group', { user: 'U0CAROL' }, 'reconcile prod', 'You may not reconcile'],
  ])('does nothing for %s', async (_, who, text, why) => {
    await keepRun(world, sampleReport());
    const answer = await slack.command(text, who);

    expect(answer.status).toBe(200);
    expect(answer.text).toContain(why);
    expect(answer.text).not.toContain('Stacks:');
    expect(await jobs()).toEqual([]);
  });

  it('reaches only stacks of the tenant that the Slack workspace belongs to', async () => {
    const other = { ...world.stack, tenant: 'other', name: 'secret' };
    const both = openSlack(world, { stacks: [world.stack, other] });

    expect((await both.command('scan secret')).text).toContain('There is no stack');
    world.wait(1000);
    expect((await both.command('help')).text).not.toContain('secret');
  });

  it('logs neither tokens nor response URLs', async () => {
    world.workspace.next('chat.postMessage', { kind: 'error', error: 'invalid_auth' });
    await slack.command('status');
    await world.workspace.close();
    await slack.command('explain i-0123456789ab');
    await slack.idle();

    expect(slack.logged()).toContain('answer to slack was not taken');
    expect(slack.logged()).not.toContain(world.workspace.url);
    expect(slack.logged()).not.toContain('/hook/');
    expect(slack.logged()).not.toContain(token);
  });
});
