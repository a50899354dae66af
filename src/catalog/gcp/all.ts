import type { CatalogEntry } from '../types.ts';
import { networkEntries } from './compute-network.ts';

/** What Parley knows of Google Cloud. */
export const gcpEntries: readonly CatalogEntry[] = [...networkEntries];
