import type { Queues } from '../../adapters/queue/types.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import { isSetAside, lastLosses } from '../../app/reconcile/set-aside.ts';
import { lastUnknown } from '../../app/reconcile/unknown-operations.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { queueNames } from '../../ports/jobs.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';

export interface GaugeDeps {
  readonly store: ServiceStore;
  readonly queues: Pick<Queues, 'queue'>;
  readonly metrics: Metrics;
  readonly settings: Pick<ConfigFile, 'stacks' | 'sources'>;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Monotonic clock, in milliseconds. */
  readonly elapsed: () => number;
}

/** Milliseconds for which figures about stacks and sources are reused instead of read again. */
const fresh = 30_000;

/**
 * The metrics. What all processes share is read from the store and the queues before each export.
 */
export function withGauges(deps: GaugeDeps): Metrics {
  const { metrics, elapsed } = deps;
  let last: number | undefined;
  return {
    ...metrics,
    async text() {
      for (const name of queueNames) {
        metrics.queueDepth(name, await deps.queues.queue(name).stats());
      }
      if (last === undefined || elapsed() - last >= fresh) {
        last = elapsed();
        await readStacks(deps);
        await readSources(deps);
      }
      return metrics.text();
    },
  };
}

async function readStacks({ store, metrics, settings }: GaugeDeps): Promise<void> {
  for (const { tenant, name } of settings.stacks) {
    const key = { tenant, stack: name };
    const standing = await store.drifts.standing(key);
    metrics.openDrifts(key, standing?.outcomes ?? new Map());
    metrics.setAside(key, isSetAside(await lastLosses(store.lastSeen, key)));
    metrics.openQuestions(key, standing?.questions ?? 0);
    const unknown = await lastUnknown(store.lastSeen, key);
    if (unknown !== undefined) metrics.unknown(key, unknown);
    metrics.proposals(key, await store.proposals.counts(key));
  }
}

async function readSources({ store, metrics, settings, now }: GaugeDeps): Promise<void> {
  for (const { tenant, name, kind } of settings.sources) {
    if (kind === 'push') continue;
    const collected = await store.lastSeen.get(tenant, lastSeenKeys.collected(name));
    if (collected === undefined) continue;
    const seconds = (Date.parse(now()) - Date.parse(collected.value.at)) / 1000;
    metrics.cursorAge({ tenant, source: name }, Math.max(0, seconds));
  }
}
