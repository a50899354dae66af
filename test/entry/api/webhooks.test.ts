import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { post, secrets, type TestApi, testApis } from './api.ts';

const open = testApis();
let api: TestApi;

beforeEach(() => {
  api = open();
});

const secret = secrets['HOOK_SECRET'] ?? '';
const marker = '<!-- parley: intent=intent-1 drift=drift-1 -->\nText.\n<!-- /parley -->';
const sign = (body: string, with_ = secret): string =>
  createHmac('sha256', with_).update(body).digest('hex');

const pull = {
  number: 7,
  state: 'closed',
  title: 'x',
  body: marker,
  merged: true,
  html_url: 'https://forge.example/7',
  head: { ref: 'parley/intent-1', sha: 'abc', repo: { full_name: 'shop/infra' } },
  base: { ref: 'main' },
};
const rest = {
  action: 'closed',
  pull_request: pull,
  repository: { full_name: 'shop/infra' },
  sender: { login: 'maria' },
};
const gitlab = {
  object_kind: 'merge_request',
  user: { username: 'maria' },
  project: { path_with_namespace: 'shop/infra' },
  object_attributes: {
    iid: 7,
    action: 'merge',
    description: marker,
    source_branch: 'parley/intent-1',
    source_project_id: 1,
    target_project_id: 1,
  },
};

interface Forge {
  readonly name: string;
  readonly event: unknown;
  headers(body: string, secret?: string): Record<string, string>;
}

const forges: readonly Forge[] = [
  {
    name: 'github',
    event: rest,
    headers: (body, with_) => ({
      'x-hub-signature-256': `sha256=${sign(body, with_)}`,
      'x-github-event': 'pull_request',
      'x-github-delivery': 'd-1',
    }),
  },
  {
    name: 'gitea',
    event: rest,
    headers: (body, with_) => ({
      'x-gitea-signature': sign(body, with_),
      'x-gitea-event': 'pull_request',
      'x-gitea-delivery': 'd-1',
    }),
  },
  {
    name: 'gitlab',
    event: gitlab,
    headers: (_, with_ = secret) => ({
      'x-gitlab-token': with_,
      'x-gitlab-event': 'Merge Request Hook',
      'idempotency-key': 'd-1',
    }),
  },
];

describe.each(forges)('a webhook of $name', ({ name, event, headers }) => {
  const body = JSON.stringify(event);
  const send = (text = body, given = headers(text), to = name) =>
    api.call(`/api/v1/forges/${to}/webhooks`, post(text, given));

  it('is stored together with its job', async () => {
    const response = await send();

    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ delivery: 'd-1', state: 'kept' });
    expect(await api.store.deliveries.get(api.shop, name, 'd-1')).toMatchObject({
      event: { kind: 'proposal', change: 'merged', number: 7, intent: 'intent-1' },
    });
    expect(await api.jobs()).toMatchObject([
      { queue: 'feedback', job: { tenant: api.shop, forge: name, delivery: 'd-1' } },
    ]);
  });

  it('changes nothing when it is redelivered, whatever its id', async () => {
    await send();
    const renamed = Object.fromEntries(
      Object.entries(headers(body)).map(([key, value]) => [key, value === 'd-1' ? 'd-2' : value]),
    );
    const responses = [await send(), await send(body, renamed)];

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await api.jobs()).toHaveLength(1);
  });

  it.each([
    ['another secret', () => send(body, headers(body, 'another-secret-0123456789'))],
    ['no signature', () => send(body, {})],
    ['another body', () => send(`${body} `, name === 'gitlab' ? {} : headers(body))],
    ['an empty secret', () => send(body, headers(body, ''))],
  ])('is refused with %s', async (_, act) => {
    const response = await act();

    expect(response.status).toBe(401);
    expect(await api.jobs()).toEqual([]);
  });

  it('is not stored if its kind is not used', async () => {
    const given = Object.fromEntries(
      Object.entries(headers(body)).map(([key, value]) => [
        key,
        key.endsWith('-event') ? 'star' : value,
      ]),
    );
    const response = await send(body, given);

    expect([response.status, await response.json()]).toEqual([
      200,
      { delivery: 'd-1', state: 'unused' },
    ]);
    expect(await api.jobs()).toEqual([]);
  });

  it('is refused if it is not JSON, or has another form', async () => {
    const responses = [await send('hello'), await send('{}')];

    expect(responses.map(({ status }) => status)).toEqual([400, 400]);
  });

  it('is not found for a forge without a secret', async () => {
    const responses = [
      await send(body, headers(body), 'deaf'),
      await send(body, headers(body), 'x'),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('forges of two tenants with the same name', () => {
  it('are told apart by their secrets', async () => {
    const { settings } = api.deps;
    const [github] = settings.forges;
    if (github === undefined) throw new Error('There is no forge.');
    const theirs = { ...github, tenant: api.other, webhook_secret: '${THEIR_SECRET}' };
    const known: Record<string, string> = { ...secrets, THEIR_SECRET: 'their-secret-0123456789' };
    const other = open({
      settings: { ...settings, forges: [...settings.forges, theirs] },
      resolve: (reference) => known[reference.slice(2, -1)],
    });
    const body = JSON.stringify(rest);
    const [forge] = forges;
    await other.call(
      '/api/v1/forges/github/webhooks',
      post(body, forge?.headers(body, known['THEIR_SECRET'])),
    );
    const jobs = await other.jobs();

    expect(jobs.map(({ job }) => job.tenant)).toEqual([api.other]);
  });
});
