import { hasDatabase } from '../../adapters/store/location.ts';
import { askService, isAnswering } from '../../adapters/store/remote/client.ts';
import { findDaemon } from '../../adapters/store/remote/daemon.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { type Console, createConsole, createRemoteConsole } from './console.ts';
import { openServicePlaces } from './places.ts';
import { openServiceReceipts } from './receipts.ts';
import { createTelemetry } from './telemetry.ts';

/**
 * The console of the process that has the folder open, else one that opens store and queues itself.
 */
export async function openConsole(
  io: Io,
  settings: ServiceSettings,
): Promise<Result<Console & { close(): Promise<void> }>> {
  const { store } = settings;
  if (store.kind === 'folder') {
    const daemon = await findDaemon(store.path);
    if (daemon !== undefined && (await isAnswering(daemon))) {
      const remote = createRemoteConsole((method, args) => askService(daemon, method, args));
      return ok({ ...remote, close: async () => undefined });
    }
    if (!(await hasDatabase(store.path))) return fail(noStore);
  }
  const { log } = createTelemetry(io, settings);
  const now = (): string => new Date(io.now()).toISOString();
  const places = await openServicePlaces(settings, log);
  if (!places.ok) return places;
  const { close } = places.value;
  const receipts = await openServiceReceipts(io, settings, places.value.store, log);
  if (!receipts.ok) {
    await close();
    return receipts;
  }
  return ok({ ...createConsole(places.value, settings, now, receipts.value), close });
}

const noStore: Problem = {
  code: 'no-store',
  message: 'There is no store yet.',
  hint: 'Start `parley serve` once, or set PARLEY_STORE to a PostgreSQL URL.',
};
