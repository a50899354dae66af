import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AzureShape } from '../../../../src/evidence/audit/azure/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { isBalanced } from '../gather.ts';
import { end, read, record, start } from './records.ts';

const shapes: readonly AzureShape[] = ['rest', 'diagnostic', 'log-analytics', 'event-grid'];
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);

/** A valid record in which one member is replaced by an arbitrary value. */
const damaged = fc
  .record({
    shape: fc.constantFrom(...shapes),
    step: fc.constantFrom(start, end),
    pick: fc.nat(),
    value: json,
  })
  .map(({ shape, step, pick, value }): Json => {
    const good = record(shape, step);
    const names = Object.keys(good);
    return { ...good, [names[pick % names.length] ?? '']: value };
  });

describe('any input', () => {
  it('is counted, and what is refused is reported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(json, damaged), { maxLength: 8 }), async (values) => {
        const reading = await read(...values);
        const { kept, dropped } = reading.counts;
        const { 'dry-run': trials = 0, failed = 0, pending = 0 } = dropped;

        expect(isBalanced(reading)).toBe(true);
        expect(reading.events).toHaveLength(kept + failed + trials);
        expect(reading.unfinished.length).toBeLessThanOrEqual(pending);
        if ((dropped.invalid ?? 0) > 0) expect(reading.problems).not.toEqual([]);
      }),
    );
  });

  it('gives the same calls in any order', async () => {
    const steps = [1, 2, 3].flatMap((n) => {
      const parts = { resourceId: `/subscriptions/s/resourceGroups/g${n}` };
      return [
        record('rest', { ...start, id: `s${n}` }, parts),
        record('rest', { ...end, id: `e${n}` }, parts),
      ];
    });
    const facts = async (values: readonly Json[]) =>
      (await read(...values)).events.map(({ place: _, ...event }) => event);
    const expected = await facts(steps);

    expect(expected).toHaveLength(3);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(steps, { minLength: steps.length }),
        async (shuffled) => {
          expect(await facts(shuffled)).toEqual(expected);
        },
      ),
    );
  });
});
