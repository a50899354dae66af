import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { lines, readLog, record } from './records.ts';

const text = JSON.stringify(record());
const message = (over: JsonObject = {}): JsonObject => ({
  id: '1',
  timestamp: 1,
  message: text,
  ...over,
});

describe('a log', () => {
  it.each<[form: string, log: string, scope: string]>([
    ['lines', lines(record()), 'prod'],
    [
      'a batch of the webhook',
      JSON.stringify({ kind: 'EventList', items: [record({ apiVersion: null })] }),
      'prod',
    ],
    [
      'a subscription of CloudWatch',
      JSON.stringify({
        messageType: 'DATA_MESSAGE',
        logGroup: '/aws/eks/blue/cluster',
        logEvents: [message()],
      }),
      'blue',
    ],
    ['an export of CloudWatch', JSON.stringify({ events: [message()] }), 'prod'],
    ['results of a query', lines({ '@timestamp': 't', '@message': text }), 'prod'],
    [
      'the diagnostic settings of Azure',
      lines({
        category: 'kube-audit',
        resourceId: '/SUBSCRIPTIONS/1/C',
        properties: { log: text },
      }),
      '/subscriptions/1/c',
    ],
    [
      'a batch of Azure',
      JSON.stringify({ records: [{ category: 'kube-audit-admin', properties: { log: text } }] }),
      'prod',
    ],
  ])('is read as %s', async (_form, log, scope) => {
    const { events, problems, counts } = await readLog(log);
    expect(problems).toEqual([]);
    expect(events.map((one) => [one.scope, one.operation])).toEqual([[scope, 'patch deployments']]);
    expect(counts).toMatchObject({ read: 1, kept: 1, dropped: {} });
  });

  it('counts each request once', async () => {
    const stages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'ResponseComplete'];
    const result = await readLog(lines(...stages.map((stage) => record({ stage }))));
    expect(result.duplicates.map(({ of }) => of)).toEqual(['5d3c4f4e-0001']);
    expect(result.counts).toMatchObject({ read: 4, kept: 1, dropped: { duplicate: 1, stage: 2 } });
  });

  it('loses no request whose id the caller took from another', async () => {
    const other = record({ stageTimestamp: '2026-03-01T10:00:01Z', verb: 'delete' });
    const { events } = await readLog(lines(record(), other));
    expect(events.map((one) => one.operation)).toEqual(['patch deployments', 'delete deployments']);
    expect(new Set(events.map((one) => one.id)).size).toBe(2);
  });

  it('tells what it can not read, and where, and reads on', async () => {
    const log = [
      '{"kind": "Event", "broken": ',
      text,
      lines({ protoPayload: { serviceName: 'k8s.io' } }).trim(),
      lines({ hello: 'world' }).trim(),
      lines(message({ message: '{"kind":"Event","apiVersi' })).trim(),
      lines(message({ message: 'I0301 scheduler started' })).trim(),
      lines({ category: 'kube-scheduler', properties: { log: 'x' } }).trim(),
      lines(record({ auditID: 'b', stage: '\u0007' })).trim(),
    ].join('\n');
    const { events, problems, counts } = await readLog(log);
    expect(events).toHaveLength(1);
    expect(problems.map(({ code, place }) => [code, place?.record])).toEqual([
      ['record-broken', 0],
      ['record-id', 2],
      ['not-audit', 3],
      ['record-broken', 4],
      ['record-stage', 7],
    ]);
    expect(counts).toMatchObject({
      read: 8,
      kept: 1,
      dropped: { invalid: 4, 'not-audit': 1, 'other-log': 2 },
    });
    expect(JSON.stringify(problems)).not.toContain('\u0007');
  });

  it('takes no harm from hostile names', async () => {
    const hostile = text.replace('"spec":', '"__proto__":{"x":1},"constructor":');
    const { events } = await readLog(hostile);
    expect(events).toHaveLength(1);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
