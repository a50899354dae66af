import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptCall } from '../../../src/adapters/collect/attempt.ts';
import { collectRound } from '../../../src/adapters/collect/collect.ts';
import { createSource } from '../../../src/adapters/collect/sources.ts';
import { SourceSettings } from '../../../src/config/sources.ts';
import { MemoryLog } from './memory-log.ts';
import { fakePace } from './timer.ts';

const now = '2026-03-14T20:00:00.000Z';

/** Accepts connections, but never answers on them. */
let server: Server;
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-real-secret');
  server = createServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  server.close();
});

const url = (): string => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

describe('a source that does not answer', () => {
  it.each([
    ['cloudtrail-lookup', () => ({ regions: ['us-east-1'] })],
    ['azure-activity', () => ({ subscriptions: ['11111111-1111-1111-1111-111111111111'] })],
    ['gcp-audit', () => ({ parents: ['projects/shop-prod'] })],
  ])('is reported as silent after two calls: %s', async (kind, more) => {
    // Timeouts and pauses pass at once; the connections are real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
    const settings = SourceSettings.parse({ name: 's', kind, endpoint: url(), ...more() });
    const source = createSource(settings, { env: {}, timer: fakePace(), now: () => now });
    if (!source.ok) throw new Error(source.error.message);
    const round = collectRound([source.value], { now }, { log: new MemoryLog(), now: () => now });

    let report: Awaited<typeof round> | undefined;
    void round.then((done) => {
      report = done;
    });
    let waited = 0;
    while (report === undefined && waited < 300_000) {
      await new Promise((done) => setImmediate(done));
      await vi.advanceTimersByTimeAsync(50);
      waited += 50;
    }

    expect(waited).toBeLessThan(100_000);
    expect(JSON.stringify(report)).toContain('collect-silent');
  });

  it('is not waited for, and its late failure is not left unhandled', async () => {
    const late = attemptCall(
      () => new Promise((_, lose) => setTimeout(() => lose(new Error('late')), 50)),
      () => undefined,
      10,
    );

    expect(await late).toMatchObject({ ok: false, error: { kind: 'silent' } });
    await new Promise((done) => setTimeout(done, 60));
  });
});
