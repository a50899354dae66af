import { describe, expect, it } from 'vitest';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { awsDerivedRules } from '../../../src/providers/derived/beyond.ts';
import { hasType } from '../../providers/catalog/schema.ts';
import { mutators } from './table.ts';

const catalog = createCatalog(awsEntries, awsDerivedRules());

describe('the table of mutators', () => {
  it('has at least 150 mutators, for at least 80 types', () => {
    expect(mutators.length).toBeGreaterThanOrEqual(150);
    expect(new Set(mutators.map(({ type }) => type)).size).toBeGreaterThanOrEqual(80);
  });

  it('gives every mutator a name of its own', () => {
    const names = mutators.map(({ name }) => name);

    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(mutators)('$name: has a known type and makes known calls', ({ type, calls }) => {
    const unknown = calls.filter((call) => {
      const [service, operation] = call.split(' ');
      return !catalog.knows(`${service}.amazonaws.com`, operation ?? '');
    });

    expect(hasType(type)).toBe(true);
    expect(unknown).toEqual([]);
  });
});
