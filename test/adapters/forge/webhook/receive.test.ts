import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { giteaHook } from '../../../../src/adapters/forge/gitea/webhook.ts';
import { githubHook } from '../../../../src/adapters/forge/github/webhook.ts';
import { gitlabHook } from '../../../../src/adapters/forge/gitlab/webhook.ts';
import {
  type ForgeDelivery,
  type Hook,
  receive,
} from '../../../../src/adapters/forge/webhook/delivery.ts';

const secret = "It's a Secret to Everybody";
const marker = '<!-- parley: intent=intent-1 drift=drift-1 -->\nText.\n<!-- /parley -->';
const withdrawn = marker.replace(' -->', ' withdrawn -->');
const branch = 'parley/intent-1';

/** How each forge expresses the same events. */
interface Dialect {
  readonly hook: Hook;
  readonly repository: string;
  sign(body: string): Readonly<Record<string, string>>;
  pull(action: string, more?: { body?: string; merged?: boolean; fork?: boolean }): unknown;
  comment(text: string, more?: { action?: string; onIssue?: boolean }): unknown;
  readonly kinds: { readonly pull: string; readonly comment: string };
  readonly actions: { readonly closed: string; readonly edited: string; readonly reopened: string };
}

const hmac = (body: string) => createHmac('sha256', secret).update(body).digest('hex');
const repository = { full_name: 'acme/infra' };
const sender = { login: 'maria' };

function restPull(more: { body?: string; merged?: boolean; fork?: boolean } = {}) {
  return {
    number: 7,
    state: 'closed',
    title: 'x',
    body: more.body ?? marker,
    merged: more.merged ?? false,
    html_url: 'https://forge.example/7',
    head: {
      ref: branch,
      sha: 'abc',
      repo: { full_name: more.fork === true ? 'mallory/infra' : 'acme/infra' },
    },
    base: { ref: 'main' },
  };
}

const restActions = { closed: 'closed', edited: 'edited', reopened: 'reopened' };

const github: Dialect = {
  hook: githubHook,
  repository: 'acme/infra',
  sign: (body) => ({ 'x-hub-signature-256': `sha256=${hmac(body)}`, 'x-github-delivery': 'id-1' }),
  pull: (action, more) => ({ action, pull_request: restPull(more), repository, sender }),
  comment: (body, more = {}) => ({
    action: more.action ?? 'created',
    issue: { number: 7, ...(more.onIssue === true ? {} : { pull_request: {} }) },
    comment: { id: 11, body, user: sender },
    repository,
    sender,
  }),
  kinds: { pull: 'pull_request', comment: 'issue_comment' },
  actions: restActions,
};

const gitea: Dialect = {
  ...github,
  hook: giteaHook,
  sign: (body) => ({ 'x-gitea-signature': hmac(body), 'x-gitea-delivery': 'id-1' }),
  comment: (body, more = {}) => ({
    action: more.action ?? 'created',
    issue: { number: 7 },
    is_pull: more.onIssue !== true,
    comment: { id: 11, body },
    repository,
    sender,
  }),
};

const user = { username: 'maria' };
const project = { path_with_namespace: 'acme/cloud/infra' };

const gitlab: Dialect = {
  hook: gitlabHook,
  repository: 'acme/cloud/infra',
  sign: () => ({ 'x-gitlab-token': secret, 'idempotency-key': 'id-1' }),
  pull: (action, more = {}) => ({
    object_kind: 'merge_request',
    user,
    project,
    object_attributes: {
      iid: 7,
      action: more.merged === true ? 'merge' : action,
      description: more.body ?? marker,
      source_branch: branch,
      target_branch: 'main',
      source_project_id: more.fork === true ? 8 : 7,
      target_project_id: 7,
    },
  }),
  comment: (note, more = {}) => ({
    object_kind: 'note',
    user,
    project,
    object_attributes: {
      id: 11,
      note,
      noteable_type: more.onIssue === true ? 'Issue' : 'MergeRequest',
      action: more.action ?? 'create',
    },
    ...(more.onIssue === true ? {} : { merge_request: { iid: 7 } }),
  }),
  kinds: { pull: 'Merge Request Hook', comment: 'Note Hook' },
  actions: { closed: 'close', edited: 'update', reopened: 'reopen' },
};

const dialects = [
  ['github', github],
  ['gitlab', gitlab],
  ['gitea', gitea],
] as const;

function delivery({ hook, sign }: Dialect, kind: string, value: unknown): ForgeDelivery {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return { headers: { ...sign(body), [hook.kindHeader]: kind }, body: Buffer.from(body) };
}

