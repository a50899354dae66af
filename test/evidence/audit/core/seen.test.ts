import { describe, expect, it } from 'vitest';
import { record } from '../cloudtrail/records.ts';
import { isBalanced } from '../gather.ts';
import { read } from '../read.ts';

const other = '444455556666';

function log(...records: readonly unknown[]): string {
  return JSON.stringify({ Records: records });
}

describe('repeated events', () => {
  it('count as one event, however often and in whatever form they come', async () => {
    const one = record();
    const result = await read({
      'a.json': log(one),
      'b.json': JSON.stringify(one, null, 2),
      'c.json': JSON.stringify({ Events: [{ CloudTrailEvent: JSON.stringify(one) }] }),
    });

    expect(result.events).toHaveLength(1);
    expect(result.duplicates.map(({ event, of }) => [event.place.file, of])).toEqual([
      ['b.json', one['eventID']],
      ['c.json', one['eventID']],
    ]);
    expect(result.counts).toMatchObject({ read: 3, kept: 1, dropped: { duplicate: 2 } });
  });

  it('are not different calls with the same id, as in logs with masked ids', async () => {
    const result = await read(
      log(
        record({ eventID: 'XXX' }),
        record({ eventID: 'XXX', eventName: 'StartInstances' }),
        record({ eventID: 'XXX', eventName: 'StartInstances' }),
      ),
    );

    expect(result.events.map(({ operation }) => operation)).toEqual([
      'StopInstances',
      'StartInstances',
    ]);
    expect(new Set(result.events.map(({ id }) => id)).size).toBe(2);
    expect(result.counts.dropped).toEqual({ duplicate: 1 });
  });

  it('include the same call in two accounts', async () => {
    const result = await read(
      log(
        record({ eventID: 'e-1', sharedEventID: 's-1' }),
        record({ eventID: 'e-2', sharedEventID: 's-1', recipientAccountId: other }),
        record({ eventID: 'e-3', sharedEventID: 's-2', recipientAccountId: other }),
      ),
    );

    expect(result.events.map(({ id }) => id)).toEqual(['e-1', 'e-3']);
    expect(result.duplicates.map(({ event, of }) => [event.id, of])).toEqual([['e-2', 's-1']]);
  });

  it('do not include several events of one call in one account', async () => {
    const result = await read(
      log(
        record({ eventID: 'e-1', sharedEventID: 's-1' }),
        record({ eventID: 'e-2', sharedEventID: 's-1' }),
      ),
    );

    expect(result.events).toHaveLength(2);
  });
});

describe('corrections', () => {
  const first = record({ eventID: 'e-1' });
  const correction = record({
    eventID: 'e-2',
    addendum: {
      reason: 'UPDATED_DATA',
      updatedFields: 'requestParameters',
      originalEventID: 'e-1',
    },
    requestParameters: { corrected: true },
  });
  const again = record({
    ...correction,
    eventID: 'e-3',
    requestParameters: { corrected: 'twice' },
  });

  it.each<[string, readonly unknown[], string]>([
    ['after the event', [first, correction], 'e-2'],
    ['before the event', [correction, first], 'e-2'],
    ['twice', [first, correction, again], 'e-3'],
    ['twice, around the event', [correction, first, again], 'e-3'],
  ])('replace the event: %s', async (_, records, id) => {
    const result = await read(log(...records));

    expect(result.events.map((event) => event.id)).toEqual([id]);
    expect(result.counts.kept).toBe(1);
    expect(result.counts.dropped).toEqual({ corrected: records.length - 1 });
    expect(result.duplicates).toHaveLength(records.length - 1);
    expect(isBalanced(result)).toBe(true);
  });

  it('leave the count of failures unchanged if the event failed', async () => {
    const result = await read(log({ ...first, errorCode: 'AccessDenied' }, correction));

    expect(result.events.map(({ id }) => id)).toEqual(['e-2']);
    expect(result.counts).toMatchObject({ kept: 1, dropped: { failed: 1 } });
    expect(isBalanced(result)).toBe(true);
  });

  it('do not remove an event that names itself', async () => {
    const self = record({ eventID: 'e-1', addendum: { originalEventID: 'e-1' } });

    expect((await read(log(self))).events).toHaveLength(1);
  });
});
