import type { CatalogEntry } from './types.ts';

/** Calls that are known to leave everything that Terraform sees as it was. */
export function ignores(service: string, operations: readonly string[]): CatalogEntry {
  return { service, operations, types: [], effects: () => [] };
}
