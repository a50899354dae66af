import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type IncidentCall,
  readIncidentCall,
  withIncident,
} from '../../../src/entry/api/incidents.ts';

const now = '2026-03-14T03:00:00Z';
const open: IncidentCall = { id: 'INC-7', status: 'open', environments: ['production'] };

describe('a call from an incident tool', () => {
  it.each([
    ['no JSON', 'hello', /not JSON/],
    ['no id', '{"status":"open"}', /^id: /],
    ['another status', '{"id":"a","status":"acknowledged"}', /^status: /],
    ['a time in words', '{"id":"a","status":"open","at":"now"}', /^at: /],
    ['more than is asked for', '{"id":"a","status":"open","verdict":"accept"}', /verdict/],
  ])('is refused with %s', (_, body, message) => {
    expect(readIncidentCall(body)).toMatchObject({
      ok: false,
      error: expect.stringMatching(message),
    });
  });
});

describe('the list of incidents', () => {
  it('records the start of an incident, and its end', () => {
    const began = withIncident([], open, now);
    const over = withIncident(began, { id: 'INC-7', status: 'closed' }, '2026-03-14T06:00:00Z');

    expect(began).toEqual([{ id: 'INC-7', from: now, environments: ['production'] }]);
    expect(over).toEqual([
      { id: 'INC-7', from: now, to: '2026-03-14T06:00:00Z', environments: ['production'] },
    ]);
  });

  it('prefers the time of the incident to that of the call', () => {
    expect(withIncident([], { ...open, at: '2026-03-14T02:40:00Z' }, now)).toMatchObject([
      { from: '2026-03-14T02:40:00Z' },
    ]);
  });

  it('tells a reopened incident from one that is reported twice', () => {
    const once = withIncident([], open, now);
    const closed = withIncident(once, { id: 'INC-7', status: 'closed' }, now);

    expect(withIncident(once, open, '2026-03-14T04:00:00Z')).toEqual(once);
    expect(withIncident(closed, open, '2026-03-14T04:00:00Z')).toHaveLength(2);
  });

  it('ignores the end of an unknown incident', () => {
    const once = withIncident([], open, now);

    expect(withIncident(once, { id: 'INC-8', status: 'closed' }, now)).toEqual(once);
  });

  it('never changes on a repeated call, and never loses an open incident', () => {
    const call = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      status: fc.constantFrom('open' as const, 'closed' as const),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 20 }), call, (calls, last) => {
        const list = calls.reduce(
          (all, one, index) => withIncident(all, one, new Date(index * 1000).toISOString()),
          withIncident([], { id: 'kept', status: 'open' }, now),
        );
        const once = withIncident(list, last, now);
        expect(withIncident(once, last, now)).toEqual(once);
        expect(once.some(({ id, to }) => id === 'kept' && to === undefined)).toBe(true);
      }),
    );
  });

  it('drops the oldest closed incidents when there are too many', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      id: `i${index}`,
      from: now,
      ...(index === 0 ? {} : { to: now }),
    }));
    const list = withIncident(many, open, now);

    expect(list).toHaveLength(500);
    expect(list.map(({ id }) => id).slice(0, 2)).toEqual(['i0', 'i2']);
  });
});
