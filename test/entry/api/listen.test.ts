import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Listening, type ListenTimes, listen } from '../../../src/entry/api/listen.ts';
import { fail } from '../../../src/model/result.ts';
import { bearer, post, type TestApi, testApis, tokens } from './api.ts';

const open = testApis();
let api: TestApi;
let server: Listening;

async function serve(api_: TestApi, times: Partial<ListenTimes> = {}): Promise<Listening> {
  const listening = await listen(api_.app, { host: '127.0.0.1', port: 0, times });
  if (!listening.ok) throw new Error(listening.error.message);
  return listening.value;
}

beforeEach(async () => {
  api = open();
  server = await serve(api);
});
afterEach(() => server.close());

/** A server with timeouts short enough to wait for in a test. */
async function impatient(): Promise<Listening> {
  return serve(open({ ...api.deps, limits: { bodyTime: 100 } }), { headers: 200 });
}

/** Sends text and then nothing more, and reads until the server closes the connection. */
function talk(text: string | ((socket: Socket) => void), port = server.port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    // The server may close the connection during a send.
    socket.on('error', (error) => (answer === '' ? reject(error) : undefined));
    if (typeof text === 'string') socket.write(text);
    else text(socket);
  });
}

function head(path: string, more: readonly string[] = [], method = 'POST'): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: parley.example',
    `authorization: Bearer ${tokens.events}`,
    ...more,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const push = '/api/v1/events/trail';
const json = 'content-type: application/json';

describe('the server', () => {
  it('keeps a silent connection open while a trial is waited for', async () => {
    const slow = open({
      limits: { answerTime: 1, trialTime: 60_000 },
      tryChange: async () => {
        await sleep(2000);
        return fail({ code: 'not-managed', message: 'The state has no such resource.' });
      },
    });
    const short = await serve(slow, { answer: 300 });
    const asked = {
      ...{ stack: 'shop/prod', class: 'agent', by: 'arn:aws:iam::111122223333:role/load-test' },
      ...{ at: 'aws_sqs_queue.a', field: 'delay_seconds', want: { equals: 5 } },
      because: 'Load test',
    };
    const call = post(asked, bearer('write'));
    const response = await fetch(`${short.url}/api/v1/intents?dry_run=true`, call);

    expect(response.status).toBe(200);
    await short.close();
  });

  it('answers, and reports its URL', async () => {
    const response = await fetch(`${server.url}/api/v1/stacks/shop%2Fprod`, {
      headers: bearer('read'),
    });

    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(await response.json()).toMatchObject({ name: 'shop/prod' });
  });

  it('cuts off a body that comes too slowly', async () => {
    const { port, close } = await impatient();
    const answer = await talk((socket) => {
      socket.write(`${head(push, [json, 'content-length: 1000'])}{"a":`);
    }, port);
    await close();

    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"body-late"');
  });

  it('cuts off headers that come too slowly', async () => {
    const { port, close } = await impatient();
    const answer = await talk('GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: ', port);
    await close();

    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('content-type: application/problem+json');
  });

  it('refuses a body by its declared length before it arrives', async () => {
    const answer = await talk(head(push, [json, 'content-length: 99999999']));

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('counts the bytes of a body without a declared length', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const answer = await talk((socket) => {
      let isAnswered = false;
      socket.once('data', () => {
        isAnswered = true;
      });
      const send = (): void => {
        if (!isAnswered && !socket.destroyed) socket.write(chunk, () => setImmediate(send));
      };
      socket.write(head(push, [json, 'transfer-encoding: chunked']), send);
    });

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('does not read the body of a call that it rejects', async () => {
    const answer = await talk(
      head(push, [json, 'content-length: 99999999']).replace(tokens.events, tokens.read),
    );

    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('refuses headers that are too large, and anything but HTTP', async () => {
    const large = await talk(head('/healthz', [`x-a: ${'x'.repeat(20_000)}`], 'GET'));
    const noise = await talk('hello\r\n\r\n');
    const smuggled = await talk(
      head(push, [json, 'content-length: 4', 'transfer-encoding: chunked']),
    );

    expect(large).toMatch(/^HTTP\/1\.1 431 /);
    expect(noise).toMatch(/^HTTP\/1\.1 400 /);
    expect(smuggled).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('reports that a port is taken', async () => {
    const second = await listen(api.app, { host: '127.0.0.1', port: server.port });

    expect(second).toMatchObject({ ok: false, error: { code: 'cannot-listen' } });
  });

  it('finishes calls in progress before it closes', async () => {
    let go: () => void = () => undefined;
    let began: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    const asked = new Promise<void>((resolve) => {
      began = resolve;
    });
    const metrics = {
      ...api.deps.metrics,
      async text() {
        began();
        await waiting;
        return 'done';
      },
    };
    const slow = await serve(open({ ...api.deps, metrics }));
    const answer = fetch(`${slow.url}/metrics`, { headers: bearer('metrics') });
    await asked;
    const closed = slow.close();
    const refused = await fetch(`${slow.url}/healthz`).then(
      () => 'answered',
      () => 'refused',
    );
    go();

    expect(refused).toBe('refused');
    expect(await (await answer).text()).toBe('done');
    await closed;
  });

  it('does not wait for ever for calls that hang', async () => {
    const metrics = { ...api.deps.metrics, text: () => new Promise<string>(() => undefined) };
    const stuck = await serve(open({ ...api.deps, metrics }), { drain: 50 });
    const answer = fetch(`${stuck.url}/metrics`, { headers: bearer('metrics') }).catch(() => 'cut');
    // The call has to arrive before the server closes.
    await fetch(`${stuck.url}/healthz`);
    await stuck.close();

    expect(await answer).toBe('cut');
  });
});
