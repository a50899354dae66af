import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectRound } from '../../../src/adapters/collect/collect.ts';
import { createSource } from '../../../src/adapters/collect/sources.ts';
import { SourceSettings } from '../../../src/config/sources.ts';
import { MemoryLog } from './memory-log.ts';
import { type Activity, type ActivityServer, startActivityLog } from './servers/azure.ts';
import { fakePace } from './timer.ts';

const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';
const start = Date.UTC(2026, 2, 14);
const minute = 60_000;
const now = new Date(start + 120 * minute).toISOString();

function activity(number: number, subscription = one, more: object = {}): Activity {
  const time = start + number * minute;
  return {
    time,
    subscription,
    record: {
      authorization: { action: 'Microsoft.Storage/storageAccounts/write' },
      caller: 'maria@example.com',
      category: { value: 'Administrative' },
      claims: { name: 'Maria' },
      correlationId: `c-${number}`,
      eventDataId: `e-${String(number).padStart(3, '0')}`,
      eventTimestamp: new Date(time).toISOString().replace('Z', '1234Z'),
      submissionTimestamp: new Date(time + minute).toISOString(),
      operationName: { value: 'Microsoft.Storage/storageAccounts/write' },
      resourceGroupName: number % 2 === 0 ? 'shop' : 'billing',
      resourceId: `/subscriptions/${subscription}/resourceGroups/shop/providers/Microsoft.Storage/storageAccounts/logs`,
      status: { value: 'Succeeded' },
      subscriptionId: subscription,
      properties: { requestbody: '{"sku":{"name":"Standard_GRS"}}', big: '12345678901234567890' },
      notSelected: true,
      ...more,
    },
  };
}

let server: ActivityServer;
beforeEach(async () => {
  server = await startActivityLog(Array.from({ length: 10 }, (_, i) => activity(i)));
});
afterEach(() => server.stop());

async function collect(more: object = {}, log = new MemoryLog(), at = now) {
  const timer = fakePace();
  const settings = SourceSettings.parse({
    name: 'azure',
    kind: 'azure-activity',
    subscriptions: [one],
    endpoint: server.url,
    since: '1d',
    ...more,
  });
  const source = createSource(settings, { env: {}, timer, now: () => at });
  if (!source.ok) throw new Error(source.error.message);
  const report = await collectRound([source.value], { now: at }, { log, now: () => at });
  return { log, report, timer };
}

const ids = (count: number) =>
  Array.from({ length: count }, (_, i) => `e-${String(i).padStart(3, '0')}`);

describe('the Activity Log', () => {
  it('is read with a valid filter, following the links between pages', async () => {
    const { log, report } = await collect();

    expect(log.ids()).toEqual(ids(10));
    expect(report.streams).toMatchObject([{ stream: one, pages: 4, added: 10, notes: [] }]);
    expect(server.calls[0]?.url.searchParams.get('$filter')).toBe(
      "eventTimestamp ge '2026-03-13T02:00:00.000Z' and eventTimestamp le '2026-03-14T02:00:00.000Z'",
    );
  });

  it('keeps each record as Azure wrote it, without members that were not asked for', async () => {
    const { log } = await collect();

    const { notSelected: _, ...record } = activity(4).record as { notSelected: boolean };
    const stored = [...log.records.values()].find(({ id }) => id === 'e-004');
    expect(stored?.raw).toBe(JSON.stringify(record));
    expect(stored?.ingestedAt).toBe(new Date(start + 5 * minute).toISOString());
  });

  it('reads each subscription with its own cursor', async () => {
    server.events.push(activity(50, two));
    const { log, report } = await collect({ subscriptions: [one, two] });

    expect(report.streams).toMatchObject([{ stream: one }, { stream: two, added: 1 }]);
    expect(log.cursors.size).toBe(2);
  });

  it('asks for one resource group if the settings name it', async () => {
    const { log } = await collect({ resource_group: 'shop' });

    expect(log.ids()).toEqual(ids(10).filter((_, i) => i % 2 === 0));
  });

  it('leaves out service health, policy evaluations and reads', async () => {
    server.events = [
      activity(1, one, { category: { value: 'ServiceHealth' } }),
      activity(2, one, {
        operationName: { value: 'Microsoft.Storage/storageAccounts/listKeys/action' },
      }),
      activity(3),
    ];
    const { report } = await collect();

    expect(report.streams).toMatchObject([{ read: 3, added: 1 }]);
  });

  it('waits as long as Azure asks for', async () => {
    const body = JSON.stringify({ error: { code: 'TooManyRequests', message: 'later' } });
    server.faults.push({ status: 429, headers: { 'retry-after': '17' }, body });
    const { log, timer } = await collect();

    expect(log.ids()).toEqual(ids(10));
    expect(timer.slept).toContain(17_000);
  });

  it('resumes from the last page that was stored', async () => {
    const body = JSON.stringify({ error: { code: 'AuthorizationFailed', message: 'no' } });
    server.onCall = (number) => {
      if (number === 2) server.faults.push({ status: 403, body });
    };
    const log = new MemoryLog();
    const { report } = await collect({}, log);
    expect(report.streams).toMatchObject([{ added: 6, failed: { code: 'collect-denied' } }]);
    const { report: again } = await collect({}, log);

    expect(again.streams).toMatchObject([{ added: 4 }]);
    expect(server.calls[3]?.url.searchParams.get('$skiptoken')).toBe('6');
  });

  it('does not send its token to another host', async () => {
    server.host = 'http://127.0.0.2:1';
    const { report } = await collect();

    expect(report.streams).toMatchObject([{ added: 3, failed: { code: 'collect-other' } }]);
    expect(report.streams[0]?.failed?.message).toContain('another host');
  });

  it('quotes why Azure refused the request', async () => {
    server.faults.push({
      status: 400,
      body: JSON.stringify({ error: { code: 'BadRequest', message: 'The filter is bad.' } }),
    });
    const { report } = await collect();

    expect(report.streams[0]?.failed?.message).toContain('BadRequest, The filter is bad.');
  });
});
