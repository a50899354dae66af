import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { isBalanced } from '../gather.ts';
import { read } from '../read.ts';
import { entry, lines, logNamed } from './entries.ts';

const id = 'operation-1';
const bare = { '@type': 'type.googleapis.com/compute.firewalls.patch' };

function part(flags: object, payload: object = {}, parts: object = {}): JsonObject {
  const operation = { id, producer: 'compute.googleapis.com', ...flags };
  return entry({ ...payload }, { operation, ...parts });
}

const running = { status: 'RUNNING', name: id };
const begin = part({ first: true }, { response: running });
const middle = part({}, { request: bare }, { insertId: 'mid', timestamp: '2026-03-01T10:00:05Z' });
const later = { insertId: 'end', timestamp: '2026-03-01T10:00:09Z' };
const end = part({ last: true }, { request: bare, authorizationInfo: undefined }, later);
const failure = { code: 3, message: 'Invalid value.' };
const badEnd = part(
  { last: true },
  { request: bare, status: failure },
  { ...later, severity: 'ERROR' },
);

describe('a long-running operation', () => {
  it.each<[string, readonly JsonObject[]]>([
    ['oldest first', [begin, end]],
    ['newest first', [end, begin]],
    ['with progress', [begin, middle, end]],
    ['with progress, shuffled', [middle, end, begin]],
  ])('is one event: %s', async (_, entries) => {
    const result = await read(lines(entries));

    expect(result.events).toMatchObject([
      {
        time: '2026-03-01T10:00:09Z',
        outcome: 'success',
        request: { priority: '900' },
        response: running,
        omitted: [],
        details: { authorizationInfo: [{ granted: true }] },
      },
    ]);
    expect(result.events[0]?.id).toMatch(/^a1b2c3~/);
    expect(result.events[0]?.details['entries']).toHaveLength(entries.length);
    expect(result.counts).toMatchObject({ kept: 1, dropped: { folded: entries.length - 1 } });
    expect(isBalanced(result)).toBe(true);
  });

  it('is one event across several files', async () => {
    const result = await read({ 'a.json': lines([end]), 'b.json': lines([begin]) });

    expect(result.events).toMatchObject([{ place: { file: 'b.json' }, outcome: 'success' }]);
    expect(result.events[0]?.details['entries']).toMatchObject([
      { file: 'b.json', record: 0 },
      { file: 'a.json', record: 0 },
    ]);
  });

  it('has the outcome of its last entry', async () => {
    const result = await read(lines([begin, badEnd]));

    expect(result.events).toMatchObject([
      { outcome: 'failure', errorCode: 'INVALID_ARGUMENT', details: { status: failure } },
    ]);
    expect(result.counts).toMatchObject({ kept: 0, dropped: { failed: 1, folded: 1 } });
  });

  it('without an end is no event yet', async () => {
    const result = await read(lines([begin]));

    expect(result.events).toEqual([]);
    expect(result.unfinished).toMatchObject([{ operation: 'firewalls.patch' }]);
    expect(result.counts).toMatchObject({ kept: 0, dropped: { unfinished: 1 } });
    expect(isBalanced(result)).toBe(true);
  });

  it.each<[string, JsonObject, string]>([
    ['was refused at once', part({ first: true }, { status: failure }), 'failure'],
    ['is done at once', part({ first: true }, { response: { done: true } }), 'success'],
    ['only names it', middle, 'success'],
    ['is first and last', part({ first: true, last: true }), 'success'],
  ])('is a call by itself if the only entry %s', async (_, one, outcome) => {
    const result = await read(lines([one]));

    expect(result.events).toMatchObject([{ outcome }]);
    expect(result.unfinished).toEqual([]);
  });

  it('without a beginning is a change to unknown values', async () => {
    const { events } = await read(lines([end]));

    expect(events).toMatchObject([{ outcome: 'success', omitted: ['request'], request: bare }]);
  });

  it('is not confused with one of the same id elsewhere', async () => {
    const elsewhere = { ...end, logName: logNamed('activity', 'projects/other') };
    const result = await read(lines([begin, elsewhere]));

    expect(result.unfinished).toHaveLength(1);
    expect(result.events).toMatchObject([{ scope: 'other' }]);
  });

  it('gives the same events however often and in whatever order its entries come', async () => {
    const once = await read(lines([begin, end]));
    const some = fc.shuffledSubarray([begin, end, begin, end], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(some, async (entries) => {
        const result = await read(lines(entries));
        expect(result.events.map((event) => event.id)).toEqual(
          once.events.map((event) => event.id),
        );
        expect(result.counts).toMatchObject({ kept: 1, dropped: { duplicate: 2, folded: 1 } });
      }),
      { numRuns: 20 },
    );
  });
});

