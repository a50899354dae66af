import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signAsSlack } from '../../entry/api/signing.ts';
import { openProgram, type Program } from '../harness/program.ts';
import { setUps } from '../harness/set-ups.ts';
import { settingsFor } from '../harness/settings.ts';
import { createWorld, secrets, type World } from '../harness/world.ts';

let program: Program;
let world: World;

beforeAll(async () => {
  program = openProgram();
  const [, start] = setUps[0] ?? [];
  if (start === undefined) throw new Error('The embedded set-up is always there.');
  world = await createWorld({
    program,
    setUp: await start(),
    settings: (there) => {
      const common = {
        url: there.hub.url,
        token: '${HUB_TOKEN}',
        webhook_secret: '${HUB_HOOK_SECRET}',
      };
      return settingsFor(there, [{ name: 'shop' }], {
        forges: [
          { name: 'hub', kind: 'github', ...common },
          { name: 'lab', kind: 'gitlab', ...common },
          { name: 'tea', kind: 'gitea', ...common },
        ],
      });
    },
  });
  await world.startServer();
});
afterAll(async () => {
  await world?.stop();
  program?.remove();
});

const hmac = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

interface Forge {
  readonly name: string;
  readonly kind: Readonly<Record<string, string>>;
  readonly id: string;
  readonly body: string;
  /** Headers that authenticate a body with a secret. */
  sign(body: string, secret: string): Readonly<Record<string, string>>;
  /** True if the proof covers the body. */
  readonly coversBody: boolean;
}

const repository = { full_name: 'acme/infra' };
const login = { login: 'alice' };
const comment = JSON.stringify({
  action: 'created',
  issue: { number: 1, pull_request: {} },
  is_pull: true,
  comment: { id: 1, body: 'I see.', user: login },
  repository,
  sender: login,
});

const forges: readonly Forge[] = [
  {
    name: 'hub',
    kind: { 'x-github-event': 'issue_comment' },
    id: 'x-github-delivery',
    body: comment,
    sign: (body, secret) => ({ 'x-hub-signature-256': `sha256=${hmac(body, secret)}` }),
    coversBody: true,
  },
  {
    name: 'lab',
    kind: { 'x-gitlab-event': 'Note Hook' },
    id: 'idempotency-key',
    body: JSON.stringify({
      user: { username: 'alice' },
      project: { path_with_namespace: 'acme/cloud/infra' },
      object_attributes: { id: 1, note: 'I see.', noteable_type: 'MergeRequest', action: 'create' },
      merge_request: { iid: 1 },
    }),
    sign: (_, secret) => ({ 'x-gitlab-token': secret }),
    coversBody: false,
  },
  {
    name: 'tea',
    kind: { 'x-gitea-event': 'issue_comment' },
    id: 'x-gitea-delivery',
    body: comment,
    sign: (body, secret) => ({ 'x-gitea-signature': hmac(body, secret) }),
    coversBody: true,
  },
];

describe.each(forges)('webhooks of $name', ({ name, kind, id, body, sign, coversBody }) => {
  const secret = secrets.HUB_HOOK_SECRET;
  const send = async (text: string, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${world.url}/api/v1/forges/${name}/webhooks`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...kind, ...headers },
    });
    return { status: answer.status, text: await answer.text() };
  };

  it.each<readonly [string, string, Readonly<Record<string, string>>]>([
    ['without a proof', body, {}],
    [
      'with an empty proof',
      body,
      Object.fromEntries(Object.keys(sign('', '')).map((key) => [key, ''])),
    ],
    ['with another secret', body, sign(body, 'another-secret-of-some-length')],
    ['signed with no secret', body, sign(body, '')],
    [
      'with half of the proof',
      body,
      Object.fromEntries(
        Object.entries(sign(body, secret)).map(([key, value]) => [key, value.slice(0, -8)]),
      ),
    ],
    ...(coversBody
      ? [
          [
            'with another body',
            body.replace('I see', '/parley revert'),
            sign(body, secret),
          ] as const,
        ]
      : []),
  ])('are refused %s', async (_, text, headers) => {
    const answer = await send(text, { [id]: randomUUID(), ...headers });

    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain(secret);
  });

  it('count once, even under another id', async () => {
    const first = { [id]: randomUUID(), ...sign(body, secret) };

    expect(await send(body, first)).toMatchObject({ status: 202 });
    expect(await send(body, first)).toMatchObject({
      status: 200,
      text: expect.stringContaining('repeated'),
    });
    expect(await send(body, { ...first, [id]: randomUUID() })).toMatchObject({ status: 200 });
  });
});

describe('requests from Slack', () => {
  const secret = secrets.SLACK_SIGNING;
  const now = (): number => Math.floor(Date.now() / 1000);
  const form = (text: string): string =>
    new URLSearchParams({
      team_id: 'T0TEAM00',
      user_id: 'U0ALICE0',
      channel_id: 'C0TEAM00',
      command: '/parley',
      text,
      response_url: 'https://hooks.slack.com/commands/T0/1/x',
      trigger_id: '1.2.abc',
    }).toString();
  const send = async (body: string, time: number | string, signature: string) => {
    const answer = await fetch(`${world.url}/api/v1/slack/commands`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': String(time),
        'x-slack-signature': signature,
      },
    });
    await answer.text();
    return answer.status;
  };
  const body = form('help');

  it.each<readonly [string, () => Promise<number>]>([
    ['another secret', () => send(body, now(), signAsSlack('no secret', String(now()), body))],
    [
      'another body',
      () => send(form('scan shop'), now(), signAsSlack(secret, String(now()), body)),
    ],
    ['another time', () => send(body, now() - 1, signAsSlack(secret, String(now() - 9), body))],
    ['an old time', () => send(body, now() - 301, signAsSlack(secret, String(now() - 301), body))],
    [
      'a time to come',
      () => send(body, now() + 330, signAsSlack(secret, String(now() + 330), body)),
    ],
    ['no number for a time', () => send(body, 'now', signAsSlack(secret, 'now', body))],
    ['no signature', () => send(body, now(), '')],
  ])('are refused with %s', async (_, call) => {
    expect(await call()).toBe(401);
  });

  it('count once', async () => {
    const time = now();
    const signature = signAsSlack(secret, String(time), body);

    expect(await send(body, time, signature)).toBe(200);
    expect(await send(body, time, signature)).toBe(409);
  });
});
