import { ignores } from '../catalog/ignores.ts';
import type { CatalogEntry } from '../catalog/types.ts';

/** Actions of Compute Engine itself on machines, which change none of their settings. */
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
