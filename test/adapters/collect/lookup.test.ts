import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectRound } from '../../../src/adapters/collect/collect.ts';
import { createSource } from '../../../src/adapters/collect/sources.ts';
import type { CollectSource } from '../../../src/adapters/collect/types.ts';
import { SourceSettings } from '../../../src/config/sources.ts';
import { MemoryLog } from './memory-log.ts';
import { history, idOf, trailRecord } from './records.ts';
import { type History, startHistory } from './servers/cloudtrail.ts';
import { fakePace } from './timer.ts';

const start = Date.UTC(2026, 2, 14);
const hour = 3_600_000;
const now = new Date(start + 20 * hour).toISOString();

let server: History;
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-real-secret');
  server = await startHistory(history(120, start));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

function source(more: object = {}, timer = fakePace()): CollectSource {
  const settings = SourceSettings.parse({
    name: 'history',
    kind: 'cloudtrail-lookup',
    regions: ['us-east-1'],
    endpoint: server.url,
    since: '1d',
    ...more,
  });
  const made = createSource(settings, { env: {}, timer, now: () => now });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

function collect(from: CollectSource, log: MemoryLog, at = now) {
  return collectRound([from], { now: at }, { log, now: () => at });
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => idOf(i));

describe('LookupEvents', () => {
  it('is read page by page, with the same window and filter for each page', async () => {
    const log = new MemoryLog();
    const report = await collect(source(), log);

    expect(log.ids()).toEqual(ids(120));
    expect(report.streams).toMatchObject([{ stream: 'own/us-east-1', added: 120, notes: [] }]);
    const [first, ...rest] = server.calls;
    expect(first).toMatchObject({
      LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
      MaxResults: 50,
    });
    expect(rest.every(({ EndTime }) => EndTime === first?.EndTime)).toBe(true);
  });

  it('keeps the record as CloudTrail wrote it', async () => {
    const log = new MemoryLog();
    await collect(source(), log);

    const [record] = [...log.records.values()].filter(({ id }) => id === idOf(7));
    expect(record).toMatchObject({
      raw: JSON.stringify(trailRecord(idOf(7), start + 7 * 60_000)),
      eventTime: new Date(start + 7 * 60_000).toISOString(),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('reads only the overlap again in later rounds, and so finds late records', async () => {
    const log = new MemoryLog();
    const late = { id: idOf(500), time: start + 119 * 60_000 - 10 * 60_000 };
    server.events.push({ ...late, shown: 1, record: trailRecord(late.id, late.time) });
    server.now = 0;
    const from = source();
    await collect(from, log, new Date(start + 2 * hour).toISOString());
    server.now = 1;
    server.calls.length = 0;
    const report = await collect(from, log, new Date(start + 2 * hour + 60_000).toISOString());

    expect(report.streams).toMatchObject([{ added: 1 }]);
    expect(log.ids()).toContain(late.id);
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]?.StartTime).toBe((start + 119 * 60_000 - 15 * 60_000) / 1000);
  });

  it('makes at most two calls a second in each region', async () => {
    const timer = fakePace();
    await collect(source({}, timer), new MemoryLog());

    expect(server.calls).toHaveLength(3);
    expect(timer.slept).toEqual([500, 500]);
  });

  it('reads regions and accounts separately, each with its own cursor', async () => {
    const log = new MemoryLog();
    server.events = server.events.map((event, i) => ({
      ...event,
      region: i % 2 === 0 ? 'us-east-1' : 'eu-central-1',
    }));
    const report = await collect(source({ regions: ['us-east-1', 'eu-central-1'] }), log);

    expect(report.streams).toMatchObject([
      { stream: 'own/eu-central-1', added: 60 },
      { stream: 'own/us-east-1', added: 60 },
    ]);
    expect([...log.cursors.keys()].sort()).toEqual([
      'history own/eu-central-1',
      'history own/us-east-1',
    ]);
  });

  it('waits and retries when the quota is used up or the service fails', async () => {
    const timer = fakePace();
    const log = new MemoryLog();
    server.faults.push('ThrottlingException', 'ThrottlingException', 'InternalFailure');
    await collect(source({}, timer), log);

    expect(log.ids()).toEqual(ids(120));
    expect(timer.slept.filter((pause) => pause >= 1000)).toEqual([1000, 2000, 4000]);
  });

  it('reports it if the quota stays used up', async () => {
    const log = new MemoryLog();
    server.faults.push(...Array.from({ length: 8 }, () => 'ThrottlingException'));
    const report = await collect(source(), log);

    expect(report.streams).toMatchObject([
      { failed: { code: 'collect-throttled', place: { file: 'history (own/us-east-1)' } } },
    ]);
  });

  it('restarts the window when its page token is no longer known', async () => {
    const log = new MemoryLog();
    let calls = 0;
    server.onCall = () => {
      calls += 1;
      if (calls === 3) server.forget();
    };
    const report = await collect(source(), log);

    expect(log.ids()).toEqual(ids(120));
    expect(report.streams).toMatchObject([{ added: 120 }]);
  });

  it('reports expired credentials, and resumes from the last stored page', async () => {
    const log = new MemoryLog();
    const calls = () => server.calls.length;
    server.onCall = () => {
      if (calls() === 2) server.faults.push('ExpiredTokenException');
    };
    const first = await collect(source(), log);
    expect(first.streams).toMatchObject([{ failed: { code: 'collect-credentials' }, added: 100 }]);
    server.onCall = () => undefined;
    const before = calls();
    const second = await collect(source(), log);

    expect(second.streams).toMatchObject([{ added: 20 }]);
    expect(server.calls[before]?.NextToken).toBeDefined();
    expect(log.ids()).toEqual(ids(120));
  });

  it('drops read-only records even if the filter lets them through', async () => {
    const log = new MemoryLog();
    const time = start + 60_000;
    const record = trailRecord(idOf(900), time, { eventName: 'PutThing', readOnly: 'false' });
    server.events = [
      { id: idOf(900), time, record },
      {
        id: idOf(901),
        time,
        record: { ...trailRecord(idOf(901), time), eventType: 'AwsConsoleSignIn' },
      },
    ];
    const report = await collect(source(), log);

    expect(report.streams).toMatchObject([{ read: 2, added: 1 }]);
  });

  it('reports what is older than the ninety days that can be queried', async () => {
    const log = new MemoryLog();
    await collect(source(), log);
    const later = new Date(start + 200 * 24 * hour).toISOString();
    const report = await collect(source(), log, later);

    expect(report.streams[0]?.notes).toMatchObject([{ code: 'collect-gap' }]);
  });
});
