import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import type { Answer } from '../../../src/ports/store/answer.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { lastSeenKeys } from '../../../src/ports/store/state/keys.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';
import {
  sampleDecision,
  sampleDrift,
  sampleIntent,
  sampleReport,
  sampleWeakening,
} from '../../adapters/notify/sample.ts';
import type { ShownMessage } from '../../adapters/notify/slack/workspace.ts';
import { putProposalAnew } from '../../adapters/store/put-proposal.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { channel, keepRun, openWorld, proposalOf, slackChannel, type World } from './world.ts';

const minute = 60_000;

/** A report of a run this many minutes after the first. */
function reportAt(minutes: number, report: Partial<Report> = {}): Report {
  const startedAt = new Date(Date.parse('2026-03-14T03:00:00Z') + minutes * minute).toISOString();
  return sampleReport({ startedAt, ...report });
}

const nothing = { drifts: [], intents: [], decisions: [] };
const accepted = { decisions: [sampleDecision('accept')] };

const answer: Answer = {
  id: 'a-0123456789ab',
  intent: sampleIntent().id,
  digest: driftDigest(sampleIntent().drifts),
  action: 'accept',
  by: 'slack:T0123/U0BOB',
  at: '2026-03-14T03:30:00.000Z',
};

describe('a Slack channel', () => {
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

  const top = () => world.workspace.messages().filter(({ thread }) => thread === undefined);
  const threadOf = ({ ts }: ShownMessage) =>
    world.workspace.messages().filter(({ thread }) => thread === ts);
  const intentMessageShown = () => {
    const found = top().filter(
      ({ content }) => content.includes('"block_id":"parley.i-') || content.includes('*Who*'),
    );
    expect(found).toHaveLength(1);
    return found[0] as ShownMessage;
  };
  const linesOf = (message: ShownMessage) => threadOf(message).map(({ blocks }) => textOf(blocks));

  it('gets a digest and a message for each intent that needs a person, each once', async () => {
    const other = sampleIntent({ id: 'i-ffffffffffff', summary: 'Nothing to do' });
    await keepRun(
      world,
      reportAt(0, {
        intents: [sampleIntent(), other],
        decisions: [sampleDecision(), sampleDecision('noop', { intent: other.id })],
      }),
    );

    expect(await world.notify()).toEqual({ ok: true, value: undefined });
    expect(await world.notify()).toEqual({ ok: true, value: undefined });

    const [digest, message, ...more] = top();
    expect(more).toEqual([]);
    expect(digest?.content).toContain('Scan of prod');
    expect(message?.content).toContain('parley.accept');
    expect(world.workspace.messages().map((each) => each.channel)).toEqual([channel, channel]);
    expect(world.troubles).toEqual([]);
  });

  it('is not notified of a scan with the same findings, but of one with more', async () => {
    await keepRun(world, reportAt(0));
    await world.notify();
    await keepRun(world, reportAt(15));
    expect(await world.notify()).toMatchObject({ ok: true });
    expect(top()).toHaveLength(2);

    const drifts = [sampleDrift(), sampleDrift({ id: 'd-ffffffffffff' })];
    await keepRun(world, reportAt(30, { drifts }));
    expect(await world.notify()).toMatchObject({ ok: true });
    expect(world.troubles).toEqual([]);
    expect(top().map(({ content }) => content.includes('Scan of prod'))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is notified once of a weakening that was reverted, and not when it is long past', async () => {
    const digests = () => top().filter(({ content }) => content.includes('Scan of prod'));
    await keepRun(world, reportAt(0));
    await world.notify();
    await keepRun(world, reportAt(15, { reverted: [sampleWeakening()] }));
    await world.notify();
    await keepRun(world, reportAt(30, { reverted: [sampleWeakening()] }));
    await world.notify();
    await keepRun(world, reportAt(45));
    await world.notify();

    expect(digests().map(({ content }) => content.includes('Weakened for 6 minutes'))).toEqual([
      false,
      true,
    ]);
    expect(world.troubles).toEqual([]);
  });

  it('has its message edited in place, with a line in the thread for each change', async () => {
    await keepRun(world, reportAt(0));
    await world.notify();
    await keepRun(world, reportAt(15, accepted));
    await world.notify();
    await world.store.proposals.put(proposalOf(world));
    await world.notify();
    await putProposalAnew(
      world.store,
      proposalOf(world, { state: 'merged', updatedAt: '2026-03-14T03:40:00.000Z' }),
    );
    await world.notify();
    await keepRun(world, reportAt(60, nothing));
    await world.notify();
    await world.notify();

    const message = intentMessageShown();
    const link = '<https://forge.example/acme/infra/pull/7|#7>';
    expect(linesOf(message)).toEqual([
      'Decided again: *accept* (before: escalate).',
      `Proposal ${link} opened.`,
      `Proposal ${link} merged.`,
      '*Settled*: the proposal was merged, and the drift is gone.',
    ]);
    expect(message.edits).toBe(4);
    expect(message.content).toContain('*Settled*');
    expect(message.content).not.toContain('parley.accept');
  });

  it('gets its message back when the drift comes back', async () => {
    await keepRun(world, reportAt(0));
    await world.notify();
    await keepRun(world, reportAt(15, nothing));
    await world.notify();
    expect(intentMessageShown().content).toContain('*Gone*');
    await keepRun(world, reportAt(30));
    await world.notify();

    expect(intentMessageShown().content).toContain('parley.accept');
    expect(linesOf(intentMessageShown())).toEqual([
      '*Gone*: the change was reverted or overwritten.',
      'It is back.',
    ]);
  });

  it('is left alone if its message was deleted by hand', async () => {
    await keepRun(world, reportAt(0));
    await world.notify();
    world.workspace.next('chat.update', { kind: 'error', error: 'message_not_found' });
    await keepRun(world, reportAt(15, accepted));
    await world.notify();
    const calls = world.workspace.calls().length;
    await world.notify();

    expect(world.workspace.calls()).toHaveLength(calls);
    expect(world.troubles.map(({ failure }) => failure.receiverCode)).toEqual([
      'message_not_found',
    ]);
  });

  it('shows who answered without more buttons, and asks again once the drift has changed', async () => {
    await keepRun(world, reportAt(0));
    await world.notify();
    await world.store.answers.keep(world.key, answer, []);
    await world.notify();

    expect(intentMessageShown().content).toContain(
      '*Accepted* by <@U0BOB> at 2026-03-14 03:30:00 UTC.',
    );
    expect(intentMessageShown().content).not.toContain('parley.accept');

    const drifts = [sampleDrift({ id: 'd-ffffffffffff' })];
    const intents = [sampleIntent({ drifts: ['d-ffffffffffff'] })];
    await keepRun(world, reportAt(45, { drifts, intents }));
    await world.notify();
    expect(intentMessageShown().content).toContain('parley.accept');
    expect(linesOf(intentMessageShown())).toEqual([
      '*Accepted* by <@U0BOB> at 2026-03-14 03:30:00 UTC.',
      'The answer no longer applies: the drift has changed, or the answer has expired.',
    ]);
  });

  it('keeps the other buttons while an intent is on hold, and gets all of them afterwards', async () => {
    const until = '2026-03-14T08:00:00.000Z';
    await keepRun(world, reportAt(0));
    await world.store.answers.keep(
      world.key,
      { ...answer, action: 'hold', until, by: 'github:bob' },
      [],
    );
    await world.notify();
    expect(top()).toHaveLength(1);

    world.wait(5 * 60 * minute);
    await world.notify();
    expect(intentMessageShown().content).toContain('parley.hold');

    await world.store.answers.keep(
      world.key,
      { ...answer, id: 'a-2', action: 'hold', at: world.now(), until: '2026-03-15T08:00:00.000Z' },
      [],
    );
    await world.notify();
    expect(intentMessageShown().content).toContain('*On hold* until 2026-03-15 08:00:00 UTC by');
    expect(intentMessageShown().content).toContain('parley.accept');
    expect(intentMessageShown().content).not.toContain('parley.hold');
  });

  it('gets the same from many workers at once as from one', async () => {
    await keepRun(world, reportAt(0));
    const notified = await Promise.all([world.notify(), world.notify(), world.notify()]);
    await world.notify();
    expect(top()).toHaveLength(2);
    for (const each of notified) {
      if (!each.ok) expect(each.error.code).toBe('slack-post-busy');
    }

    await keepRun(world, reportAt(15, accepted));
    await Promise.all([world.notify(), world.notify(), world.notify()]);
    await world.notify();
    expect(linesOf(intentMessageShown())).toEqual(['Decided again: *accept* (before: escalate).']);
    expect(world.troubles).toEqual([]);
  });

  it('gets nothing twice from a worker that is killed before it records its post', async () => {
    await keepRun(world, reportAt(0, { decisions: [sampleDecision('noop')] }));
    const killed: ServiceStore = {
      ...world.store,
      posted: { ...world.store.posted, keep: () => Promise.reject(new Error('killed')) },
    };

    await expect(world.notify('drift', killed)).rejects.toThrow('killed');
    expect(await world.notify()).toMatchObject({ ok: false, error: { code: 'slack-post-busy' } });
    world.wait(6 * minute);
    expect(await world.notify()).toEqual({ ok: true, value: undefined });
    expect(await world.notify()).toEqual({ ok: true, value: undefined });

    expect(top()).toHaveLength(1);
    expect(world.troubles).toMatchObject([
      {
        ...world.key,
        channel: 'drift',
        to: 'slack',
        failure: { code: 'slack-post-lost', unknown: true },
      },
    ]);
  });

  it('gets nothing twice from workers killed at any step, and misses only what they lost', async () => {
    const rounds = [reportAt(0), reportAt(15, accepted), reportAt(30, nothing)];
    let steps = 0;
    for (let dead = false, step = 1; step === 1 || dead; step += 1) {
      dead = false;
      const own = await openWorld(opened.store);
      for (const report of rounds) {
        await keepRun(own, report);
        await own.notify('drift', killedAt(own.store, step)).catch(() => {
          dead = true;
        });
        own.wait(6 * minute);
        expect(await own.notify()).toEqual({ ok: true, value: undefined });
      }
      const shown = own.workspace
        .messages()
        .map(({ content, thread }) => [thread ?? '', kindOf(content)]);
      expect(new Set(shown.map(String)).size).toBe(shown.length);
      // Two digests, the message of the intent, and two lines in its thread.
      expect(shown.length + own.troubles.length).toBeGreaterThanOrEqual(
        own.troubles.length > 0 ? 3 : 5,
      );
      expect(own.troubles.every(({ failure }) => failure.unknown === true)).toBe(true);
      await own.stop();
      steps = step;
    }
    expect(steps).toBeGreaterThan(15);
  });

  it('gets nothing twice when Slack hangs up after a post', async () => {
    await keepRun(world, reportAt(0));
    world.workspace.next('chat.postMessage', { kind: 'after' }, { kind: 'after' });

    await world.notify();
    await world.notify();
    await keepRun(world, reportAt(15, accepted));
    await world.notify();

    expect(top()).toHaveLength(2);
    expect(world.troubles.map(({ failure }) => failure.unknown)).toEqual([true, true]);
  });

  it('gets messages later if Slack is busy, and with the next notification if Slack refuses', async () => {
    await keepRun(world, reportAt(0));
    world.workspace.next('chat.postMessage', { kind: 'busy', seconds: 3600 });
    expect(await world.notify()).toMatchObject({
      ok: false,
      error: { code: 'slack-rate-limited', retryAfter: 3_600_000 },
    });
    expect(top()).toEqual([]);

    const no = { kind: 'error', error: 'channel_not_found' } as const;
    world.workspace.next('chat.postMessage', no, no);
    expect(await world.notify()).toEqual({ ok: true, value: undefined });
    expect(world.troubles.map(({ failure }) => failure.receiverCode)).toEqual([
      'channel_not_found',
      'channel_not_found',
    ]);

    await world.notify();
    expect(top()).toHaveLength(2);
  });

  it('gets a limited number of messages, first those that need a person', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `i-${String(n).padStart(12, '0')}`);
    await keepRun(
      world,
      reportAt(0, {
        intents: ids.map((id) => sampleIntent({ id })),
        decisions: ids.map((intent, n) =>
          sampleDecision(n < 25 ? 'accept' : 'escalate', { intent }),
        ),
      }),
    );
    await world.notify();
    await world.notify();

    expect(top()).toHaveLength(21);
    const escalated = top().filter(({ content }) => content.includes('*Verdict: escalate* by'));
    expect(escalated).toHaveLength(5);
  });

  it('is notified once that scans fail, and once that they work again', async () => {
    const at = '2026-03-14T04:00:00.000Z';
    const failure = { code: 'no-such-branch', message: 'There is no branch main.', hint: 'Look.' };
    const state = { value: { ...failure, since: at, at }, until: '2027-01-01T00:00:00.000Z' };
    await world.store.lastSeen.put(world.key.tenant, lastSeenKeys.failure('prod'), state);
    await world.notify();
    await world.notify();
    await world.store.lastSeen.drop(world.key.tenant, lastSeenKeys.failure('prod'));
    await world.notify();
    await world.notify();

    expect(top().map(({ blocks }) => textOf(blocks))).toEqual([
      'The scan of prod failed: There is no branch main. Look.',
      'Scans of prod work again.',
    ]);
  });

  it('that no longer exists is reported, and the job is done', async () => {
    await keepRun(world, reportAt(0));

    expect(await world.notify('gone')).toEqual({ ok: true, value: undefined });
    expect(world.troubles).toMatchObject([
      { channel: 'gone', failure: { code: 'channel-missing' } },
    ]);
    expect(slackChannel.name).not.toBe('gone');
  });

  it('is not notified of other tenants, or before the first run', async () => {
    await keepRun({ ...world, key: { tenant: 'other', stack: 'prod' } }, reportAt(0));

    expect(await world.notify()).toEqual({ ok: true, value: undefined });
    expect(world.workspace.calls()).toEqual([]);
  });

  it('gets no message, trouble or failure with the token in it', async () => {
    await keepRun(world, reportAt(0));
    world.workspace.next('chat.postMessage', { kind: 'error', error: 'invalid_auth' });
    const notified = await world.notify();

    const said = JSON.stringify([world.troubles, notified, world.workspace.calls()]);
    expect(said).not.toContain('xoxb');
    expect(said).not.toContain('signing-secret');
    expect(said).not.toContain('action-key');
  });
});

/** The store of a worker that is killed at this call of it. */
function killedAt(store: ServiceStore, step: number): ServiceStore {
  let calls = 0;
  const mortal = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          calls += 1;
          if (calls >= step) throw new Error('killed');
          return value.apply(of, given);
        };
      },
    });
  const { runs, answers, proposals, posted, claims, lastSent, lastSeen } = store;
  return {
    ...store,
    runs: mortal(runs),
    answers: mortal(answers),
    proposals: mortal(proposals),
    posted: mortal(posted),
    claims: mortal(claims),
    lastSent: mortal(lastSent),
    lastSeen: mortal(lastSeen),
  };
}

/** Kind of a message, without what differs from run to run. */
function kindOf(content: string): string {
  return content.includes('Scan of prod') ? `digest ${content.includes('no drift')}` : content;
}

function textOf(blocks: readonly object[]): string {
  return blocks
    .flatMap((block) => ('text' in block ? [(block.text as { text: string }).text] : []))
    .join(' ');
}
