import type { Log } from '../../adapters/telemetry/log.ts';
import { milliseconds } from '../../config/duration.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';

export interface RetentionDeps {
  readonly store: Pick<ServiceStore, 'claims' | 'prune' | 'collected'>;
  readonly settings: Pick<ConfigFile, 'retention' | 'sources'>;
  readonly log: Log;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

const day = 24 * 3_600_000;

/** Drops what is older than its retention, about once a day. */
export async function pruneDaily({ store, settings, log, now }: RetentionDeps): Promise<void> {
  const at = now();
  const before = (length: string): string => ago(at, milliseconds(length));
  const done = claimKeys.pruning(at.slice(0, 10));
  if ((await store.claims.get('default', done)) !== undefined) return;
  const { runs, unused_records, deliveries, history } = settings.retention;
  const dropped = await store.prune({
    runs: before(runs),
    unusedRecords: before(unused_records),
    deliveries: before(deliveries),
    history: before(history),
    ended: at,
  });
  let records = 0;
  for (const { tenant, name, retention } of settings.sources) {
    records += await store.collected(tenant).prune(name, before(retention));
  }
  // Behind the work, which does no harm when two do it: whoever is killed amid of it leaves it to others.
  await store.claims.put('default', done, { value: { at }, until: ago(at, -2 * day) });
  log.info('pruned', { ...dropped, records_of_sources: records });
}

function ago(at: string, length: number): string {
  return new Date(Date.parse(at) - length).toISOString();
}
