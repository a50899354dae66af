import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStateSource } from '../../../src/adapters/state-source/open.ts';
import type { StatePorts } from '../../../src/adapters/state-source/types.ts';
import { type Answered, type Asked, startHttp, type TestServer } from '../collect/servers/http.ts';
import { now, readProblem, readSnapshot, stateJson, testPorts } from './ports.ts';

let server: TestServer;
let other: TestServer;
let asked: Asked[];
let askedOther: Asked[];
let answers: Answered[];
let elsewhere: Answered;
beforeEach(async () => {
  asked = [];
  askedOther = [];
  answers = [];
  elsewhere = { status: 200, body: stateJson };
  server = await startHttp((call) => {
    asked.push(call);
    return answers.shift() ?? { status: 200, headers: { etag: '"e7"' }, body: stateJson };
  });
  other = await startHttp((call) => {
    askedOther.push(call);
    return elsewhere;
  });
});
afterEach(async () => {
  await server.stop();
  await other.stop();
});

const env = { TF_HTTP_USERNAME: 'parley', TF_HTTP_PASSWORD: 'pässword' };
const basic = `Basic ${Buffer.from('parley:pässword', 'utf8').toString('base64')}`;

const here = () => ({ kind: 'http', url: `${server.url}/states/shop?ref=main` }) as const;
const redirect = (location: string, status = 302): Answered => ({
  status,
  headers: { location },
  body: '',
});

describe('a state over HTTP', () => {
  it('is read with one GET request', async () => {
    const snapshot = await readSnapshot(here());

    expect(snapshot).toEqual({
      text: stateJson,
      from: `${server.url}/states/shop`,
      version: '"e7"',
      readAt: now,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.method).toBe('GET');
    expect(asked[0]?.url.search).toBe('?ref=main');
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  it('is read with the user of the environment', async () => {
    await readSnapshot(here(), { env });

    expect(asked[0]?.headers.authorization).toBe(basic);
  });

  it('is not read with the credentials of another server', async () => {
    await readSnapshot(here(), { env: { ...env, TF_HTTP_ADDRESS: `${other.url}/x` } });
    await readSnapshot(here(), { env: { ...env, TF_HTTP_ADDRESS: `${server.url}/x` } });

    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, basic]);
  });

  it('follows redirects on the same host with credentials', async () => {
    answers.push(redirect('/moved', 301), redirect(`${server.url}/again`, 307));
    const { text } = await readSnapshot(here(), { env });

    expect(text).toBe(stateJson);
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/states/shop', '/moved', '/again']);
    expect(asked.every(({ headers }) => headers.authorization === basic)).toBe(true);
  });

  it('sends no credentials to another host, nor after a redirect back', async () => {
    answers.push(redirect(`${other.url}/x`));
    elsewhere = redirect(`${server.url}/back`);
    await readSnapshot(here(), { env });

    expect(asked.map(({ headers }) => headers.authorization)).toEqual([basic, undefined]);
    expect(askedOther.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('reports that the other host requires credentials', async () => {
    answers.push(redirect(`${other.url}/x`));
    elsewhere = { status: 401, body: '' };

    expect(await readProblem(here(), { env })).toMatchObject({
      code: 'state-moved',
      message: 'The state has moved, and credentials are not sent to its new address (HTTP 401).',
    });
  });

  it.each<[string, Partial<Answered>, string]>([
    ['no content', { status: 204 }, 'state-missing'],
    ['not found', { status: 404 }, 'state-missing'],
    ['no credentials', { status: 401 }, 'state-credentials'],
    ['forbidden', { status: 403 }, 'state-forbidden'],
    ['a strange status', { status: 418 }, 'state-other'],
    ['a redirect without a place', { status: 302 }, 'state-moved'],
    ['a redirect to a file', redirect('file:///etc/passwd'), 'state-address'],
    ['a redirect to metadata', redirect('http://169.254.169.254/latest'), 'state-address'],
    ['a redirect with a password', redirect('http://a:b@127.0.0.1/'), 'state-address'],
    ['a page', { status: 200, body: '<html>Sign in</html>' }, 'state-not-json'],
    ['a list', { status: 200, body: ' [1]' }, 'state-not-json'],
    [
      'compression',
      { status: 200, headers: { 'content-encoding': 'gzip' }, body: 'x' },
      'state-compressed',
    ],
    [
      'too much',
      { status: 200, headers: { 'content-length': '512000001' }, body: '{' },
      'state-too-large',
    ],
  ])('is refused: %s', async (_, answer, code) => {
    answers.push({ status: 200, body: '', ...answer });
    const problem = await readProblem(here());

    expect(problem.code).toBe(code);
    expect(problem.place).toEqual({ file: `${server.url}/states/shop` });
    expect(problem.hint).toBeDefined();
    expect(asked).toHaveLength(1);
  });

  it('ends a loop of redirects', async () => {
    answers.push(...Array.from({ length: 20 }, () => redirect('/ring')));

    expect(await readProblem(here())).toMatchObject({ code: 'state-moved' });
    expect(asked).toHaveLength(6);
  });

  it('waits for a busy server as long as it asks', async () => {
    answers.push(
      { status: 503, body: '' },
      { status: 429, headers: { 'retry-after': '7' }, body: '' },
      { status: 500, body: '' },
    );
    const ports = testPorts();
    const read = await openStateSource(here(), ports).read();

    expect(read.ok).toBe(true);
    expect(ports.slept).toEqual([500, 7000, 2000]);
  });

  it('gives up on a server that stays busy', async () => {
    answers.push(...Array.from({ length: 9 }, () => ({ status: 503, body: '' })));

    expect(await readProblem(here())).toMatchObject({ code: 'state-unavailable' });
    expect(asked).toHaveLength(4);
  });

  it('reports that the connection is refused', async () => {
    const { url } = other;
    await other.stop();

    expect(await readProblem({ kind: 'http', url })).toMatchObject({
      code: 'state-unreachable',
      message: 'The service does not answer (ECONNREFUSED).',
    });
  });
});

describe('an address that is not called', () => {
  const metadata: StatePorts['lookup'] = (_, __, callback) =>
    callback(null, [{ address: '169.254.169.254', family: 4 }]);

  it.each<[string, Partial<StatePorts>, string]>([
    ['http://169.254.169.254/latest', {}, 'state-address'],
    ['http://[::ffff:169.254.169.254]/latest', {}, 'state-address'],
    ['https://state.example.com/x', { lookup: metadata }, 'state-address'],
    ['http://127.0.0.1:1/x', { allowsLoopback: false }, 'state-address'],
    ['http://localhost:1/x', { allowsLoopback: false }, 'state-address'],
    ['http://state.example.com/x', { env }, 'state-unencrypted'],
    ['https://a:b@state.example.com/x', {}, 'state-address'],
  ])('%s', async (url, ports, code) => {
    expect(await readProblem({ kind: 'http', url }, ports)).toMatchObject({ code });
  });
});
