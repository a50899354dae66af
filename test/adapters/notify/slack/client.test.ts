import { afterEach, describe, expect, it } from 'vitest';
import type { Posted } from '../../../../src/adapters/notify/slack/answer.ts';
import { noticeMessage } from '../../../../src/adapters/notify/slack/blocks/thread.ts';
import { viewForm } from '../../../../src/adapters/notify/slack/blocks/view.ts';
import {
  createSlackClient,
  type PostedMessages,
  type SlackClient,
} from '../../../../src/adapters/notify/slack/client.ts';
import { sampleIntent } from '../sample.ts';
import { type Answer, type LocalServer, startServer } from './server.ts';

const token = 'xoxb-0123456789-the-token';
const said = noticeMessage('It is done.');
const where: Posted = { channel: 'C0123', ts: '1773457200.000100' };
const to = { channel: 'C0123', key: 'run-1/i-0123456789ab' };

const fine: Answer = { status: 200, body: JSON.stringify({ ok: true, ...where }) };
const busy = (seconds: string): Answer => ({
  status: 429,
  headers: { 'retry-after': seconds },
  body: '',
});
const error = (word: string): Answer => ({
  status: 200,
  body: JSON.stringify({ ok: false, error: word }),
});
const broken: Answer = { status: 503, body: 'upstream' };

function memory(): PostedMessages & {
  readonly kept: Map<string, Posted>;
  readonly claimed: Set<string>;
} {
  const kept = new Map<string, Posted>();
  const claimed = new Set<string>();
  return {
    kept,
    claimed,
    claim: async (key) => {
      if (claimed.has(key)) return 'lost';
      claimed.add(key);
      return 'taken';
    },
    release: async (key) => {
      claimed.delete(key);
    },
    find: async (key) => kept.get(key),
    keep: async (key, posted) => {
      kept.set(key, posted);
    },
  };
}

