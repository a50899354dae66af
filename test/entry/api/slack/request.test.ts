import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openTestServiceStore,
  type TestServiceStore,
} from '../../../adapters/store/service-store.ts';
import { openWorld, signingSecret, type World } from '../../../app/notify/world.ts';
import { signAsSlack } from '../signing.ts';
import { commandBody, openSlack, type Signing, type Slack } from './call.ts';

describe('a request from Slack', () => {
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

  const seconds = () => Math.floor(Date.parse(world.now()) / 1000);
  const jobs = async () =>
    (await world.store.outbox.pending(1000)).filter(({ job }) => job.tenant === world.key.tenant);

  it('is answered if it is signed with the current or the previous secret', async () => {
    const body = commandBody(world, 'help');

    for (const secret of [signingSecret, 'a-newer-signing-secret']) {
      expect(await slack.send('/commands', body, { secret })).toMatchObject({ status: 200 });
    }
  });

  it.each<[string, (body: string) => Signing]>([
    ['with another secret', () => ({ secret: 'a-guess' })],
    ['with no secret', () => ({ secret: '' })],
    ['for another body', () => ({ signature: signAsSlack(signingSecret, `${seconds()}`, 'x') })],
    ['in another version', () => ({ signature: `v1=${'0'.repeat(64)}` })],
    ['too long ago', () => ({ timestamp: seconds() - 301 })],
    ['too far ahead', () => ({ timestamp: seconds() + 301 })],
    ['at no time', () => ({ timestamp: Number.NaN })],
  ])('is refused if it was signed %s, and changes nothing', async (_, signing) => {
    const body = commandBody(world, 'scan prod');
    const answer = await slack.send('/commands', body, signing(body));

    expect(answer.status).toBe(401);
    expect(answer.text).toContain('slack-unsigned');
    expect(answer.text).not.toContain(signingSecret);
    expect(await jobs()).toEqual([]);
  });

  it('is answered once, however often it comes', async () => {
    const body = commandBody(world, 'scan prod');
    const timestamp = seconds();

    const both = await Promise.all([
      slack.send('/commands', body, { timestamp }),
      slack.send('/commands', body, { timestamp }),
    ]);
    await slack.idle();
    const statuses = both.map(({ status }) => status).sort();

    expect(statuses).toEqual([200, 409]);
    expect(await slack.send('/commands', body, { timestamp })).toMatchObject({ status: 409 });
    expect((await jobs()).map(({ queue }) => queue)).toEqual(['reconcile', 'notify']);
  });

  it('is refused if it is too large, of another type, or not a Slack form', async () => {
    const large = `text=${'x'.repeat(70_000)}`;

    expect(await slack.send('/commands', large)).toMatchObject({ status: 413 });
    expect(await slack.send('/commands', 'text=x')).toMatchObject({ status: 400 });
    expect(await slack.send('/interactions', 'payload=%7B')).toMatchObject({ status: 400 });
    expect(await slack.send('/commands', 'team_id=T1&team_id=T2')).toMatchObject({ status: 400 });
  });
});
