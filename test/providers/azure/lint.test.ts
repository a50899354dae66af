import { describe, expect, it } from 'vitest';
import { dottedPath } from '../../../src/model/path.ts';
import { azureEntries, azureTypes } from '../../../src/providers/azure/all.ts';
import { azureFieldPaths } from '../../../src/providers/azure/repeated.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { hasType, pathProblem, schemaProblems } from '../catalog/schema.ts';

describe('the Azure catalog', () => {
  it('has one entry for each operation, in lower case as the reader gives them', () => {
    const operations = azureEntries.flatMap((entry) => entry.operations);

    expect(createCatalog(azureEntries).entries).toHaveLength(azureEntries.length);
    expect(operations.filter((name) => name !== name.toLowerCase())).toEqual([]);
  });

  it('names types that the provider has', () => {
    const types = new Set(azureEntries.flatMap((entry) => entry.types));

    expect([...types].filter((type) => !hasType(type))).toEqual([]);
    expect(new Set(azureTypes.map(({ type }) => type)).size).toBeGreaterThan(60);
  });

  it('names paths that the provider has', () => {
    const problems = azureTypes.flatMap(({ type, fixed = {}, fields, resets = {} }) =>
      [...azureFieldPaths({ ...fixed, ...fields }), ...Object.keys(resets)].flatMap(
        (path) => pathProblem(type, dottedPath(path)) ?? [],
      ),
    );

    expect(problems).toEqual([]);
  });

  it('names attributes of ids, blocks and references that the provider has', () => {
    const problems = azureTypes.flatMap(
      ({ type, identity: { named, key }, children = [], links = [] }) => [
        ...Object.keys(named).map((name) => pathProblem(type, [name])),
        ...children.flatMap(({ child, by, block, inline = {} }) => [
          pathProblem(child.type, [by[0]]),
          ...(block === undefined ? [] : [pathProblem(type, [block])]),
          ...(block === undefined ? [] : Object.keys({ ...inline })).map((name) =>
            pathProblem(type, [block ?? '', 0, ...dottedPath(name)]),
          ),
        ]),
        ...links.flatMap((link) => [
          pathProblem(link.type, [link.own]),
          pathProblem(link.type, [link.other]),
        ]),
        ...Object.keys(key?.({ text: '/a/b', key: '/a/b', type: '' }) ?? {}).map((name) =>
          pathProblem(type, [name]),
        ),
      ],
    );

    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('has defaults of the right kind', () => {
    const problems = azureTypes.flatMap(({ type, defaults = {} }) =>
      schemaProblems({ type, keys: [] }, { kind: 'create', attributes: defaults }),
    );

    expect(problems).toEqual([]);
  });
});
