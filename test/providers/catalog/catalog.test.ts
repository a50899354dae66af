import { describe, expect, it } from 'vitest';
import { dottedPath } from '../../../src/model/path.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { hasType, pathProblem } from './schema.ts';

describe('the catalog', () => {
  it('has one entry for each operation', () => {
    expect(createCatalog(awsEntries).entries).toHaveLength(awsEntries.length);
  });

  it('names types that the provider has', () => {
    const types = new Set(awsEntries.flatMap((entry) => entry.types));

    expect([...types].filter((type) => !hasType(type)).sort()).toEqual([]);
  });

  it('names paths that the provider has', () => {
    const problems = awsEntries.flatMap(({ types: [type = ''], paths = [] }) =>
      paths.map((path) => pathProblem(type, dottedPath(path))).filter((problem) => problem),
    );

    expect([...new Set(problems)]).toEqual([]);
  });
});
