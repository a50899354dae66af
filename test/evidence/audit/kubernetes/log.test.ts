import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { lines, readLog, record } from './records.ts';

const text = JSON.stringify(record());
const message = (over: JsonObject = {}): JsonObject => ({
  id: '1',
  timestamp: 1,
  message: text,
  ...over,
});

const whole = record();

/** The same request as a row of `AKSAudit` in Log Analytics. */
const row: JsonObject = {
  TimeGenerated: '2026-03-01 10:00:04.38',
  Level: whole['level'] ?? null,
  AuditId: whole['auditID'] ?? null,
  Stage: whole['stage'] ?? null,
  RequestUri: whole['requestURI'] ?? null,
  Verb: whole['verb'] ?? null,
  User: whole['user'] ?? null,
  SourceIps: whole['sourceIPs'] ?? null,
  UserAgent: whole['userAgent'] ?? null,
  ObjectRef: whole['objectRef'] ?? null,
  ResponseStatus: whole['responseStatus'] ?? null,
  RequestObject: whole['requestObject'] ?? null,
  ResponseObject: whole['responseObject'] ?? null,
  Type: 'AKSAudit',
  _ResourceId: '/subscriptions/1/C',
};

function names(object: JsonObject): readonly JsonObject[] {
  return Object.keys(object).map((name) => ({ name, type: 'dynamic' }));
}

function asTexts(object: JsonObject): JsonObject {
  const text = (value: Json): string =>
    value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, text(value)]));
}

function csv(object: JsonObject): string {
  const quoted = (text: Json): string => `"${String(text).replaceAll('"', '""')}"`;
  const columns = Object.keys(object).join(',');
  return `${columns}\n${Object.values(object).map(quoted).join(',')}\n`;
}

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
      'rows of AKSAudit',
      JSON.stringify({ tables: [{ columns: names(row), rows: [Object.values(row)] }] }),
      '/subscriptions/1/c',
    ],
    ['rows of AKSAudit with columns as texts', lines(asTexts(row)), '/subscriptions/1/c'],
    ['an export of AKSAudit', csv(asTexts(row)), '/subscriptions/1/c'],
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

  it.each([
    ['2026-03-01T10:00:04.38Z', '2026-03-01T10:00:04.380000Z'],
    ['2026-03-01 10:00:04.38', '2026-03-01T10:00:04.380000Z'],
    ['2026-03-01 12:00:04+02:00', '2026-03-01T10:00:04.000000Z'],
  ])('may have times as exports write them: %s', async (stageTimestamp, time) => {
    const { events, problems } = await readLog(lines(record({ stageTimestamp })));
    expect(problems).toEqual([]);
    expect(events.map((one) => one.time)).toEqual([time]);
  });

  it('is the same request in a row and in an event', async () => {
    const stageTimestamp = '2026-03-01T10:00:04.38Z';
    const said = await readLog(lines(record({ stageTimestamp })));
    for (const form of [row, asTexts(row)]) {
      const reported = await readLog(lines(form));
      const [one] = reported.events;
      expect(reported.problems).toEqual([]);
      expect(one).toMatchObject({
        id: said.events[0]?.id,
        time: said.events[0]?.time,
        request: said.events[0]?.request,
        caller: said.events[0]?.caller,
        outcome: said.events[0]?.outcome,
      });
    }
  });

  it('counts each request once', async () => {
    const stages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'ResponseComplete'];
    const result = await readLog(lines(...stages.map((stage) => record({ stage }))));
    expect(result.duplicates.map(({ of }) => of)).toEqual(['5d3c4f4e-0001']);
    expect(result.counts).toMatchObject({ read: 4, kept: 1, dropped: { duplicate: 1, stage: 2 } });
  });

  it('loses no request whose id the caller copied from another', async () => {
    const other = record({ stageTimestamp: '2026-03-01T10:00:01Z', verb: 'delete' });
    const { events } = await readLog(lines(record(), other));
    expect(events.map((one) => one.operation)).toEqual(['patch deployments', 'delete deployments']);
    expect(new Set(events.map((one) => one.id)).size).toBe(2);
  });

  it('reports what it cannot read, and where, and continues', async () => {
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

  it('is safe from hostile names', async () => {
    const hostile = text.replace('"spec":', '"__proto__":{"x":1},"constructor":');
    const { events } = await readLog(hostile);
    expect(events).toHaveLength(1);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
