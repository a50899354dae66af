import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json.ts';
import { dottedPath } from '../../../src/model/path.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';
import type { GoogleEntry } from '../../../src/providers/google/google.ts';
import { blanks } from '../../../src/providers/google/kinds.ts';
import { hasType, pathProblem, schemaProblems } from '../catalog/schema.ts';

/** A value of each kind that is not blank, since null fits anything. */
const samples: Readonly<Record<string, Json>> = {
  ...blanks,
  text: 'a',
  lower: 'a',
  link: 'projects/p/global/networks/n',
  short: 'a',
  json: '{}',
  list: ['a'],
  set: ['a'],
  links: ['a'],
  map: { a: 'b' },
  labels: { a: 'b' },
};

describe('the catalog of Google Cloud', () => {
  it('has one entry for an operation', () => {
    expect(createCatalog(gcpEntries).entries.length).toBe(gcpEntries.length);
  });

  it('knows only types that the provider has', () => {
    const types = new Set(gcpEntries.flatMap(({ types }) => types));

    expect([...types].filter((type) => !hasType(type))).toEqual([]);
    expect(types.size).toBeGreaterThan(60);
  });

  it('sets only attributes that their type has', () => {
    const problems = gcpEntries.flatMap(({ types, paths = [] }) =>
      paths.map((path) => pathProblem(types[0] ?? '', dottedPath(path))),
    );

    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('gives each attribute a value of its type', () => {
    const problems = gcpEntries.flatMap((entry) =>
      Object.entries((entry as Partial<GoogleEntry>).kinds ?? {}).flatMap(([path, kind]) => {
        const value = { kind: 'known', value: samples[kind] ?? null } as const;
        const resource = { type: entry.types[0] ?? '', keys: [] };
        return schemaProblems(resource, { kind: 'set', path: dottedPath(path), value });
      }),
    );

    expect([...new Set(problems)]).toEqual([]);
  });
});
