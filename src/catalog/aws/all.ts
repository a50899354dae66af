import type { CatalogEntry } from '../types.ts';
import { instanceEntries } from './ec2-instance.ts';

/** Every catalogued operation of AWS. One line per area, sorted. */
export const awsEntries: readonly CatalogEntry[] = [...instanceEntries];
