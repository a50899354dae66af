import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json, type JsonObject } from '../../../src/model/json.ts';
import { end, start, record as step } from './azure/records.ts';
import { record as call } from './cloudtrail/records.ts';
import { type GatheredAudit, isBalanced } from './gather.ts';
import { entry } from './gcp/entries.ts';
import { record as request } from './kubernetes/records.ts';
import { read } from './read.ts';

const at = (second: number): string => `2026-03-01T10:00:0${second}.5Z`;
const operation = (id: string, ends: JsonObject): JsonObject => ({
  operation: { id, producer: 'compute.googleapis.com', ...ends },
});

/** Calls logged once, logged by two accounts, or corrected. */
const trail: readonly JsonObject[] = [
  call({ eventID: 'a', eventName: 'StopInstances' }),
  call({ eventID: 'b', eventName: 'CreateGrant', sharedEventID: 's', recipientAccountId: '1' }),
  call({ eventID: 'c', eventName: 'CreateGrant', sharedEventID: 's', recipientAccountId: '2' }),
  call({ eventID: 'd', eventName: 'PutKeyPolicy' }),
  call({ eventID: 'e', eventName: 'PutKeyPolicy', addendum: { originalEventID: 'd' } }),
  call({ eventID: 'f', eventName: 'PutKeyPolicy', addendum: { originalEventID: 'd' } }),
  call({ eventID: 'g', eventName: 'DeleteBucket', errorCode: 'AccessDenied' }),
  call({ eventID: 'h', eventName: 'DescribeInstances', readOnly: true }),
];

const activity: readonly JsonObject[] = [
  step('rest', start),
  step('rest', end),
  step('diagnostic', start, { correlationId: 'x' }),
  step('diagnostic', end, { correlationId: 'x' }),
  step('rest', { ...start, id: 'open' }, { correlationId: 'y' }),
];

const logging: readonly JsonObject[] = [
  entry(),
  entry({}, { insertId: 'first', timestamp: at(1), ...operation('o', { first: true }) }),
  entry({}, { insertId: 'middle', timestamp: at(2), ...operation('o', {}) }),
  entry({}, { insertId: 'last', timestamp: at(3), ...operation('o', { last: true }) }),
  entry({}, { insertId: 'alone', timestamp: at(4), ...operation('p', { first: true }) }),
];

const requests: readonly JsonObject[] = [
  request({ auditID: 'k1' }),
  request({ auditID: 'k1', stage: 'RequestReceived' }),
  request({ auditID: 'k2', verb: 'delete' }),
];

const everything = [...trail, ...activity, ...logging, ...requests];

/** The records in one file or in several, as lines or in envelopes. */
function files(records: readonly JsonObject[], cuts: readonly number[]): Record<string, string> {
  const bounds = [...cuts.map((cut) => cut % (records.length + 1)), 0, records.length];
  const sorted = [...new Set(bounds)].sort((a, b) => a - b);
  const pieces = sorted.slice(1).map((to, i) => records.slice(sorted[i], to));
  return Object.fromEntries(
    pieces.map((piece, i) => {
      const forms: readonly (() => string)[] = [
        () => piece.map((each) => JSON.stringify(each)).join('\n'),
        () => JSON.stringify(piece, null, 1),
        () => JSON.stringify({ records: piece }),
        () => JSON.stringify([{ Records: piece }]),
        () => JSON.stringify({ events: piece.map((each) => ({ message: JSON.stringify(each) })) }),
      ];
      return [`${i}.json`, forms[i % forms.length]?.() ?? ''];
    }),
  );
}

/** The events without place and digest, which depend on the form of the log. */
function facts({ events }: GatheredAudit): readonly string[] {
  return events.map(factOf).sort();
}

function factOf({ place: _, digest: _digest, details, ...rest }: GatheredAudit['events'][number]) {
  const { entries: _entries, ...kept } = details;
  return canonicalJson({ ...rest, details: kept } as unknown as Json);
}

describe('records of four clouds in one reading', () => {
  it('are told apart one by one', async () => {
    const result = await read(everything.map((each) => JSON.stringify(each)).join('\n'));
    const clouds = result.events.map(({ cloud }) => cloud);

    expect(result.problems).toEqual([]);
    expect([...new Set(clouds)].sort()).toEqual(['aws', 'azure', 'gcp', 'kubernetes']);
    expect(result.unfinished.map(({ cloud }) => cloud).sort()).toEqual(['azure', 'gcp']);
    expect(result.counts).toMatchObject({ read: 21, kept: 9 });
    expect(isBalanced(result)).toBe(true);
  });

  it('give the same events in any order, however often they come', async () => {
    const baseline = await read(everything.map((each) => JSON.stringify(each)).join('\n'));
    const expected = facts(baseline);
    const order = fc.shuffledSubarray(everything, { minLength: everything.length });

    await fc.assert(
      fc.asyncProperty(
        order,
        fc.shuffledSubarray(everything),
        fc.array(fc.nat(), { maxLength: 6 }),
        async (all, again, cuts) => {
          const result = await read(files([...all, ...again], cuts));

          expect(facts(result)).toEqual(expected);
          expect(result.unfinished.map(factOf).sort()).toEqual(
            baseline.unfinished.map(factOf).sort(),
          );
          expect(result.counts.kept).toBe(baseline.counts.kept);
          expect(isBalanced(result)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lose no call to another with the same id, which Kubernetes callers can choose', async () => {
    const forged = request({ auditID: 'a', stageTimestamp: '2026-03-01T10:00:00Z' });
    for (const order of [trail.concat(forged), [forged, ...trail]]) {
      const { events } = await read(JSON.stringify(order));
      const named = events.filter(({ id }) => id.split('~')[0] === 'a');

      expect(named.map(({ cloud }) => cloud).sort()).toEqual(['aws', 'kubernetes']);
      expect(new Set(named.map(({ id }) => id)).size).toBe(2);
    }
  });
});
