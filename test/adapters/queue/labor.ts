import type { QueueLocation } from '../../../src/adapters/queue/location.ts';
import { openQueues } from '../../../src/adapters/queue/open.ts';
import type { Queues } from '../../../src/adapters/queue/types.ts';
import { openDatabaseIn } from '../../../src/adapters/store/pglite.ts';
import { createPglitePool } from '../../../src/adapters/store/pglite-pool.ts';

/** A place for queues that can be passed to another process. */
export type LaborPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | Exclude<QueueLocation, { readonly kind: 'embedded' }>;

export interface Labor {
  readonly queues: Queues;
  /** Closes what the queues were opened on. */
  close(): Promise<void>;
}

export async function openLabor(place: LaborPlace): Promise<Labor> {
  if (place.kind !== 'folder') return open(place, async () => undefined);
  const pool = createPglitePool(await openDatabaseIn(place.path));
  return open({ kind: 'embedded', pool }, () => pool.end());
}

async function open(location: QueueLocation, close: () => Promise<void>): Promise<Labor> {
  const opening = await openQueues(location, {
    report: (problem) => process.stderr.write(`${problem.message}\n`),
    namespace: 'kill',
    pause: 1,
  });
  if (!opening.ok) throw new Error(opening.error.message);
  return { queues: opening.value, close };
}
