import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offerDigest, sealAction } from '../../../../src/adapters/notify/slack/action-value.ts';
import { outdated, readInteraction } from '../../../../src/adapters/notify/slack/interaction.ts';
import type { Report } from '../../../../src/model/report.ts';
import { sampleDecision, sampleReport } from '../sample.ts';

const key = 'first-key';
const report = sampleReport();
const target = {
  action: 'accept',
  stack: 'prod',
  intent: 'i-0123456789ab',
  digest: offerDigest(report.decisions),
} as const;

const button = { type: 'button', action_id: 'parley.accept', value: sealAction(key, target) };
const payload = {
  type: 'block_actions',
  team: { id: 'T0123', domain: 'acme' },
  user: { id: 'U0123', username: 'alice', name: 'alice', team_id: 'T0123' },
  api_app_id: 'A0123',
  container: { type: 'message', message_ts: '1773457200.000100', channel_id: 'C0123' },
  channel: { id: 'C0123', name: 'drift' },
  message: { text: 'whatever was posted' },
  response_url: 'https://hooks.slack.com/actions/T0123/1/x',
  actions: [button],
};

function bodyOf(content: unknown): string {
  return new URLSearchParams({ payload: JSON.stringify(content) }).toString();
}

describe('an interaction', () => {
  it('has the action of the button, who pressed it and where', () => {
    expect(readInteraction(bodyOf(payload), [key])).toEqual({
      ok: true,
      value: {
        kind: 'review',
        ...target,
        team: 'T0123',
        user: 'U0123',
        channel: 'C0123',
        message: '1773457200.000100',
        responseUrl: payload.response_url,
      },
    });
  });

  it('is ignored if a link was followed', () => {
    const link = { type: 'button', action_id: 'parley.link', url: 'https://forge.example/7' };

    expect(readInteraction(bodyOf({ ...payload, actions: [link] }), [key])).toEqual({
      ok: true,
      value: { kind: 'followed' },
    });
  });

  it.each<[string, object, string]>([
    ['of another kind', { type: 'view_submission' }, 'slack-unreadable'],
    ['with two buttons at once', { actions: [button, button] }, 'slack-unreadable'],
    ['with no button', { actions: [] }, 'slack-unreadable'],
    ['with a menu', { actions: [{ ...button, type: 'static_select' }] }, 'slack-unreadable'],
    ['without a value', { actions: [{ ...button, value: undefined }] }, 'slack-unreadable'],
    ['with a bare value', { actions: [{ ...button, value: 'accept' }] }, 'slack-forged-action'],
    [
      'with a value of another button',
      { actions: [{ ...button, action_id: 'parley.why' }] },
      'slack-unreadable',
    ],
    ['by nobody', { user: {} }, 'slack-unreadable'],
    ['in no channel', { channel: undefined }, 'slack-unreadable'],
    ['by a user of another form', { user: { id: '__proto__' } }, 'slack-unreadable'],
  ])('%s is refused', (_, change, code) => {
    expect(readInteraction(bodyOf({ ...payload, ...change }), [key])).toMatchObject({
      ok: false,
      error: { code },
    });
  });

  it.each([
    ['nothing', ''],
    ['no form', '{"payload":1}'],
    ['no JSON', 'payload=%7B'],
    ['null', 'payload=null'],
  ])('with %s is refused', (_, body) => {
    expect(readInteraction(body, [key]).ok).toBe(false);
  });

  it('may contain anything, but never an action that Parley did not seal', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (content, value) => {
        expect(readInteraction(`payload=${encodeURIComponent(content)}`, [key]).ok).toBe(false);
        const forged = { ...payload, actions: [{ ...button, value }] };
        expect(readInteraction(bodyOf(forged), [key]).ok).toBe(false);
      }),
    );
  });
});

describe('an action on a report', () => {
  const decided = sampleReport({ decisions: [sampleDecision('accept')] });
  const gone = sampleReport({ intents: [], decisions: [] });

  it.each<[string, object, Report, RegExp | undefined]>([
    ['what it was made for', {}, report, undefined],
    ['what was decided again', {}, decided, /has changed since/],
    ['what is gone', {}, gone, /is gone/],
    ['the reasons of what was decided again', { action: 'why' }, decided, undefined],
    ['the reasons of what is gone', { action: 'why' }, gone, /is gone/],
  ])('on %s', (_, change, of, why) => {
    const said = outdated({ ...target, ...change }, of);

    if (why === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(why);
  });
});
