import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../cases.ts';
import { choices, generate } from './grammar.ts';
import { before, isStructural, otherValue, reach } from './reach.ts';

describe('any nesting of expressions', () => {
  it('gives exactly the wanted value, or a refusal with a place', () => {
    const tally = { all: 0, reached: 0 };
    fc.assert(
      fc.property(choices, fc.string({ maxLength: 8 }), (made, text) => {
        const outcome = reach(generate(made, before), text);
        tally.all += 1;
        if (outcome.site !== undefined) tally.reached += 1;
      }),
      { numRuns: 250 },
    );
    expect(tally.reached).toBe(tally.all);
  });

  it('finds the place that a person would have edited', () => {
    const tally = { all: 0, structural: 0 };
    fc.assert(
      fc.property(choices, (made) => {
        const alone = { ...made, shared: false };
        const want = otherValue(alone);
        fc.pre(want !== undefined);
        const outcome = reach(generate(alone, before), want ?? null);
        tally.all += 1;
        if (isStructural(outcome)) tally.structural += 1;
      }),
      { numRuns: cases(400) },
    );
    expect(tally.structural / tally.all).toBeGreaterThan(0.95);
  });
});
