import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebhookV1 } from '../../../src/adapters/notify/webhook/schema.ts';
import type { KnownProposal, ServiceStore } from '../../../src/ports/store/service-store.ts';
import { lastSeenKeys } from '../../../src/ports/store/state/keys.ts';
import { at, sampleDecision, sampleIntent, sampleReport } from '../../adapters/notify/sample.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { keepRun, openWorld, proposalOf, type World } from './world.ts';

const later = '2026-03-14T03:15:00Z';

describe('a webhook', () => {
  let opened: TestServiceStore;
  let world: World;
  beforeAll(async () => {
    opened = await openTestServiceStore();
  });
  afterAll(() => opened.stop());
  beforeEach(async () => {
    world = await openWorld(opened.store);
  });
  afterEach(() => world.stop());

  const events = () => world.payloads.map(({ event }) => event);
  const notify = () => world.notify('hook');

  it('is notified of a scan, of decisions, and of answers, each once', async () => {
    await keepRun(world, sampleReport());
    await world.store.answers.keep(
      world.key,
      {
        id: 'a-0123456789ab',
        intent: sampleIntent().id,
        digest: 'q-0123456789ab',
        action: 'wrong',
        by: 'github:alice',
        at: '2026-03-14T03:30:00.000Z',
      },
      [],
    );

    expect(await notify()).toEqual({ ok: true, value: undefined });
    expect(await notify()).toEqual({ ok: true, value: undefined });

    expect(events()).toEqual(['scan.finished', 'intent.decided', 'intent.reviewed']);
    for (const payload of world.payloads) expect(WebhookV1.parse(payload)).toEqual(payload);
    expect(world.payloads[2]).toMatchObject({
      stack: 'prod',
      at: '2026-03-14T03:30:00.000Z',
      review: { action: 'wrong', by: 'github:alice' },
    });
  });

  it('is notified only of what is new in a later scan', async () => {
    await keepRun(world, sampleReport());
    await notify();
    await keepRun(world, sampleReport({ startedAt: later }));
    await notify();
    expect(events()).toEqual(['scan.finished', 'intent.decided']);

    await world.store.proposals.put(proposalOf(world));
    await notify();
    expect(events().slice(2)).toEqual(['intent.decided']);

    const decisions = [sampleDecision('accept')];
    await keepRun(world, sampleReport({ startedAt: '2026-03-14T03:30:00Z', decisions }));
    await notify();
    expect(events().slice(3)).toEqual(['scan.finished', 'intent.decided']);
  });

  it('is notified of each change of a proposal, under an id of its own', async () => {
    await keepRun(world, sampleReport());
    let before: KnownProposal | undefined;
    for (const [minute, state] of (['open', 'merged', 'open'] as const).entries()) {
      const updatedAt = `2026-03-14T04:0${minute}:00.000Z`;
      const proposal = proposalOf(world, { state, updatedAt });
      expect(await world.store.proposals.put(proposal, before)).toBe(true);
      await notify();
      before = proposal;
    }

    const decided = world.payloads.filter(({ event }) => event === 'intent.decided');
    expect(decided).toMatchObject([
      { intent: { proposal: { state: 'open' } } },
      { intent: { proposal: { state: 'merged' } } },
      { intent: { proposal: { state: 'open' } } },
    ]);
    expect(new Set(decided.map(({ id }) => id)).size).toBe(3);
  });

  it('is notified once that a scan failed', async () => {
    const failure = { code: 'no-such-branch', message: 'There is no branch main.', hint: 'Look.' };
    const value = { ...failure, since: '2026-03-14T03:00:00.000Z', at: '2026-03-14T04:00:00.000Z' };
    const until = '2027-01-01T00:00:00.000Z';
    await world.store.lastSeen.put(world.key.tenant, lastSeenKeys.failure('prod'), {
      value,
      until,
    });
    await notify();
    await notify();

    expect(events()).toEqual(['scan.failed']);
    expect(WebhookV1.parse(world.payloads[0])).toMatchObject({ ...failure, at: value.since });
  });

  it('resumes under the same id after a temporary failure, from where it stopped', async () => {
    await keepRun(world, sampleReport());
    const failure = { code: 'webhook-failed', message: 'It answered 503.', passing: true };
    world.answers.push({ ok: true, value: undefined }, { ok: false, error: failure });

    expect(await notify()).toMatchObject({ ok: false, error: { code: 'webhook-failed' } });
    expect(await notify()).toEqual({ ok: true, value: undefined });

    expect(events()).toEqual(['scan.finished', 'intent.decided', 'intent.decided']);
    expect(new Set(world.payloads.map(({ id }) => id)).size).toBe(2);
    expect(world.troubles).toEqual([]);
  });

  it.each([
    ['whoever gets the job of one that was killed', 'lost', 0],
    ['whoever comes after one that was killed', 'other', 46_000],
  ])('is notified again under the same id by %s', async (_, job, pause) => {
    await keepRun(world, sampleReport());
    const gone = () => Promise.reject(new Error('killed'));
    const killed: ServiceStore = {
      ...world.store,
      lastSent: { ...world.store.lastSent, put: gone },
      leases: { ...world.store.leases, drop: gone },
    };

    await expect(world.notify('hook', killed, 'lost')).rejects.toThrow('killed');
    expect(await notify()).toMatchObject({ error: { code: 'webhook-busy', passing: true } });
    world.wait(pause);
    expect(await world.notify('hook', world.store, job)).toEqual({ ok: true, value: undefined });

    const [first, again] = world.payloads;
    expect(again).toEqual(first);
    expect(first?.at).toBe(at);
  });

  it('gets the same from many workers at once as from one', async () => {
    await keepRun(world, sampleReport());
    await Promise.all([notify(), notify(), notify()]);
    await notify();

    expect(events()).toEqual(['scan.finished', 'intent.decided']);
  });

  it('is not tried again after a permanent failure, which is reported', async () => {
    await keepRun(world, sampleReport());
    const failure = { code: 'webhook-failed', message: 'It is gone (410).', passing: false };
    world.answers.push({ ok: false, error: failure }, { ok: false, error: failure });

    expect(await notify()).toEqual({ ok: true, value: undefined });

    expect(events()).toEqual(['scan.finished', 'intent.decided']);
    expect(world.troubles.map(({ to, channel }) => [to, channel])).toEqual([
      ['webhook', 'hook'],
      ['webhook', 'hook'],
    ]);
  });
});
