import { afterEach, describe, expect, it } from 'vitest';
import { scanFinished } from '../../../../src/adapters/notify/webhook/payload.ts';
import { sendWebhook, type Webhook } from '../../../../src/adapters/notify/webhook/send.ts';
import { distrust } from '../../../../src/entry/api/signature.ts';
import { ok } from '../../../../src/model/result.ts';
import { at, sampleReport } from '../sample.ts';
import { type Answer, type LocalServer, startServer } from '../slack/server.ts';

const secret = 'shared-secret';
const payload = scanFinished(sampleReport(), { at, stack: 'prod' });
const fine: Answer = { status: 204, body: '' };

describe('a webhook', () => {
  const servers: LocalServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ close }) => close()));
  });

  async function start(answers: readonly Answer[], change: Partial<Webhook> = {}) {
    const server = await startServer(...answers);
    servers.push(server);
    const pauses: number[] = [];
    const asked: string[] = [];
    let seconds = 1_773_457_200;
    const send = (found: readonly string[] = ['127.0.0.1']) =>
      sendWebhook(
        payload,
        { url: `${server.url}/hook`, secret, rules: { loopback: true }, ...change },
        {
          resolve: async (host) => {
            asked.push(host);
            return ok(found);
          },
          timer: {
            sleep: async (milliseconds) => {
              pauses.push(milliseconds);
              seconds += milliseconds / 1000;
            },
            random: () => 1,
          },
          now: () => seconds * 1000,
          timeout: 20_000,
        },
      );
    return { server, send, pauses, asked };
  }

  it('is delivered with a signature that verifies', async () => {
    const { server, send } = await start([fine]);

    expect(await send()).toEqual({ ok: true, value: undefined });

    const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = server.received;
    const call = {
      timestamp: headers['x-parley-timestamp'] as string,
      signature: headers['x-parley-signature'] as string,
      body,
    };
    expect(path).toBe('/hook');
    expect(JSON.parse(body)).toEqual(payload);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-parley-event': 'scan.finished',
      'x-parley-delivery': payload.id,
    });
    expect(distrust(secret, call, 1_773_457_200)).toBeUndefined();
    expect(distrust('another', call, 1_773_457_200)).toMatch(/wrong/);
  });

  it('is signed again for each attempt, under the same id', async () => {
    const busy = { status: 429, headers: { 'retry-after': '20' }, body: '' };
    const { server, send, pauses } = await start([
      { status: 503, body: '' },
      busy,
      undefined,
      fine,
    ]);

    expect((await send()).ok).toBe(true);

    expect(pauses).toEqual([1000, 20_000, 4000]);
    const tries = server.received.map(({ headers }) => headers);
    expect(tries.map((headers) => headers['x-parley-timestamp'])).toEqual([
      '1773457200',
      '1773457201',
      '1773457221',
      '1773457225',
    ]);
    expect(new Set(tries.map((headers) => headers['x-parley-delivery']))).toEqual(
      new Set([payload.id]),
    );
  });

  it.each([
    [400, 'The receiver of the webhook answered 400.'],
    [401, 'The receiver of the webhook answered 401.'],
    [410, 'The receiver of the webhook is gone (410).'],
    [302, 'The receiver of the webhook redirects (302), which is not followed.'],
  ])('is given up after status %d', async (status, message) => {
    const headers = { location: 'http://169.254.169.254/' };
    const { server, send } = await start([{ status, headers, body: 'x'.repeat(100_000) }]);

    expect(await send()).toMatchObject({ ok: false, error: { message, passing: false } });
    expect(server.received).toHaveLength(1);
  });

  it('goes to the address that was checked, whatever the name resolves to later', async () => {
    const { port } = new URL((await start([fine])).server.url);
    const { send, asked } = await start([], { url: `http://hooks.invalid:${port}/hook` });

    expect(await send()).toEqual({ ok: true, value: undefined });
    expect(asked).toEqual(['hooks.invalid']);
    expect(servers[0]?.received[0]?.headers.host).toBe(`hooks.invalid:${port}`);
  });

  it('is neither sent nor retried if its address is not allowed', async () => {
    const { server, send } = await start([fine], { url: 'https://hooks.invalid/' });

    expect(await send(['169.254.169.254'])).toMatchObject({
      ok: false,
      error: { code: 'webhook-refused', passing: false },
    });
    expect(server.received).toEqual([]);
  });

  it('is not sent without a secret to sign with', async () => {
    const { server, send } = await start([fine], { secret: '' });

    expect(await send()).toMatchObject({ ok: false, error: { code: 'webhook-unsigned' } });
    expect(server.received).toEqual([]);
  });

  it('shows neither its address nor its secret if the connection is refused', async () => {
    const { server, send } = await start([fine]);
    await server.close();
    const result = await send();

    expect(result).toMatchObject({
      ok: false,
      error: { message: 'The receiver of the webhook could not be reached (ECONNREFUSED).' },
    });
    expect(JSON.stringify(result)).not.toMatch(/shared-secret|hook"|127\.0\.0\.1/);
  });
});
