import type { Log } from '../../adapters/telemetry/log.ts';
import { milliseconds } from '../../config/duration.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { day, shiftTime } from '../../model/instant.ts';
import { ok } from '../../model/result.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';

export interface RetentionDeps {
  readonly store: Pick<ServiceStore, 'claims' | 'prune' | 'collected'>;
  readonly settings: Pick<ConfigFile, 'retention' | 'sources' | 'stacks' | 'server'>;
  readonly receipts: WithReceipts;
  readonly log: Log;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

/** Drops whatever exceeds its retention, about once a day. */
export async function pruneDaily({
  store,
  settings,
  receipts,
  log,
  now,
}: RetentionDeps): Promise<void> {
  const at = now();
  const before = (length: string): string => shiftTime(at, -milliseconds(length));
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
  let signed = 0;
  // Stacks that were added over the API belong to the tenant of a token.
  const owners = [...settings.stacks, ...settings.server.tokens].map(({ tenant }) => tenant);
  for (const tenant of new Set(owners)) {
    const dropped = await receipts(tenant, async (all) =>
      ok(await all.drop(before(settings.retention.receipts))),
    );
    if (!dropped.ok)
      log.warn('receipts were not pruned', { tenant, reason: dropped.error.message });
    else signed += dropped.value ?? 0;
  }
  // Recorded after the work, which two processes may do without harm. If one is killed before,
  // another repeats it.
  await store.claims.put('default', done, { value: { at }, until: shiftTime(at, 2 * day) });
  log.info('pruned', { ...dropped, records_of_sources: records, receipts: signed });
}
