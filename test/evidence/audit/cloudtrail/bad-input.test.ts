import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../../src/model/result.ts';
import { formatProblem } from '../../../../src/model/result.ts';
import { cases } from '../../../cases.ts';
import { type FileContent, SystemError } from '../files/memory.ts';
import { isBalanced } from '../gather.ts';
import { read } from '../read.ts';
import { record, records } from './records.ts';

const log = JSON.stringify({ Records: records(3) });
const state = JSON.stringify(
  { version: 4, terraform_version: '1.11.4', serial: 1, lineage: 'x', resources: [] },
  null,
  2,
);
const packed = gzipSync(log);
const damaged = Buffer.from(packed);
damaged[20] = (damaged[20] ?? 0) ^ 0xff;

describe('a file that is no log', () => {
  it.each<[string, FileContent, string, Place]>([
    [
      'truncated gzip',
      packed.subarray(0, packed.length - 40),
      'truncated-gzip',
      { file: 'log.json' },
    ],
    ['gzip cut in its header', packed.subarray(0, 5), 'truncated-gzip', { file: 'log.json' }],
    ['damaged gzip', damaged, 'corrupt-gzip', { file: 'log.json' }],
    ['gzip in gzip', gzipSync(packed), 'not-json', { file: 'log.json' }],
    ['gzip of nothing', gzipSync(''), 'empty-file', { file: 'log.json' }],
    ['an empty file', '', 'empty-file', { file: 'log.json' }],
    ['white space', ' \n\n ', 'empty-file', { file: 'log.json' }],
    ['a binary file', Uint8Array.from([1, 2, 0, 255]), 'binary-file', { file: 'log.json' }],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004xxxx'), 'binary-file', { file: 'log.json' }],
    ['UTF-16', Buffer.from(`\uFEFF${log}`, 'utf16le'), 'binary-file', { file: 'log.json' }],
    ['text', 'eventName,eventTime\nStopInstances,now\n', 'not-json', { file: 'log.json' }],
    [
      'HCL',
      `resource "aws_instance" "web" {
}
`,
      'not-json',
      { file: 'log.json' },
    ],
    ['a Terraform state', state, 'not-audit', { file: 'log.json', record: 0 }],
    ['an empty object', '{}', 'not-audit', { file: 'log.json', record: 0 }],
    ['broken JSON', '{"Records": nonsense}', 'record-json', { file: 'log.json', record: 0 }],
    ['JSON cut in a record', log.slice(0, 900), 'truncated-json', { file: 'log.json', record: 1 }],
    ['JSON cut between records', log.slice(0, -2), 'truncated-json', { file: 'log.json' }],
    [
      'a read error',
      [log.slice(0, 50), new SystemError('EIO')],
      'path-unreadable',
      { file: 'log.json' },
    ],
    ['no permission', [new SystemError('EACCES')], 'path-unreadable', { file: 'log.json' }],
    [
      'records of another version only',
      JSON.stringify(record({ eventVersion: '2.0' })),
      'record-version',
      { file: 'log.json', record: 0 },
    ],
    [
      'a record without a region only',
      JSON.stringify(record({ awsRegion: undefined })),
      'record-region',
      { file: 'log.json', record: 0 },
    ],
  ])('%s', async (_, content, code, place) => {
    const result = await read(content);

    expect(result.fatal.map((problem) => [problem.code, problem.place])).toEqual([[code, place]]);
    expect(formatProblem(result.fatal[0] ?? { code: '', message: '' })).toMatch(
      /^log\.json.*: .*\.$/,
    );
    expect(isBalanced(result)).toBe(true);
  });

  it('says what the file appears to be, and what to do', async () => {
    const [problem] = (await read(state)).fatal;

    expect(problem?.message).toBe('This is a Terraform state, not an audit record.');
    expect(problem?.hint).toMatch(/^Give audit logs of AWS/);
  });

  it('reports a path that does not exist, and reads the others', async () => {
    const result = await read({ 'log.json': log }, { paths: ['gone', 'log.json'] });

    expect(result.fatal).toMatchObject([{ code: 'path-not-found', place: { file: 'gone' } }]);
    expect(result.events).toHaveLength(3);
  });

  it('accepts a log without records', async () => {
    const result = await read('{"Records":[]}');

    expect(result.fatal).toEqual([]);
    expect(result.problems).toMatchObject([{ code: 'no-records', place: { file: 'log.json' } }]);
    expect(result.counts).toMatchObject({ files: 1, read: 0 });
  });
});

