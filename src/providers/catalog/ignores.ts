import type { CatalogEntry } from './types.ts';

/** Calls that are known to change nothing that Terraform sees. */
export function ignores(service: string, operations: readonly string[]): CatalogEntry {
  return { service, operations, types: [], effects: () => [] };
}
