import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageMessage } from '../../../../src/adapters/notify/slack/blocks/usage.ts';
import { type Ask, readCommand } from '../../../../src/adapters/notify/slack/command.ts';
import { hostileText } from '../arbitraries.ts';
import { outsideControls, tooLong } from './checks.ts';

const stacks = ['prod', 'staging/eu', 'prod.web'];
const intent = 'i-0123456789ab';

const form = {
  token: 'unused',
  team_id: 'T0123',
  channel_id: 'C0123',
  user_id: 'U0123',
  user_name: 'alice',
  command: '/parley',
  text: 'scan prod',
  response_url: 'https://hooks.slack.com/commands/T0123/1/x',
  trigger_id: '1.2.3',
};

function bodyOf(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

/** What the text after the command asks for. */
function askOf(text: string, known: readonly string[]): Ask {
  const read = readCommand(bodyOf({ ...form, text }), known);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.ask;
}

describe('the words of a command', () => {
  it.each<[string, Ask]>([
    ['scan prod', { kind: 'scan', stack: 'prod' }],
    ['  SCAN   prod  ', { kind: 'scan', stack: 'prod' }],
    ['scan prod since 7d', { kind: 'scan', stack: 'prod', since: '7d' }],
    ['scan --since 30m staging/eu', { kind: 'scan', stack: 'staging/eu', since: '30m' }],
    ['scan “prod”', { kind: 'scan', stack: 'prod' }],
    ['scan <http://prod.web|prod.web>', { kind: 'scan', stack: 'prod.web' }],
    ['status', { kind: 'status' }],
    ['status prod', { kind: 'status', stack: 'prod' }],
    ['explain prod', { kind: 'explain', stack: 'prod' }],
    [`explain ${intent} prod`, { kind: 'explain', stack: 'prod', intent }],
    [`explain prod \`${intent}\``, { kind: 'explain', stack: 'prod', intent }],
    ['reconcile prod', { kind: 'reconcile', stack: 'prod' }],
    [`reconcile prod ${intent}`, { kind: 'reconcile', stack: 'prod', intent }],
    ['', { kind: 'usage' }],
    ['help', { kind: 'usage' }],
  ])('%j are understood', (text, ask) => {
    expect(askOf(text, stacks)).toEqual(ask);
  });

  it.each([
    ['destroy prod', /no command "destroy"/],
    ['scan', /Which stack/],
    ['scan production', /no stack "production"/],
    ['scan prod staging', /"staging" is not an argument/],
    ['scan prod since yesterday', /30m, 12h or 7d/],
    ['scan prod since', /30m, 12h or 7d/],
    ['explain i-123 prod', /id of an intent/],
    [`reconcile prod ${intent} --policy accept-all`, /"--policy" is not an argument/],
    ['a b c d e f g', /too many words/],
    ['constructor', /no command/],
    ['__proto__', /no command/],
    [`scan ${'x'.repeat(500)}`, /no stack "x{40}…"/],
  ])('%j are answered with the usage', (text, why) => {
    expect(askOf(text, stacks)).toEqual({ kind: 'usage', why: expect.stringMatching(why) });
  });

  it('do not need a stack if there is only one', () => {
    expect(askOf('scan', ['prod'])).toEqual({ kind: 'scan', stack: 'prod' });
    expect(askOf(`explain ${intent}`, ['prod'])).toEqual({
      kind: 'explain',
      stack: 'prod',
      intent,
    });
    expect(askOf('scan', [])).toMatchObject({ kind: 'usage', why: 'No stack is set up.' });
  });

  it('never name an unknown stack, and are answered safely', () => {
    const words = fc.array(
      fc.oneof(hostileText, fc.constantFrom('scan', 'reconcile', 'prod', 'since', '7d', intent)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const ask = askOf(parts.join(' '), stacks);
        if (ask.kind !== 'usage') {
          expect(stacks).toContain(ask.stack ?? 'prod');
          return;
        }
        const answer = usageMessage('/parley', ask.why, stacks);
        expect(outsideControls(answer)).toEqual([]);
        expect(tooLong(answer)).toEqual([]);
      }),
    );
  });
});

describe('the form of a command', () => {
  it('is read', () => {
    expect(readCommand(bodyOf(form), stacks)).toEqual({
      ok: true,
      value: {
        team: 'T0123',
        channel: 'C0123',
        user: 'U0123',
        command: '/parley',
        responseUrl: form.response_url,
        ask: { kind: 'scan', stack: 'prod' },
      },
    });
  });

  it.each([
    ['without a user', { user_id: '' }, /user_id/],
    ['with a user of another form', { user_id: 'U1><!channel>' }, /user_id/],
    ['with a team of another form', { team_id: '../T1' }, /team_id/],
    ['without an address to answer to', { response_url: 'javascript' }, /response_url/],
    ['with a command of another form', { command: '/a<b>' }, /command/],
    ['that is too large', { text: 'x'.repeat(70_000) }, /too large/],
  ])('%s is refused', (_, change, why) => {
    expect(readCommand(bodyOf({ ...form, ...change }), stacks)).toMatchObject({
      ok: false,
      error: { code: 'slack-unreadable', message: expect.stringMatching(why) },
    });
  });

  it('with a repeated field is refused, since two readers could see two users', () => {
    expect(readCommand(`${bodyOf(form)}&user_id=U9999`, stacks)).toMatchObject({
      ok: false,
      error: { message: 'The form has a field twice.' },
    });
  });

  it('may contain anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        expect(readCommand(body, stacks).ok).toBe(false);
      }),
    );
  });
});
