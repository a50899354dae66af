import { ignores } from '../define.ts';
import type { CatalogEntry } from '../types.ts';

/** What Compute Engine does to machines by itself; their settings stay as they are. */
export const ignoredEntries: readonly CatalogEntry[] = [
  ignores('compute.googleapis.com', [
    'instances.automaticRestart',
    'instances.guestTerminate',
    'instances.hostError',
    'instances.migrateOnHostMaintenance',
    'instances.preempted',
    'instances.terminateOnHostMaintenance',
  ]),
];
