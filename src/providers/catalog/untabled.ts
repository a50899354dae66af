import type { CatalogEntry } from './types.ts';

/** Calls that no table can express, by name, and the types that they may change. */
export function untabled(
  service: string,
  types: readonly string[],
  calls: Readonly<Record<string, CatalogEntry['effects']>>,
): readonly CatalogEntry[] {
  return Object.entries(calls).map(([operation, effects]) => ({
    service,
    operations: [operation],
    types,
    effects,
  }));
}

/** Calls that are known to change nothing that Terraform sees. */
export function ignores(service: string, operations: readonly string[]): CatalogEntry {
  return { service, operations, types: [], effects: () => [] };
}
