import type { CatalogEntry } from '../catalog/types.ts';
import { computeBalancerEntries } from './compute-balancer.ts';
import { groupEntries } from './compute-group.ts';
import { computeInstanceEntries } from './compute-instance.ts';
import { networkEntries } from './compute-network.ts';
import { otherComputeEntries } from './compute-other.ts';
import { routerEntries } from './compute-router.ts';
import { containerEntries } from './container.ts';
import { dataEntries } from './data.ts';
import { recordEntries } from './dns-record.ts';
import { iamEntries } from './iam.ts';
import { messagingEntries } from './messaging.ts';
import { operationsEntries } from './operations.ts';
import { serverlessEntries } from './serverless.ts';
import { serviceAccountEntries } from './service-account.ts';
import { storageEntries } from './storage.ts';

/** The catalog of Google Cloud. */
export const gcpEntries: readonly CatalogEntry[] = [
  ...computeBalancerEntries,
  ...containerEntries,
  ...dataEntries,
  ...groupEntries,
  ...iamEntries,
  ...computeInstanceEntries,
  ...messagingEntries,
  ...networkEntries,
  ...operationsEntries,
  ...otherComputeEntries,
  ...recordEntries,
  ...routerEntries,
  ...serverlessEntries,
  ...serviceAccountEntries,
  ...storageEntries,
];
