import { describe, expect, it } from 'vitest';
import { assessHarm } from '../../../src/providers/harm/assess-harm.ts';
import { parseNames } from '../../../src/providers/harm/table/parse.ts';
import { factsOf, providers, rows } from './facts.ts';
import { type Sample, samplesOf } from './samples.ts';

/** A type of each provider that has no facts of its own. */
const anyType = { aws: 'aws_any', azurerm: 'azurerm_any', google: 'google_any', kubernetes: 'Any' };

describe.each(providers)('every fact of %s', (provider) => {
  const own = rows.filter((row) => row.provider === provider);

  it('does its harm, and only its own, in the direction it is about', () => {
    const dead = own.flatMap((row) => {
      const facts = factsOf(row.type, [row.wire]);
      const type = row.type === '*' ? anyType[provider] : row.type;
      const [path, , dimension, severity] = row.wire;
      return samplesOf(row).flatMap((sample) => {
        const harm = assessHarm(facts, change(type, sample.before, sample.after));
        const wanted = {
          dimension,
          severity,
          direction: 'weakens',
          field: parseNames(path).join('.'),
        };
        const [first] = harm;
        const isRight =
          harm.length === 1 &&
          Object.entries(wanted).every(([key, value]) => first?.[key as 'field'] === value);
        return isRight ? [] : [say(row.type, row.wire, sample, harm)];
      });
    });
    expect(dead).toEqual([]);
  });

  it('is undone by the reverse change, if one side is good', () => {
    const wrong = own.flatMap((row) => {
      const facts = factsOf(row.type, [row.wire]);
      const type = row.type === '*' ? anyType[provider] : row.type;
      return samplesOf(row)
        .filter(({ reversed }) => reversed !== undefined)
        .flatMap((sample) => {
          const harm = assessHarm(facts, change(type, sample.after, sample.before));
          const isRight = harm.length === 1 && harm[0]?.direction === 'strengthens';
          return isRight ? [] : [say(row.type, row.wire, sample, harm)];
        });
    });
    expect(wrong).toEqual([]);
  });
});

function change(type: string, before: Sample['before'], after: Sample['after']) {
  return { type, ...(before && { before }), ...(after && { after }) };
}

function say(type: string, wire: readonly unknown[], sample: Sample, harm: unknown): string {
  return JSON.stringify([type, wire.slice(0, 4), sample.alternative.kind, sample, harm]);
}
