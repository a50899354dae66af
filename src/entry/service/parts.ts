import { tmpdir } from 'node:os';
import { type StoreServer, startStoreServer } from '../../adapters/store/remote/serve.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { sweepScratch } from '../../code/terraform/run/scratch/sweep.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import { type Adapters, createAdapters } from './adapters.ts';
import { openApart } from './apart/open.ts';
import type { ApartRuns } from './apart/run-apart.ts';
import { consoleMethods, createConsole } from './console.ts';
import { openServicePlaces, type ServicePlaces } from './places.ts';
import { openServiceReceipts } from './receipts.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';
import type { Shared } from './types.ts';

/** What a process of the service has open. */
export interface ServiceParts {
  readonly telemetry: Telemetry;
  readonly store: ServicePlaces['store'];
  readonly queues: ServicePlaces['queues'];
  /** Runs in processes of their own. */
  readonly apart: ApartRuns;
  readonly receipts: WithReceipts;
  readonly adapters: Adapters;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  close(): Promise<void>;
}

/** Opens everything, or nothing. With `shared`, store and queues are left open by `close`. */
export async function openServiceParts(
  io: Io,
  settings: ServiceSettings,
  shared: Shared | undefined,
): Promise<Result<ServiceParts>> {
  const telemetry = createTelemetry(io, settings);
  const { log } = telemetry;
  const left = await sweepScratch(tmpdir());
  if (left > 0) log.warn('removed copies of states that a process left', { copies: left });
  const opened =
    shared === undefined
      ? await openServicePlaces(settings, log)
      : ok({ ...shared, close: async () => undefined });
  if (!opened.ok) return opened;
  const places = opened.value;
  const { store, queues } = places;
  const now = (): string => new Date(io.now()).toISOString();
  const apart = await openApart({ io, settings, store, now });
  if (!apart.ok) {
    await places.close();
    return apart;
  }
  const receipts = await openServiceReceipts(io, settings, store, log);
  if (!receipts.ok) {
    apart.value.close();
    await places.close();
    return receipts;
  }
  const commands = await letCommandsIn(settings, places, now, receipts.value);
  const adapters = createAdapters(io, settings, telemetry.metrics);
  return ok({
    ...{ telemetry, store, queues, now, adapters },
    apart: apart.value,
    receipts: receipts.value,
    async close() {
      await commands?.close();
      apart.value.close();
      await adapters.checkouts.close();
      await places.close();
    },
  });
}

/** Only one process can open a folder, so commands reach store and queues through this one. */
async function letCommandsIn(
  settings: ServiceSettings,
  places: ServicePlaces,
  now: () => string,
  receipts: WithReceipts,
): Promise<StoreServer | undefined> {
  if (settings.store.kind !== 'folder') return undefined;
  return startStoreServer({
    store: places.store,
    folder: settings.store.path,
    more: consoleMethods(createConsole(places, settings, now, receipts)),
  });
}