describe('the Slack client', () => {
  const servers: LocalServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ close }) => close()));
  });

  async function start(...answers: readonly Answer[]): Promise<{
    readonly server: LocalServer;
    readonly client: SlackClient;
    readonly pauses: readonly number[];
    readonly posted: ReturnType<typeof memory>;
  }> {
    const server = await startServer(...answers);
    servers.push(server);
    const pauses: number[] = [];
    const posted = memory();
    const client = createSlackClient({
      token,
      posted,
      timer: {
        sleep: async (milliseconds) => {
          pauses.push(milliseconds);
        },
        random: () => 1,
      },
      now: () => 0,
      timeout: 20_000,
      api: server.url,
      hooks: [server.url],
    });
    return { server, client, pauses, posted };
  }

  it('posts a message as it is written, and records where it is', async () => {
    const { server, client, posted } = await start(fine);

    expect(await client.post(said, { ...to, thread: '1773457100.000200' })).toEqual({
      ok: true,
      value: where,
    });

    const [sent] = server.received;
    expect(sent?.path).toBe('/chat.postMessage');
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=utf-8',
    });
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      channel: 'C0123',
      thread_ts: '1773457100.000200',
      text: 'It is done.',
      blocks: said.blocks,
      parse: 'none',
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
      metadata: { event_type: 'parley_message', event_payload: { key: to.key } },
    });
    expect([...posted.kept]).toEqual([[to.key, where]]);
  });

  it('posts once for each key: at once, afterwards, and in another process', async () => {
    const { server, client } = await start(fine);

    const both = await Promise.all([client.post(said, to), client.post(said, to)]);
    const later = await client.post(said, to);
    await client.post(said, { ...to, key: 'another' });

    expect([...both, later]).toEqual(Array(3).fill({ ok: true, value: where }));
    expect(server.received).toHaveLength(2);
  });

  it('waits as long as Slack asks for, in either form of the request', async () => {
    const { client, pauses, server } = await start(busy('7'), error('ratelimited'), fine);

    expect((await client.post(said, to)).ok).toBe(true);
    expect(pauses).toEqual([7000, 2000]);
    expect(server.received).toHaveLength(3);
  });

  it('leaves a long wait to the caller', async () => {
    const { client, pauses } = await start(busy('3600'));

    expect(await client.post(said, to)).toMatchObject({
      ok: false,
      error: { code: 'slack-rate-limited', passing: true, retryAfter: 3_600_000 },
    });
    expect(pauses).toEqual([]);
  });

  it.each([
    ['a refusal', error('channel_not_found')],
    ['a long wait', busy('3600')],
  ])('posts at the next call after %s, since nothing was posted', async (_, answer) => {
    const { client, server, posted } = await start(answer, fine);

    expect((await client.post(said, to)).ok).toBe(false);
    expect(posted.claimed.size).toBe(0);
    expect(await client.post(said, to)).toEqual({ ok: true, value: where });
    expect(server.received).toHaveLength(2);
  });

  it('opens a form without retries', async () => {
    const { client, server } = await start({ status: 200, body: '{"ok":true,"view":{}}' }, broken);
    const view = viewForm('hold', sampleIntent(), 'sealed');

    expect(await client.openView(view, '12.34.ab')).toEqual({ ok: true, value: undefined });
    expect(server.received[0]?.path).toBe('/views.open');
    expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({
      trigger_id: '12.34.ab',
      view: { type: 'modal', private_metadata: 'sealed' },
    });
    expect((await client.openView(view, '12.34.ab')).ok).toBe(false);
    expect(server.received).toHaveLength(2);
  });

  it('gives up after five attempts', async () => {
    const { client, server } = await start(busy('1'));

    expect(await client.post(said, to)).toMatchObject({ ok: false, error: { retryAfter: 1000 } });
    expect(server.received).toHaveLength(5);
  });

  it.each([
    ['an answer that says nothing', broken],
    ['a broken connection', undefined],
  ])('does not post again after %s, since the message may have arrived', async (_, answer) => {
    const { client, server, posted } = await start(answer, fine);

    expect(await client.post(said, to)).toMatchObject({ ok: false, error: { unknown: true } });
    expect(await client.post(said, to)).toMatchObject({ error: { code: 'slack-post-lost' } });
    expect(server.received).toHaveLength(1);
    expect(posted.kept.size).toBe(0);
  });

  it.each([
    ['an answer that says nothing', broken],
    ['a broken connection', undefined],
    ['an error of Slack', error('internal_error')],
  ])('updates again after %s, since that is harmless', async (_, answer) => {
    const { client, server } = await start(answer, fine);

    expect(await client.update(said, where)).toEqual({ ok: true, value: where });
    expect(server.received.map(({ path }) => path)).toEqual(['/chat.update', '/chat.update']);
    expect(JSON.parse(server.received[1]?.body ?? '')).toMatchObject(where);
  });

  it.each<[string, Answer, string, string | undefined]>([
    [
      'a word',
      error('invalid_auth'),
      'Slack says invalid_auth.',
      'Check the bot token of the Slack app.',
    ],
    ['another word', error('channel_is_odd'), 'Slack says channel_is_odd.', undefined],
    ['a text with the token', error(`bad ${token}`), 'Slack says no reason.', undefined],
    ['a name of JavaScript', error('constructor'), 'Slack says constructor.', undefined],
    [
      'no JSON',
      { status: 200, body: '<html>' },
      'Slack answered 200 without a JSON object.',
      undefined,
    ],
    [
      'no place',
      { status: 200, body: '{"ok":true}' },
      'Slack does not say where the message is.',
      undefined,
    ],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://evil.example' }, body: '' },
      'Slack answered 302 without a JSON object.',
      undefined,
    ],
  ])('reports the problem if Slack answers with %s', async (_, answer, message, hint) => {
    const { client, server } = await start(answer);
    const result = await client.post(said, to);

    expect(result).toMatchObject({ ok: false, error: { message, passing: false } });
    if (!result.ok) expect(result.error.hint).toBe(hint);
    expect(server.received).toHaveLength(1);
  });

  it('retries if the connection is refused', async () => {
    const { client, server, pauses } = await start(fine);
    await server.close();

    expect(await client.post(said, to)).toMatchObject({
      ok: false,
      error: { message: 'Slack could not be reached (ECONNREFUSED).' },
    });
    expect(pauses).toEqual([1000, 2000, 4000, 8000]);
  });

  it('does not show its token', async () => {
    const { client } = await start(error('invalid_auth'));
    const result = await client.post(said, to);

    expect(`${JSON.stringify(client)} ${JSON.stringify(result)}`).not.toContain('xoxb');
  });

  it.each([
    ['user', false, { response_type: 'ephemeral', replace_original: false }],
    ['channel', true, { response_type: 'in_channel', replace_original: true }],
  ] as const)('answers a command to the %s, without the token', async (visible, replace, form) => {
    const { client, server } = await start({ status: 200, body: 'ok' });

    const answered = await client.respond(said, { url: `${server.url}/x`, visible, replace });

    expect(answered).toEqual({ ok: true, value: undefined });
    expect(server.received[0]?.headers.authorization).toBeUndefined();
    expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({
      text: 'It is done.',
      ...form,
    });
  });

  it('retries a response after a rate limit, but not when its URL is used up', async () => {
    const { client, server, pauses } = await start(busy('2'), { status: 404, body: 'used_url' });
    const result = await client.respond(said, { url: server.url, visible: 'user' });

    expect(result).toMatchObject({ ok: false, error: { message: 'Slack answered 404.' } });
    expect(pauses).toEqual([2000]);
  });

  it.each(['https://evil.example/x', 'http://169.254.169.254/', 'file:///etc/passwd', 'x'])(
    'does not send a response to %s',
    async (url) => {
      const { client } = await start(fine);

      expect(await client.respond(said, { url, visible: 'user' })).toMatchObject({
        ok: false,
        error: { message: 'Slack has no such response address.' },
      });
    },
  );
});
