import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FileContent } from '../files/memory.ts';
import { isBalanced } from '../gather.ts';
import { read } from '../read.ts';
import { records } from './records.ts';

const three = records(3);
const ids = three.map(({ eventID }) => eventID);
const lines = three.map((each) => JSON.stringify(each));
const log = JSON.stringify({ Records: three });

const page = {
  Events: three.map((each) => ({
    EventId: each['eventID'],
    EventName: each['eventName'],
    ReadOnly: 'false',
    EventTime: 1_772_359_200,
    Username: 'alice',
    Resources: [{ ResourceType: 'AWS::EC2::Instance', ResourceName: 'i-0abc' }],
    CloudTrailEvent: JSON.stringify(each),
  })),
  NextToken: 'x',
};

const envelopes = three.map((detail) => ({
  version: '0',
  id: '7bf73129-1428-4cd3-a780-95db273d1602',
  'detail-type': 'AWS API Call via CloudTrail',
  source: 'aws.ec2',
  account: '111122223333',
  time: '2026-03-01T10:00:05Z',
  region: 'eu-central-1',
  resources: [],
  detail,
}));

describe('formats', () => {
  it.each<[string, FileContent, number]>([
    ['a log file', log, 3],
    ['a log file, printed for people', JSON.stringify({ Records: three }, null, 2), 3],
    ['a log file with a byte order mark', `\uFEFF${log}`, 3],
    ['a log file after blank lines', `\n\n  ${log}\n`, 3],
    ['gzip', gzipSync(log), 3],
    [
      'gzip of several members',
      Buffer.concat([gzipSync(log.slice(0, 99)), gzipSync(log.slice(99))]),
      3,
    ],
    ['gzip in chunks of one byte', [...gzipSync(log)].map((byte) => Uint8Array.of(byte)), 3],
    ['gzip with a byte order mark inside', gzipSync(`\uFEFF${log}`), 3],
    ['lines', `${lines.join('\n')}\n`, 3],
    ['lines with CRLF, blank ones, no line break at the end', lines.join('\r\n\r\n'), 3],
    ['gzip of lines', gzipSync(lines.join('\n')), 3],
    ['a page of LookupEvents', JSON.stringify(page), 3],
    ['a page of LookupEvents, printed for people', JSON.stringify(page, null, 4), 3],
    [
      'pages of LookupEvents, one a line',
      `${JSON.stringify({ ...page, Events: page.Events.slice(0, 2) })}\n${JSON.stringify({ ...page, Events: page.Events.slice(2) })}`,
      3,
    ],
    ['an array of events of LookupEvents', JSON.stringify(page.Events), 3],
    ['an event of EventBridge', JSON.stringify(envelopes[0]), 1],
    ['an event of EventBridge, printed for people', JSON.stringify(envelopes[0], null, 2), 1],
    ['an array of events of EventBridge', JSON.stringify(envelopes), 3],
    [
      'events of EventBridge, one a line',
      envelopes.map((each) => JSON.stringify(each)).join('\n'),
      3,
    ],
    ['one record', lines[0] ?? '', 1],
    ['one record, printed for people', JSON.stringify(three[0], null, 2), 1],
    ['an array of records', JSON.stringify(three), 3],
    ['log files in an array', JSON.stringify([{ Records: three }]), 3],
    ['log files, one a line', `${log}\n{"Records":[]}\n`, 3],
  ])('%s', async (_, content, count) => {
    const result = await read({ 'some.file': content });

    expect(result.problems).toEqual([]);
    expect(result.events.map(({ id }) => id)).toEqual(ids.slice(0, count));
    expect(result.counts).toMatchObject({ files: 1, read: count, kept: count });
    expect(isBalanced(result)).toBe(true);
  });

  it('have the same digest for a record, and give its place', async () => {
    const [fromLog] = (await read({ 'a.json': log })).events;
    const [fromLines] = (await read({ 'b.txt': lines.join('\n') })).events;
    const fromPage = (await read({ 'c.json': JSON.stringify(page) })).events;

    expect(fromLog?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(fromLines?.digest).toBe(fromLog?.digest);
    expect(fromPage[0]?.digest).toBe(fromLog?.digest);
    expect(fromPage[2]?.place).toEqual({ file: 'c.json', record: 2 });
  });

  it.each([
    ['EC2 Instance State-change Notification', { 'instance-id': 'i-0abc', state: 'stopped' }],
    ['Scheduled Event', {}],
  ])('drop the EventBridge event %s', async (detailType, detail) => {
    const event = { ...envelopes[0], 'detail-type': detailType, detail };
    const result = await read(JSON.stringify([event, envelopes[1]]));

    expect(result.counts.dropped).toEqual({ 'other-event': 1 });
    expect(result.events).toHaveLength(1);
    expect(result.problems).toEqual([]);
  });
});