describe('one bad record among good ones', () => {
  const [a, b] = records(2).map((each) => JSON.stringify(each));
  const bad: readonly (readonly [string, string, string])[] = [
    ['is not an object', '17', 'record-not-an-object'],
    ['is another kind of JSON', '{"x":1}', 'not-audit'],
    ['has a bad escape', '{"eventVersion":"1.08","x":"\\q"}', 'record-json'],
    ['lacks a comma', '{"eventVersion":"1.08" "x":1}', 'record-broken'],
    ['lacks a brace', '{"eventVersion":"1.08","x":{"y":1}', 'record-broken'],
    ['lacks a quote', '{"eventVersion":"1.08,"x":1}', 'record-broken'],
    ['is of another version', JSON.stringify(record({ eventVersion: '2.1' })), 'record-version'],
    ['has no event name', JSON.stringify(record({ eventName: undefined })), 'record-operation'],
    [
      'has an impossible event name',
      JSON.stringify(record({ eventName: 'a b\n' })),
      'record-operation',
    ],
    ['has no source', JSON.stringify(record({ eventSource: '' })), 'record-service'],
    [
      'has a region of another shape',
      JSON.stringify(record({ awsRegion: 'XXX' })),
      'record-region',
    ],
    ['has no time', JSON.stringify(record({ eventTime: undefined })), 'record-time'],
    ['has an impossible time', JSON.stringify(record({ eventTime: 'yesterday' })), 'record-time'],
    [
      'has its time as a number',
      JSON.stringify(record({ eventTime: 1_772_359_200 })),
      'record-time',
    ],
    [
      'is nested too deep',
      `{"eventVersion":"1.08","x":${'['.repeat(500)}${']'.repeat(500)}}`,
      'record-too-deep',
    ],
    ['is an event without its record', '{"EventId":"e-1"}', 'record-broken'],
    ['has a record that is not JSON', '{"EventId":"e-1","CloudTrailEvent":"{"}', 'record-broken'],
    ['has a record nested too deep', `{"CloudTrailEvent":"${'['.repeat(500)}"}`, 'record-broken'],
  ];

  it.each(bad)('that %s is reported in a log file, and the rest is read', async (_, text, code) => {
    const result = await read(`{"Records":[${a},${text},${b}]}`);

    expect(result.fatal).toEqual([]);
    expect(result.problems).toMatchObject([{ code, place: { file: 'log.json', record: 1 } }]);
    expect(result.events.map(({ place }) => place.record)).toEqual([0, 2]);
    expect(isBalanced(result)).toBe(true);
  });

  it.each(bad)('that %s is reported among lines, and the rest is read', async (_, text) => {
    const result = await read(`${a}\n${text}\n${b}\n`);

    expect(result.fatal).toEqual([]);
    expect(result.problems).toHaveLength(1);
    expect(result.problems[0]?.place).toEqual({ file: 'log.json', record: 1 });
    expect(result.events).toHaveLength(2);
  });

  it('is also reported when it comes first', async () => {
    const result = await read(`{"Records":[{"x":1},${a}]}`);

    expect(result.fatal).toEqual([]);
    expect(result.problems).toMatchObject([{ code: 'not-audit', place: { record: 0 } }]);
  });

  it('is reported when it has invalid UTF-8', async () => {
    const text = Buffer.from(`[${a},${(b ?? '').replace('alice', 'al\u00ffce')}]`, 'latin1');
    const result = await read(text);

    expect(result.problems).toMatchObject([{ code: 'record-encoding', place: { record: 1 } }]);
    expect(result.events).toHaveLength(1);
  });

  it('is reported when it is too large', async () => {
    const large = JSON.stringify(record({ requestParameters: { x: 'y'.repeat(9_000_000) } }));
    const result = await read(`[${a},${large},${b}]`);

    expect(result.problems).toMatchObject([{ code: 'record-too-large', place: { record: 1 } }]);
    expect(result.events).toHaveLength(2);
  });

  it('is quoted briefly, without control characters', async () => {
    const awsRegion = `\u001b[31m${'x'.repeat(2000)}`;
    const result = await read(`[${a},${JSON.stringify(record({ awsRegion }))}]`);

    expect(result.problems[0]?.message).toMatch(/^The record has an impossible region: \\u\{1b\}/);
    expect(result.problems[0]?.message.length).toBeLessThanOrEqual(300);
  });

  it('does not hide a truncated end', async () => {
    const result = await read(`{"Records":[${a},${b}`);

    expect(result.fatal).toMatchObject([{ code: 'truncated-json' }]);
    expect(result.events).toHaveLength(2);
  });

  it('is only counted after too many others', async () => {
    const result = await read(`[${a},${Array.from({ length: 100 }, () => '1').join(',')}]`, {
      limits: { maxProblems: 5 },
    });

    expect(result.problems).toHaveLength(6);
    expect(result.problems[5]?.message).toBe('95 more records have problems.');
    expect(result.counts).toMatchObject({ read: 101, kept: 1, dropped: { invalid: 100 } });
  });
});

describe('hostile files', () => {
  it('never cause an exception or wrong counts, whatever is changed in a log', async () => {
    const changes = fc.array(
      fc.tuple(fc.nat(log.length), fc.nat(3), fc.uint8Array({ maxLength: 4 })),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (edits, zipped) => {
        let bytes = zipped ? packed : Buffer.from(log);
        for (const [at, length, insert] of edits) {
          bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + length)]);
        }
        const result = await read(bytes);

        expect(isBalanced(result)).toBe(true);
        expect(result.events.length + result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: cases(500) },
    );
  });
});
