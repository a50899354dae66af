import { describe, expect, it } from 'vitest';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { azureEntries } from '../../../src/providers/azure/all.ts';
import type { CatalogEntry } from '../../../src/providers/catalog/types.ts';
import { gcpEntries } from '../../../src/providers/google/all.ts';
import { outsideTables } from './outside-tables.ts';

const clouds: readonly (readonly [string, readonly CatalogEntry[]])[] = [
  ['aws', awsEntries],
  ['azure', azureEntries],
  ['google', gcpEntries],
];

describe.each(clouds)('the catalog of %s', (cloud, entries) => {
  it('consists of tables, except for what is listed with a reason', () => {
    const found = entries
      .filter((entry) => entry.types.length > 0 && !('fields' in entry))
      .flatMap(({ service, operations }) => operations.map((one) => `${service} ${one}`));
    const listed = Object.values(outsideTables[cloud] ?? {}).flatMap((services) =>
      Object.entries(services).flatMap(([service, operations]) =>
        operations.map((one) => `${service} ${one}`),
      ),
    );

    expect([...new Set(found)].sort()).toEqual([...listed].sort());
  });
});
