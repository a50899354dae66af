import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AzureShape } from '../../../src/audit/azure/types.ts';
import type { Json } from '../../../src/model/json.ts';
import { end, isBalanced, read, record, start } from './records.ts';

const shapes: readonly AzureShape[] = ['rest', 'diagnostic', 'log-analytics', 'event-grid'];
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);

/** A good record, of which any member may be replaced by anything. */
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
  it('is counted, and what is refused is said', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(json, damaged), { maxLength: 8 }), (values) => {
        const reading = read(...values);
        const { invalid = 0, 'not-azure': foreign = 0 } = reading.counts.dropped;

        expect(isBalanced(reading)).toBe(true);
        expect(reading.problems).toHaveLength(invalid + foreign);
        const steps = [...reading.calls, ...reading.pending].flatMap((call) => call.steps);
        const { folded = 0, pending = 0 } = reading.counts.dropped;
        const { 'dry-run': trials = 0, failed = 0 } = reading.counts.dropped;
        expect(steps).toHaveLength(reading.counts.kept + failed + trials + folded + pending);
      }),
    );
  });

  it('gives the same calls in any order', () => {
    const steps = [1, 2, 3].flatMap((n) => {
      const parts = { resourceId: `/subscriptions/s/resourceGroups/g${n}` };
      return [
        record('rest', { ...start, id: `s${n}` }, parts),
        record('rest', { ...end, id: `e${n}` }, parts),
      ];
    });
    const facts = (values: readonly Json[]) =>
      read(...values).calls.map(({ event: { place: _, ...event } }) => event);

    fc.assert(
      fc.property(fc.shuffledSubarray(steps, { minLength: steps.length }), (shuffled) => {
        expect(facts(shuffled)).toEqual(facts(steps));
      }),
    );
  });
});
