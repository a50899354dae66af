import { ignores } from '../catalog/ignores.ts';
import type { CatalogEntry } from '../catalog/types.ts';

/** What Compute Engine does to machines by itself; their settings stay as they are. */
export const googleIgnoredEntries: readonly CatalogEntry[] = [
  ignores('compute.googleapis.com', [
    'instances.automaticRestart',
    'instances.guestTerminate',
    'instances.hostError',
    'instances.migrateOnHostMaintenance',
    'instances.preempted',
    'instances.terminateOnHostMaintenance',
  ]),
];
