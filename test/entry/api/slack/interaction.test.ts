import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { offerDigest, sealAction } from '../../../../src/adapters/notify/slack/action-value.ts';
import { sampleDecision, sampleIntent, sampleReport } from '../../../adapters/notify/sample.ts';
import {
  openTestServiceStore,
  type TestServiceStore,
} from '../../../adapters/store/service-store.ts';
import {
  actionKey,
  channel,
  keepRun,
  openWorld,
  people,
  proposalOf,
  type World,
} from '../../../app/notify/world.ts';
import { openSlack, type Slack } from './call.ts';

const report = sampleReport();
const digest = offerDigest(report.decisions);
const fine = { status: 200, text: '' };

describe('a button', () => {
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
    await keepRun(world, report);
    await world.notify();
  });
  afterEach(() => world.stop());

  const answers = () => world.store.answers.list(world.key);
  const shown = () => {
    const [, message] = world.workspace.messages().filter(({ thread }) => thread === undefined);
    return message?.content ?? '';
  };
  const replies = async () => {
    await slack.idle();
    return world.workspace
      .replies()
      .map(({ body }) => body)
      .join('\n');
  };
  const seal = (action: 'delegate' | 'hold') =>
    sealAction(actionKey, { action, stack: 'prod', intent: sampleIntent().id, digest });
  const jobs = async () =>
    (await world.store.outbox.pending(1000)).filter(({ job }) => job.tenant === world.key.tenant);

  it.each([
    ['accept', '*Accepted* by <@U0BOB>'],
    ['revert', '*To be reverted* by <@U0BOB>'],
    ['delegate', '*Delegated* by <@U0BOB>'],
    ['hold', '*On hold* until 2026-03-15 04:00:00 UTC by <@U0BOB>'],
  ] as const)(
    '%s: records the answer before Slack gets a response, and updates the message',
    async (action, line) => {
      const held = openSlack(world, { later: () => undefined });
      expect(await held.press(action, digest)).toEqual(fine);

      expect(await answers()).toMatchObject([
        { intent: sampleIntent().id, action, by: 'slack:T0123/U0BOB', at: world.now() },
      ]);
      expect(await jobs()).toMatchObject([
        { queue: 'reconcile', job: { ...world.key, cause: 'person' } },
        { queue: 'notify', job: { ...world.key, channel: 'drift', subject: { kind: 'intent' } } },
      ]);
      expect(shown()).not.toContain(line);

      await world.notify();
      expect(shown()).toContain(line);
      expect(world.workspace.messages().at(-1)?.content).toContain(line);
    },
  );

  it('updates the message at once', async () => {
    await slack.press('accept', digest);
    await slack.idle();

    expect(await replies()).toContain('Noted: the live value is accepted.');
    expect(shown()).toContain('*Accepted* by <@U0BOB> at 2026-03-14 04:00:00 UTC.');
    expect(shown()).not.toContain('parley.accept');
  });

  it('says that somebody closed the proposal before', async () => {
    await world.store.proposals.put(proposalOf(world, { state: 'declined' }));

    await slack.press('accept', digest);

    expect(await replies()).toContain('Somebody closed proposal #7 about it');
  });

  it('why: posts the reasons in the thread, and changes nothing', async () => {
    const [, message] = world.workspace.messages();
    expect(await slack.press('why', digest, { user: 'U0CAROL', ts: message?.ts ?? '' })).toEqual(
      fine,
    );
    await slack.idle();

    const last = world.workspace.messages().at(-1);
    expect(last).toMatchObject({ channel, thread: message?.ts });
    expect(last?.content).toContain('people-in-production matched: actor.class is human');
    expect(await answers()).toEqual([]);
  });

  it('delegate: asks for bounds, and accepts only valid ones', async () => {
    expect(await slack.press('delegate', digest, { trigger: '1.2.a' })).toEqual(fine);
    await slack.idle();
    const [form] = world.workspace.views();
    expect(form).toMatchObject({
      trigger_id: '1.2.a',
      view: { callback_id: 'parley.delegate', private_metadata: seal('delegate') },
    });
    expect(await answers()).toEqual([]);

    const values = (min: string | null, max: string | null) => ({
      min: { min: { type: 'number_input', value: min } },
      max: { max: { type: 'number_input', value: max } },
    });
    const metadata = form?.view.private_metadata ?? '';
    const turned = await slack.submit('parley.delegate', metadata, values('10', '2'));
    expect(JSON.parse(turned.text)).toMatchObject({ response_action: 'errors' });
    expect((await slack.submit('parley.delegate', metadata, values('1e9', null))).status).toBe(400);
    expect(await answers()).toEqual([]);

    expect(await slack.submit('parley.delegate', metadata, values('2', '10.5'))).toEqual(fine);
    expect(await answers()).toMatchObject([
      { action: 'delegate', bounds: { min: 2, max: 10.5 }, by: 'slack:T0123/U0BOB' },
    ]);
    await slack.idle();
    expect(shown()).toContain('*Delegated* within 2 to 10.5 by <@U0BOB>');
  });

  it('hold: asks for how long', async () => {
    await slack.press('hold', digest, { trigger: '1.2.b', user: 'U0CAROL' });
    await slack.idle();
    const metadata = world.workspace.views()[0]?.view.private_metadata ?? '';
    const hours = (value: string) => ({ hours: { hours: { selected_option: { value } } } });

    expect((await slack.submit('parley.hold', metadata, hours('9999'))).status).toBe(400);
    expect(await slack.submit('parley.hold', metadata, hours('168'), 'U0CAROL')).toEqual(fine);
    expect(await answers()).toMatchObject([
      { action: 'hold', until: '2026-03-21T04:00:00.000Z', by: 'slack:T0123/U0CAROL' },
    ]);
  });

  it('dismiss: requires a reason', async () => {
    await slack.press('dismiss', digest, { trigger: '1.2.c' });
    await slack.idle();
    const metadata = world.workspace.views()[0]?.view.private_metadata ?? '';
    const why = (value: string) => ({ reason: { reason: { value } } });

    const bare = await slack.submit('parley.dismiss', metadata, why(' '), 'U0BOB');
    expect(JSON.stringify(bare)).toContain('The reason why');
    expect(await answers()).toEqual([]);
    expect(await slack.submit('parley.dismiss', metadata, why('it is meant so'), 'U0BOB')).toEqual(
      fine,
    );
    expect(await answers()).toMatchObject([
      { action: 'dismiss', note: 'it is meant so', by: 'slack:T0123/U0BOB' },
    ]);
    await slack.idle();
    expect(shown()).toContain('*Dismissed* by <@U0BOB>');
    expect(shown()).toContain('it is meant so');
  });

  it.each([
    ['another team', { team: 'T9999' }, 'You are not on the list'],
    ['somebody who is not listed', { user: 'U0EVE' }, 'You are not on the list'],
    ['somebody of another group', { user: 'U0CAROL' }, 'You may not accept'],
    ['who made the change', { user: 'U0ALICE' }, 'their own change'],
  ] as const)('does nothing for %s', async (_, who, why) => {
    expect(await slack.press('accept', digest, who)).toEqual(fine);

    expect(await replies()).toContain(why);
    expect(await answers()).toEqual([]);
    expect(shown()).toContain('parley.accept');
  });

  it('of one tenant does nothing for people of another tenant that shares the app', async () => {
    const other = await openWorld(opened.store);
    await keepRun(other, report);
    const theirs = {
      ...other.app(),
      actionKeys: ['the-key-of-the-other'],
      permissions: { ...people, teams: ['T0OTHER'] },
    };
    const shared = openSlack(world, {
      apps: [theirs, world.app()],
      stacks: [other.stack, world.stack],
      channels: [...other.channels, ...world.channels],
    });
    world.wait(1000);

    await shared.press('accept', digest, { team: 'T0OTHER' });
    const value = sealAction('the-key-of-the-other', {
      action: 'accept',
      stack: 'prod',
      intent: sampleIntent().id,
      digest,
    });
    await shared.press('accept', digest, { value });
    expect(await answers()).toEqual([]);
    expect(await other.store.answers.list(other.key)).toEqual([]);

    await shared.press('accept', digest);
    expect(await answers()).toHaveLength(1);
    expect(await other.store.answers.list(other.key)).toEqual([]);
    await shared.idle();
    await other.stop();
  });

  it('does nothing from a form for a person without permission', async () => {
    const refused = await slack.submit('parley.delegate', seal('delegate'), {}, 'U0ALICE');

    expect(refused.text).toContain('their own change');
    expect(await answers()).toEqual([]);
  });

  it('does nothing if it was forged, or belongs to another message', async () => {
    const value = sealAction('a-guess', {
      action: 'accept',
      stack: 'prod',
      intent: sampleIntent().id,
      digest,
    });

    expect((await slack.press('accept', digest, { value })).status).toBe(400);
    expect((await slack.press('why', digest, { action_id: 'parley.accept' })).status).toBe(400);
    expect((await slack.submit('parley.hold', seal('delegate'), {})).status).toBe(400);
    expect(await answers()).toEqual([]);
  });

  it('says that something else was decided since, and shows what', async () => {
    const decisions = [sampleDecision('delegate')];
    await keepRun(world, sampleReport({ startedAt: '2026-03-14T03:15:00Z', decisions }));

    await slack.press('accept', digest);
    expect(await replies()).toContain('has changed since this message');
    expect(await answers()).toEqual([]);
    expect(shown()).toContain('*Verdict: delegate* by rule');
  });

  it('says that the drift is gone, or that somebody else was faster', async () => {
    await slack.press('accept', digest);
    await slack.press('revert', digest);
    expect(await replies()).toContain('Somebody has answered this already.');
    expect(await answers()).toHaveLength(1);

    const empty = { drifts: [], intents: [], decisions: [] };
    await keepRun(world, sampleReport({ startedAt: '2026-03-14T03:15:00Z', ...empty }));
    await slack.press('accept', digest);
    expect(await replies()).toContain('This intent is gone');
    expect(shown()).toContain('*Gone*');
  });

  it('with a link is only acknowledged', async () => {
    const body = new URLSearchParams({
      payload: JSON.stringify({
        type: 'block_actions',
        team: { id: 'T0123' },
        user: { id: 'U0EVE' },
        channel: { id: channel },
        container: { message_ts: '1773457200.000100' },
        response_url: `${world.workspace.url}/hook/x`,
        actions: [{ type: 'button', action_id: 'parley.link', url: 'https://forge.example/7' }],
      }),
    }).toString();

    expect(await slack.send('/interactions', body)).toEqual(fine);
    expect(await replies()).toBe('');
  });

  it('says who pressed when the answer cannot be kept', async () => {
    const broken = openSlack(world, {
      answer: async () => ({ ok: false, error: { code: 'x', message: 'It is not kept.' } }),
    });
    world.wait(1000);
    expect(await broken.press('accept', digest)).toEqual(fine);
    await broken.idle();

    expect(await replies()).toContain('It is not kept.');
    expect(shown()).toContain('parley.accept');
  });
});