describe('the form of an export', () => {
  const entries = [entry(), entry({}, { insertId: 'second' })];
  it.each<[string, string | Uint8Array]>([
    ['lines', lines(entries)],
    ['packed lines', gzipSync(lines(entries))],
    ['an array', JSON.stringify(entries, null, 2)],
    ['a page', JSON.stringify({ entries, nextPageToken: 'x' })],
    ['a page with its token first', JSON.stringify({ nextPageToken: 'x', entries })],
    [
      'pages',
      `${JSON.stringify({ entries: [entries[0]] })}\n${JSON.stringify({ entries: [entries[1]] })}`,
    ],
  ])('%s', async (_, content) => {
    const result = await read(content);

    expect(result.problems).toEqual([]);
    expect(result.events.map((event) => event.id.split('~')[0])).toEqual(['a1b2c3', 'second']);
    expect(result.counts).toMatchObject({ files: 1, read: 2, kept: 2 });
  });
});

describe('an entry seen before', () => {
  const log = entry({}, { logName: 'projects/shop-prod/logs/cloudaudit.googleapis.com/activity' });
  const { insertId: first = '', ...rest } = entry();
  it.each<[string, JsonObject, string]>([
    ['the same', entry(), 'duplicate'],
    ['with a decoded log name', log, 'duplicate'],
    ['with its members in another order', { ...rest, insertId: first }, 'duplicate'],
    ['of another time', entry({}, { timestamp: '2026-03-01T10:00:00.5Z' }), 'event'],
    ['of another log', entry({}, { logName: logNamed('activity', 'folders/1') }), 'event'],
    ['of another request, ids being masked', entry({ request: { priority: '1' } }), 'event'],
    ['of another method, ids being masked', entry({ methodName: 'SetIamPolicy' }), 'event'],
  ])('%s', async (_, again, kind) => {
    const { items, ...result } = await read(lines([entry(), again]));

    expect(items.map((item) => item.kind)).toEqual(['event', kind]);
    expect(new Set(result.events.map((event) => event.id)).size).toBe(result.events.length);
    expect(isBalanced(result)).toBe(true);
  });
});

describe('an odd entry', () => {
  it.each<[string, string, string]>([
    ['of no log', JSON.stringify(entry({}, { logName: undefined })), 'record-scope'],
    [
      'of a log without a parent',
      JSON.stringify(entry({}, { logName: logNamed('activity', 'projects/[ID]') })),
      'record-scope',
    ],
    ['without a service', JSON.stringify(entry({ serviceName: undefined })), 'record-service'],
    ['without a method', JSON.stringify(entry({ methodName: '' })), 'record-operation'],
    [
      'with a method of several lines',
      JSON.stringify(entry({ methodName: 'a\nb' })),
      'record-operation',
    ],
    ['without a time', JSON.stringify(entry({}, { timestamp: undefined })), 'record-time'],
    [
      'with a time without a zone',
      JSON.stringify(entry({}, { timestamp: '2026-03-01T10:00:00' })),
      'record-time',
    ],
    [
      'that is a piece',
      JSON.stringify(entry({}, { split: { uid: 'u', index: 0, totalSplits: 2 } })),
      'record-split',
    ],
    ['that is a row of BigQuery', '{"protopayload_auditlog":{},"insertId":"x"}', 'not-audit'],
    ['that is not an object', '17', 'record-json'],
    ['that is broken', '{"insertId":"x" "a":1}', 'record-broken'],
  ])('%s is reported, and the rest is read', async (_, text, code) => {
    const [a, b] = [entry(), entry({}, { insertId: 'b' })].map((each) => JSON.stringify(each));
    const result = await read(`${a}\n${text}\n${b}\n`);

    expect(result.fatal).toEqual([]);
    expect(result.problems).toMatchObject([{ code, place: { file: 'log.json', record: 1 } }]);
    expect(result.events.map(({ place }) => place.record)).toEqual([0, 2]);
    expect(isBalanced(result)).toBe(true);
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'empty-file'],
    ['text', 'hello', 'not-json'],
    ['half an entry', JSON.stringify(entry()).slice(0, 300), 'truncated-json'],
  ])('is not the only reason to refuse a file: %s is fatal', async (_, text, code) => {
    expect((await read(text)).fatal).toMatchObject([{ code, place: { file: 'log.json' } }]);
  });

  it('cannot reach prototypes', async () => {
    const payload = '"protoPayload":{"__proto__":{"evil":1},"methodName":"x.patch"';
    const text = JSON.stringify(entry()).replace('"protoPayload":{', `${payload},`);
    const { events } = await read(text);

    expect(events).toHaveLength(1);
    expect(Object.getPrototypeOf(events[0]?.details)).toBe(Object.prototype);
    expect(Object.hasOwn(events[0]?.details ?? {}, 'evil')).toBe(false);
  });
});
