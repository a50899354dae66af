import type { CatalogEntry } from '../types.ts';
import { instanceEntries } from './ec2-instance.ts';
import { securityGroupEntries } from './ec2-security-group-rules.ts';
import { ec2TagEntries } from './ec2-tags.ts';
import { volumeEntries } from './ec2-volume.ts';

/** Every catalogued operation of AWS. One line per area, sorted. */
export const awsEntries: readonly CatalogEntry[] = [
  ...instanceEntries,
  ...securityGroupEntries,
  ...ec2TagEntries,
  ...volumeEntries,
];
