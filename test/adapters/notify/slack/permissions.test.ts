import { describe, expect, it } from 'vitest';
import { permit } from '../../../../src/adapters/notify/slack/permissions.ts';
import { SlackPermissions } from '../../../../src/config/service/slack-permissions.ts';

const permissions = SlackPermissions.parse({
  teams: ['T0123'],
  people: {
    U0ALICE: {
      name: 'alice@example.com',
      principals: ['arn:aws:iam::111122223333:user/alice'],
      groups: ['on-call'],
    },
    U0BOB: { name: 'bob@example.com', groups: ['platform', 'on-call'] },
    U0EVE: { name: 'eve@example.com' },
  },
  grants: {
    accept: ['platform', 'on-call'],
    revert: ['platform'],
    delegate: [],
    why: ['on-call'],
    scan: ['on-call'],
  },
});

const alice = { team: 'T0123', user: 'U0ALICE' };
const bob = { team: 'T0123', user: 'U0BOB' };

describe('a right', () => {
  it('makes a Slack user a known person', () => {
    expect(permit(permissions, bob, 'revert')).toEqual({
      ok: true,
      value: {
        class: 'human',
        principal: 'slack:T0123/U0BOB',
        name: 'bob@example.com',
        signature: 'slack-user',
        evidence: 'trusted',
      },
    });
  });

  it.each([
    [
      'of a group one is not in',
      alice,
      'revert',
      'slack-not-permitted',
      'Ask somebody of platform.',
    ],
    ['of no group', bob, 'delegate', 'slack-not-permitted', 'Nobody may.'],
    ['that is not named', bob, 'reconcile', 'slack-not-permitted', 'Nobody may.'],
    [
      'for somebody without groups',
      { ...bob, user: 'U0EVE' },
      'why',
      'slack-not-permitted',
      /on-call/,
    ],
    ['for somebody else', { ...bob, user: 'U0MALLORY' }, 'why', 'slack-unknown-user', /list/],
    ['from another workspace', { ...bob, team: 'T9999' }, 'why', 'slack-unknown-user', /list/],
    [
      'for a name of JavaScript',
      { ...bob, user: 'constructor' },
      'why',
      'slack-unknown-user',
      /list/,
    ],
  ] as const)('%s is not granted', (_, who, right, code, hint) => {
    expect(permit(permissions, who, right)).toMatchObject({
      ok: false,
      error: { code, hint: typeof hint === 'string' ? hint : expect.stringMatching(hint) },
    });
  });
});

describe('the settings', () => {
  it.each([
    ['no workspace', { teams: [], people: {}, grants: {} }],
    ['a right that there is not', { teams: ['T0123'], people: {}, grants: { destroy: ['a'] } }],
    [
      'a name in place of an id',
      { teams: ['T0123'], people: { alice: { name: 'a' } }, grants: {} },
    ],
    ['a misspelled setting', { teams: ['T0123'], people: {}, grants: {}, owner: 'a' }],
  ])('with %s are refused', (_, settings) => {
    expect(SlackPermissions.safeParse(settings).success).toBe(false);
  });
});
