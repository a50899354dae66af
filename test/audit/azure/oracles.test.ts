import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAzure } from '../../../src/audit/azure/read.ts';
import type { AzureCounts, AzureReading } from '../../../src/audit/azure/types.ts';
import type { Json } from '../../../src/model/json.ts';
import { isBalanced } from './records.ts';

const root = process.env['PARLEY_ORACLES'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('oracles');

function folder(): string {
  if (root === undefined) throw new Error('Set PARLEY_ORACLES to the folder of the oracles.');
  return join(root, 'audit', 'azure');
}

function readOracle(file: string): AzureReading {
  const lines = readFileSync(join(folder(), `${file}.jsonl`), 'utf8').split('\n');
  return readAzure(
    lines
      .filter((line) => line.trim() !== '')
      .map((line, record) => ({
        value: JSON.parse(line) as Json,
        digest: createHash('sha256').update(line).digest('hex'),
        place: { file, record },
      })),
  );
}

const files: readonly (readonly [file: string, counts: AzureCounts, pending: number])[] = [
  ['Azure__azure-xplat-cli', { read: 273, kept: 139, dropped: { folded: 134 } }, 0],
  ['SumoLogic__sumologic-azure-function', { read: 1, kept: 0, dropped: { pending: 1 } }, 1],
];

describe.skipIf(root === undefined && !required)('records of real logs', () => {
  it('are all expected', () => {
    const found = readdirSync(folder()).filter((file) => file.endsWith('.jsonl'));
    expect(found.sort()).toEqual(files.map(([file]) => `${file}.jsonl`));
  });

  it.each(files)('%s: every record is part of a call', (file, counts, pending) => {
    const reading = readOracle(file);

    expect(reading.counts).toEqual(counts);
    expect(reading.problems).toEqual([]);
    expect(reading.pending).toHaveLength(pending);
    expect(isBalanced(reading)).toBe(true);
    const steps = [...reading.calls, ...reading.pending].flatMap((each) => each.steps);
    expect(steps).toHaveLength(counts.read);
    expect(new Set(steps.map(({ place }) => place.record)).size).toBe(counts.read);
  });

  it('give calls in one shape, in order of time', () => {
    const { calls } = readOracle('Azure__azure-xplat-cli');
    for (const { event } of calls) {
      expect(event.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(event.service).toMatch(/^microsoft\.[a-z]+$/);
      expect(event.id).toMatch(/^[0-9a-f-]{32,36}$/);
      expect(event.request['resourceId']).toMatch(/^\/subscriptions\/[0-9a-f-]{36}\/[^A-Z]+$/);
    }
    const times = calls.map(({ event }) => event.time);
    expect(times).toEqual(times.toSorted());
    expect(new Set(calls.map(({ event }) => event.id)).size).toBe(calls.length);
  });

  it('keep the bodies of the very records', () => {
    const file = 'Azure__azure-xplat-cli';
    const lines = readFileSync(join(folder(), `${file}.jsonl`), 'utf8').split('\n');
    const body = (index: number | undefined, name: string): Json | undefined => {
      const record = JSON.parse(lines[index ?? -1] ?? '{}') as {
        readonly properties?: Readonly<Record<string, string>>;
      };
      const text = record.properties?.[name];
      return text === undefined ? undefined : (JSON.parse(text) as Json);
    };
    for (const { event, steps } of readOracle(file).calls) {
      const [first, last] = [steps[0]?.place.record, steps.at(-1)?.place.record];

      expect(event.place.record).toBe(last);
      expect(event.request['body']).toEqual(body(first, 'requestbody'));
      expect(event.response['body']).toEqual(body(last, 'responseBody'));
    }
  });

  it('give what was asked, what came of it, and who called', () => {
    const events = readOracle('Azure__azure-xplat-cli').calls.map(({ event }) => event);
    const count = (matches: (event: (typeof events)[number]) => boolean): number =>
      events.filter(matches).length;

    expect(count(({ operation }) => operation.endsWith('/write'))).toBe(69);
    expect(count(({ request }) => Object.hasOwn(request, 'body'))).toBe(69);
    expect(count(({ response }) => Object.hasOwn(response, 'body'))).toBe(64);
    expect(count(({ omitted }) => omitted.length > 0)).toBe(0);
    expect(count(({ caller }) => caller.type === 'User')).toBe(100);
    expect(count(({ caller }) => caller.type === 'ServicePrincipal')).toBe(34);
    expect(count(({ caller }) => caller.type === 'AzureService')).toBe(5);
  });
});