describe.each(dialects)('webhooks of %s', (forge, dialect) => {
  const { hook, kinds, actions } = dialect;
  const event = (kind: string, value: unknown) => {
    const received = receive(hook, delivery(dialect, kind, value), secret);
    return received.ok ? received.value.event : received.error;
  };

  it.each([
    ['merged', actions.closed, { merged: true }],
    ['declined', actions.closed, {}],
    ['withdrawn', actions.closed, { body: withdrawn }],
    ['edited', actions.edited, {}],
    ['reopened', actions.reopened, {}],
  ])('report a proposal that was %s', (change, action, more) => {
    expect(event(kinds.pull, dialect.pull(action, more))).toEqual({
      kind: 'proposal',
      change,
      forge,
      repository: dialect.repository,
      number: 7,
      user: 'maria',
      branch,
      intent: 'intent-1',
      digest: 'drift-1',
    });
  });

  it('report the code of a pull request that is not Parley’s', () => {
    const pull = dialect.pull(actions.reopened, { body: 'Hi.' });
    expect(event(kinds.pull, pull)).toEqual({
      kind: 'pull',
      forge,
      repository: dialect.repository,
      number: 7,
      user: 'maria',
      branch,
      base: 'main',
    });
  });

  it('report a comment', () => {
    expect(event(kinds.comment, dialect.comment('/parley why'))).toEqual({
      kind: 'comment',
      forge,
      repository: dialect.repository,
      number: 7,
      user: 'maria',
      id: 11,
      text: '/parley why',
    });
  });

  it.each([
    ['a pull request without marker', kinds.pull, dialect.pull(actions.closed, { body: 'Hi.' })],
    ['a fork with the marker', kinds.pull, dialect.pull(actions.closed, { fork: true })],
    ['a fork', kinds.pull, dialect.pull(actions.reopened, { fork: true, body: 'Hi.' })],
    ['another action', kinds.pull, dialect.pull('assigned')],
    ['a comment on an issue', kinds.comment, dialect.comment('/parley why', { onIssue: true })],
    ['an edited comment', kinds.comment, dialect.comment('/parley why', { action: 'edited' })],
    ['another kind', 'push', {}],
  ])('ignore %s', (_, kind, value) => {
    expect(event(kind, value)).toMatchObject({ kind: 'other' });
  });

  it.each([
    ['no JSON', '{"a'],
    ['no object', '[]'],
    ['a part missing', '{"action":"closed"}'],
  ])('are rejected with %s', (_, body) => {
    expect(event(kinds.pull, body)).toMatchObject({ code: 'webhook-body' });
  });

  it('have keys that reveal a repeat even under another id', () => {
    const first = delivery(dialect, kinds.comment, dialect.comment('/parley why'));
    const again = { ...first, headers: { ...first.headers, [hook.idHeader]: 'id-2' } };

    const keys = [first, again].map((one) => {
      const received = receive(hook, one, secret);
      return received.ok ? received.value.replayKeys : [];
    });
    expect(keys[0]?.[0]).toBe(`${forge}:id:id-1`);
    expect(keys[1]?.[0]).toBe(`${forge}:id:id-2`);
    expect(keys[0]?.[1]).toMatch(/:body:[0-9a-f]{64}$/);
    expect(keys[1]?.[1]).toBe(keys[0]?.[1]);
  });
});

describe('the signature', () => {
  const genuine = dialects.map(([name, dialect]) => {
    const { kinds, comment } = dialect;
    return [
      name,
      dialect.hook,
      delivery(dialect, kinds.comment, comment('/parley revert')),
    ] as const;
  });
  const signatures = ['x-hub-signature-256', 'x-gitlab-token', 'x-gitea-signature'];
  const changed = (
    one: ForgeDelivery,
    change: (value: string) => string | undefined,
  ): ForgeDelivery => ({
    ...one,
    headers: Object.fromEntries(
      Object.entries(one.headers).map(([name, value]) => [
        name,
        signatures.includes(name) ? change(value ?? '') : value,
      ]),
    ),
  });

  it.each(genuine)('of %s is accepted with the right secret only', (_, hook, one) => {
    expect(receive(hook, one, secret).ok).toBe(true);
    expect(receive(hook, one, `${secret}!`)).toMatchObject({
      error: { code: 'webhook-signature' },
    });
  });

  it.each(genuine)('of %s has to be complete', (_, hook, one) => {
    const forged = [
      changed(one, () => undefined),
      changed(one, () => ''),
      changed(one, (value) => value.slice(0, -1)),
      changed(one, (value) => `${value}0`),
      changed(one, (value) => `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`),
    ];
    for (const delivered of forged) {
      expect(receive(hook, delivered, secret)).toMatchObject({
        error: { code: 'webhook-signature' },
      });
    }
  });

  it.each([
    ['github', githubHook, genuine[0]?.[2]],
    ['gitea', giteaHook, genuine[2]?.[2]],
  ] as const)('of %s covers the body', (_, hook, one) => {
    if (one === undefined) throw new Error('There is no delivery.');
    const body = Buffer.from(Buffer.from(one.body).toString().replace('revert', 'delegate'));

    expect(receive(hook, { ...one, body }, secret)).toMatchObject({ ok: false });
  });

  it.each(dialects)('of %s is never accepted without a secret', (_, { hook }) => {
    const body = Buffer.from('{}');
    const empty = createHmac('sha256', '').update(body).digest('hex');
    const headers = {
      'x-hub-signature-256': `sha256=${empty}`,
      'x-gitlab-token': '',
      'x-gitea-signature': empty,
    };

    expect(receive(hook, { headers, body }, '')).toMatchObject({ ok: false });
  });

  it('matches GitHub’s documented example', () => {
    const body = Buffer.from('Hello, World!');
    const headers = {
      'x-hub-signature-256':
        'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    };

    expect(githubHook.isGenuine({ headers, body }, secret)).toBe(true);
  });
});
