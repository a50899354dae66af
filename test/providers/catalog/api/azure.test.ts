import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeApi } from '../../../../scripts/azure-api/encode.ts';
import { readPackages } from '../../../../scripts/azure-api/read.ts';
import { azureEntries, azureTypes } from '../../../../src/providers/azure/all.ts';
import { azureTableEntries } from '../../../../src/providers/azure/entries.ts';
import type { AzureType } from '../../../../src/providers/azure/spec.ts';
import type { CatalogEntry } from '../../../../src/providers/catalog/types.ts';
import { eventOf } from '../azure-bodies.ts';
import { estateOf } from '../event.ts';
import { azureBodyOf, azureOperations, bodyModels } from './azure.ts';
import { unknownAzureMembers, unknownAzureOperations, withoutModel } from './azure-exceptions.ts';

/** Members that the entries of a type look up and no model of its body has. */
function unknownIn(spec: AzureType, entries: readonly CatalogEntry[]): readonly string[] {
  const known = new Set<string>();
  const unknown = new Map<string, string>();
  for (const model of bodyModels(spec.arm)) {
    const body = azureBodyOf(model, (path, isKnown) => {
      if (isKnown) known.add(path.toLowerCase());
      else unknown.set(path.toLowerCase(), path);
    });
    const event = eventOf(spec, body);
    const entry = entries.find(
      ({ service, operations }) =>
        service === event.service && operations.includes(event.operation),
    );
    entry?.effects(event, estateOf());
  }
  return [...unknown].flatMap(([key, path]) => (known.has(key) ? [] : [path])).sort();
}

describe('compared with the API models of Azure, the catalog', () => {
  it('writes and deletes what the models have, and some that only logs have', () => {
    const names = azureEntries
      .filter(({ types }) => types.length > 0)
      .flatMap(({ service, operations }) => operations.map((one) => `${service}/${one}`));

    expect(names.filter((name) => !azureOperations.has(name)).sort()).toEqual(
      unknownAzureOperations,
    );
  });

  it('has types with bodies that the models have', () => {
    const without = azureTypes.filter(({ arm }) => bodyModels(arm).length === 0);

    expect([...new Set(without.map(({ arm }) => arm))].sort()).toEqual(withoutModel);
  });

  it('reads members that the models have', () => {
    const found = azureTypes
      .map(({ arm }) => arm)
      .filter((arm, at, all) => all.indexOf(arm) === at);
    const unknown = found.flatMap((arm) => {
      const [spec] = azureTypes.filter((one) => one.arm === arm);
      const own = spec === undefined ? [] : unknownIn(spec, azureEntries);
      return own.length === 0 ? [] : [[arm, own] as const];
    });

    expect(Object.fromEntries(unknown)).toEqual(unknownAzureMembers);
  });
});

const models = process.env['PARLEY_AZURE_MODELS'];

describe.skipIf(models === undefined)('the facts about the API of Azure', () => {
  it('are what the packages say', async () => {
    const read = await readPackages(models ?? '');

    expect(readFileSync(join(import.meta.dirname, 'azure.generated.json'), 'utf8')).toBe(
      encodeApi(read, azureTypes),
    );
  });
});

describe('a misspelling in a table of Azure', () => {
  const subnet = azureTypes.find(({ type }) => type === 'azurerm_subnet');
  if (subnet === undefined) throw new Error('there is no subnet');

  it.each<[string, Partial<AzureType>, readonly string[]]>([
    ['nothing', {}, []],
    [
      'a member',
      { fields: { address_prefixes: 'properties.adressPrefixes' } },
      ['properties.adressPrefixes'],
    ],
    [
      'a member of a member',
      { fields: { a: 'properties.natGateway.ids' } },
      ['properties.natGateway.ids'],
    ],
  ])('%s is found', (_, change, unknown) => {
    const spec = { ...subnet, ...change };

    expect(unknownIn(spec, azureTableEntries([spec]))).toEqual(unknown);
  });
});
