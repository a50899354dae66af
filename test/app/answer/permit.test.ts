import { describe, expect, it } from 'vitest';
import { createAnswerPermit } from '../../../src/app/answer/permit.ts';
import type { Approvers } from '../../../src/config/approvers.ts';
import { SlackPermissions } from '../../../src/config/service/slack-permissions.ts';
import type { HarmDimension, Severity } from '../../../src/model/harm.ts';
import type { Intent } from '../../../src/model/intent.ts';

const key = { tenant: 'shop', stack: 'shop/prod' };
const permissions = SlackPermissions.parse({
  teams: ['T0123ABCD'],
  people: {
    U0123MARIA: {
      name: 'maria@example.com',
      principals: ['arn:aws:iam::111122223333:user/mj', 'github:mj'],
      groups: ['on-call'],
    },
    U0123SAM: { name: 'sam@example.com', groups: ['platform'] },
  },
  grants: {},
});

function permit(
  approvers: Approvers = [],
  { ownChanges = 'refuse' }: { readonly ownChanges?: 'refuse' | 'allow' } = {},
) {
  return createAnswerPermit({
    slack: [{ tenant: 'shop', permissions: { ...permissions, ownChanges } }],
    people: [{ name: 'lee@example.com', principals: ['arn:aws:iam::111122223333:user/l'] }],
    approversOf: async () => approvers,
  });
}

function target(
  {
    name = 'maria@example.com',
    principal = 'arn:aws:iam::111122223333:user/mj',
    session = '',
  } = {},
  harm?: { readonly dimension: HarmDimension; readonly severity: Severity },
) {
  const intent = { id: 'i-1', actor: { name, principal, session, class: 'human' } };
  return {
    // The other fields are not looked at.
    intent: intent as unknown as Intent,
    ...(harm === undefined ? {} : { harm }),
  };
}

describe('one’s own change', () => {
  it.each([
    ['a page, with a token of that name', 'web:maria'],
    ['a page, signed in by a provider', 'web:maria@example.com'],
    ['the API', 'api:maria'],
    ['Slack', 'slack:T0123ABCD/U0123MARIA'],
    ['a forge', 'github:mj'],
    ['a command line', 'git:maria@example.com'],
    ['an agent in her account', 'agent:maria (client x)'],
  ])('cannot be approved through %s', async (_, by) => {
    for (const action of ['accept', 'delegate', 'dismiss'] as const) {
      expect(await permit()(key, { action, by }, target())).toMatchObject({
        error: { code: 'own-change', hint: 'Ask somebody else to look at it.' },
      });
    }
    for (const action of ['revert', 'hold', 'wrong', 'reopen'] as const) {
      expect(await permit()(key, { action, by }, target())).toMatchObject({ ok: true });
    }
  });

  it.each([
    ['another token', 'web:ops', {}],
    ['another person of Slack', 'slack:T0123ABCD/U0123SAM', {}],
    ['the same id in another workspace', 'slack:T0999/U0123MARIA', {}],
    ['a mail address that only begins alike', 'web:mariana@example.com', {}],
    ['a client that calls itself so', 'agent:bot (client maria)', {}],
  ])('is not attributed to %s', async (_, by, actor) => {
    expect(await permit()(key, { action: 'accept', by }, target(actor))).toMatchObject({
      ok: true,
    });
  });

  it.each([
    ['by the session of a role', { name: 'on-call', session: 'maria@example.com' }],
    ['by the name of a user', { name: 'Maria', principal: 'arn:aws:iam::1:user/Maria' }],
  ])('is identified %s', async (_, actor) => {
    const ask = { action: 'accept', by: 'web:maria@example.com' } as const;
    expect(await permit()(key, ask, target(actor))).toMatchObject({
      error: { code: 'own-change' },
    });
  });

  it('is identified by the principals of people who sign in', async () => {
    const actor = { name: 'l', principal: 'arn:aws:iam::111122223333:user/l' };
    const ask = { action: 'accept', by: 'web:lee@example.com' } as const;
    expect(await permit()(key, ask, target(actor))).toMatchObject({
      error: { code: 'own-change' },
    });
  });

  it('may be approved in Slack if its settings allow that, and nowhere else', async () => {
    const allowing = permit([], { ownChanges: 'allow' });
    const by = (text: string) => allowing(key, { action: 'accept', by: text }, target());
    expect(await by('slack:T0123ABCD/U0123MARIA')).toMatchObject({ ok: true });
    expect(await by('web:maria@example.com')).toMatchObject({ error: { code: 'own-change' } });
  });
});

describe('approvers', () => {
  const approvers: Approvers = [
    { who: 'sam@example.com', role: 'owner', up_to: 5 },
    { who: 'platform', up_to: 4 },
    { who: 'on-call', up_to: 3 },
  ];
  const severe = { dimension: 'security', severity: 4 } as const;
  const of = target({ name: 'ben@example.com', principal: 'arn:aws:iam::1:user/ben' }, severe);

  it.each([
    ['by name, on a page', { by: 'web:sam@example.com' }],
    ['by a group of the provider', { by: 'web:li@x.com', groups: ['platform'] }],
    ['by a group of Slack', { by: 'slack:T0123ABCD/U0123SAM' }],
    ['by the name of a token, over the API', { by: 'api:platform' }],
  ])('may approve what they are named for, %s', async (_, { by, groups }: Named) => {
    const person = groups && { names: [], groups };
    const ask = { action: 'accept', by, ...(person && { person }) } as const;
    expect(await permit(approvers)(key, ask, of)).toMatchObject({ ok: true });
  });

  it.each([
    ['on a page', { by: 'web:li@x.com', groups: ['on-call'] }, 3],
    ['over the API', { by: 'api:bot' }, 2],
    ['in Slack', { by: 'slack:T0123ABCD/U0123MARIA' }, 3],
  ])(
    'are distinguished from others %s, who are told whom to ask',
    async (_, { by, groups }: Named, carries) => {
      const person = groups && { names: [], groups };
      const ask = { action: 'accept', by, ...(person && { person }) } as const;
      const answered = await permit(approvers)(key, ask, of);
      expect(answered).toMatchObject({
        error: {
          code: 'not-approver',
          message: expect.stringContaining(`severity 4, and you may approve up to ${carries}`),
          hint: 'Ask sam@example.com (owner) or platform; you may revert or hold it.',
        },
      });
      expect(await permit(approvers)(key, { ...ask, action: 'revert' }, of)).toMatchObject({
        ok: true,
      });
    },
  );

  it('are not needed where nobody is named or nothing is harmed', async () => {
    const ask = { action: 'accept', by: 'api:bot' } as const;
    expect(await permit([])(key, ask, of)).toMatchObject({ ok: true });
    expect(await permit(approvers)(key, ask, target({ name: 'ben' }))).toMatchObject({ ok: true });
  });

  it('cannot approve their own change, and are not suggested for it', async () => {
    const own = target({ name: 'sam@example.com', principal: 'x' }, severe);
    const ask = { action: 'accept', by: 'web:sam@example.com' } as const;
    expect(await permit(approvers)(key, ask, own)).toMatchObject({
      error: { code: 'own-change', hint: 'Ask platform.' },
    });
  });
});

interface Named {
  readonly by: string;
  readonly groups?: readonly string[];
}
