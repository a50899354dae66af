import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveUntilStopped } from '../../../src/entry/service/serve-until-stopped.ts';
import { signCall } from '../api/signing.ts';
import { newFolder, parley, removeFolders } from './parley.ts';

const secret = 'a-secret-of-some-length';
const now = '2026-03-14T03:00:00.000Z';
const seconds = String(Date.parse(now) / 1000);

let root: string;
let stop: AbortController;
let done: Promise<unknown> | undefined;
let url: string;
let log: string[];

/** One server for all tests; its incidents file is removed before each of them. */
beforeAll(async () => {
  root = newFolder();
  stop = new AbortController();
  log = [];
  writeFileSync(join(root, 'parley.yaml'), 'incidents_file: incidents.json\n');
  url = await new Promise<string>((resolve) => {
    const io = {
      out: () => undefined,
      err: (text: string) => void log.push(text),
      env: { PARLEY_WEBHOOK_SECRET: secret },
      cwd: root,
      now: () => now,
      elapsed: () => performance.now(),
      columns: 80,
      color: false,
    };
    done = serveUntilStopped(io, {
      ...{ dir: '.', host: '127.0.0.1', port: 0, signal: stop.signal },
      listening: resolve,
    });
  });
});
afterEach(() => rmSync(join(root, 'incidents.json'), { force: true }));
afterAll(async () => {
  stop.abort();
  await done;
  removeFolders();
});

function call(url: string, body: string, headers: Record<string, string> = signed(body)) {
  return fetch(`${url}/api/v1/incidents`, { method: 'POST', body, headers });
}

let reported = 0;

/** A different second for each call, because a repeated call counts only once. */
function soon(): string {
  reported += 1;
  return String(Number(seconds) - reported);
}

function signed(body: string, time = soon()): Record<string, string> {
  return { 'x-parley-timestamp': time, 'x-parley-signature': signCall(secret, time, body) };
}

const kept = () => JSON.parse(readFileSync(join(root, 'incidents.json'), 'utf8'));
const open = '{"id":"INC-7","status":"open"}';

describe('parley serve', () => {
  it('stores incidents in the file that runs read', async () => {
    const answers = [
      await call(url, open),
      await call(url, open),
      await call(url, '{"id":"INC-7","status":"closed","at":"2026-03-14T06:00:00Z"}'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(kept()).toEqual([{ id: 'INC-7', from: now, to: '2026-03-14T06:00:00Z' }]);
  });

  it('loses none of many simultaneous calls', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `INC-${index}`);
    await Promise.all(ids.map((id) => call(url, JSON.stringify({ id, status: 'open' }))));

    expect(
      kept()
        .map(({ id }: { id: string }) => id)
        .sort(),
    ).toEqual([...ids].sort());
  });

  it.each<[string, (body: string) => Record<string, string>]>([
    ['is not signed', () => ({})],
    [
      'is signed with another secret',
      (body) => ({
        'x-parley-timestamp': seconds,
        'x-parley-signature': signCall('another secret of length', seconds, body),
      }),
    ],
    ['is signed for another body', () => signed('{}')],
    ['is sent again later', (body) => signed(body, String(Number(seconds) - 301))],
    ['comes from the future', (body) => signed(body, String(Number(seconds) + 301))],
    ['has no time', (body) => signed(body, 'soon')],
  ])('refuses a call that %s', async (_, headers) => {
    const answer = await call(url, open, headers(open));

    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(() => kept()).toThrow();
  });

  it.each([
    ['a body that says nothing', '{"id":"a"}', 400],
    ['a body that is too large', JSON.stringify({ id: 'x'.repeat(100_000) }), 413],
  ])('refuses %s', async (_, body, status) => {
    const answer = await call(url, body).catch(() => ({ status: 413 }));

    expect(answer.status).toBe(status);
  });

  it('serves nothing else, and logs neither bodies nor secrets', async () => {
    const statuses = [
      (await fetch(`${url}/healthz`)).status,
      (await fetch(`${url}/api/v1/incidents`)).status,
      (await fetch(`${url}/elsewhere?token=hidden`)).status,
      (await fetch(`${url}//`)).status,
    ];
    await call(url, open);

    expect(statuses).toEqual([200, 405, 404, 404]);
    expect(log.join('')).not.toMatch(/INC-7|hidden|sha256=/);
    expect(log.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ route: '/api/v1/incidents', method: 'POST', status: 202 }),
    );
  });

  it('does not overwrite a damaged file', async () => {
    writeFileSync(join(root, 'incidents.json'), '[{ broken');
    const answer = await call(url, open);

    expect(answer.status).toBe(500);
    expect(readFileSync(join(root, 'incidents.json'), 'utf8')).toBe('[{ broken');
  });

  it.each([
    ['without a file', '', 'incidents_file'],
    ['without a secret', 'incidents_file: incidents.json\n', 'PARLEY_WEBHOOK_SECRET'],
  ])('does not start %s', async (_, settings, says) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'parley.yaml'), settings);
    const run = await parley(folder, 'serve', '--port', '0');

    expect(run.code).toBe(1);
    expect(run.err).toContain(says);
  });
});
