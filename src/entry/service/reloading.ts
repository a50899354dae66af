import { randomUUID } from 'node:crypto';
import { createMutex } from '../../adapters/sync/mutex.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import { createStackChanges } from '../../app/settings/change.ts';
import { announceSettings, type LiveSettings, withdrawSettings } from '../../app/settings/live.ts';
import { checkScan, scheduleIds } from '../../app/stack/schedules.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { canonicalJson } from '../../model/json.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import type { AddedStack } from '../../ports/added-stacks.ts';
import type { Io } from '../../ports/io.ts';
import { problemFields } from './observe.ts';
import { openService } from './open.ts';
import { openServicePlaces, type ServicePlaces } from './places.ts';
import {
  bodies,
  digestSettings,
  fingerprintPlaces,
  readFileStamp,
  sameSettings,
  together,
} from './settings-parts.ts';
import { createTelemetry } from './telemetry.ts';
import { startPeriodicTasks } from './timers.ts';
import type { Service, ServiceWorkOptions, Shared } from './types.ts';

/** A process of the service whose settings may change while it runs. */
export interface Reloading {
  /** The service with its current settings. */
  readonly current: () => Service;
  readonly standing: () => LiveSettings | undefined;
  /** Starts working and watching the settings; with `schedules`, also keeps schedules right. */
  start(options: ServiceWorkOptions, tasks: { readonly schedules: boolean }): Promise<Result<void>>;
  /** Reads the settings again. Problems are reported, and the old settings stay. */
  reload(): Promise<void>;
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface ReloadingOptions {
  readonly io: Io;
  readonly read: () => Promise<Result<ServiceSettings, readonly Problem[]>>;
  /** Path of the settings file. */
  readonly file: string;
  /** Store and queues that are already open. They are closed with the process all the same. */
  readonly places?: ServicePlaces | undefined;
}

/** Milliseconds between two checks of the file. */
const filePause = 2_000;
/** Milliseconds between two checks of what other processes have. */
const standingPause = 15_000;

export async function openReloading(
  options: ReloadingOptions,
  first: ServiceSettings,
): Promise<Result<Reloading>> {
  const { io } = options;
  const { log } = createTelemetry(io, first);
  const opened = options.places ? ok(options.places) : await openServicePlaces(first, log);
  if (!opened.ok) return opened;
  const places = opened.value;
  const { store, queues } = places;
  const now = (): string => new Date(io.now()).toISOString();
  const added = await store.stacks.list();
  const shared: Shared = {
    store,
    queues,
    settingsApi: {
      standing: () => reloading.standing(),
      stacks: createStackChanges({
        ...{ stacks: store.stacks, checkScan, now },
        config: () => reloading.written(),
        changed: () => void reloading.reload(),
      }),
    },
  };
  const settings = together(first, added, log);
  const begun = await openService(io, settings, shared);
  if (!begun.ok) {
    await places.close();
    return begun;
  }
  const ground = { ...options, log, places, shared, now, seen: await readFileStamp(options.file) };
  const reloading = new ReloadingProcess(ground, { first, added, settings }, begun.value);
  return ok(reloading);
}

interface Ground extends Omit<ReloadingOptions, 'places'> {
  readonly log: Log;
  readonly places: ServicePlaces;
  readonly shared: Shared;
  readonly now: () => string;
  /** Stamp of the file when its settings were read. */
  readonly seen: string;
}

interface KnownSettings {
  /** Those of the file when the process started. */
  readonly first: ServiceSettings;
  readonly added: readonly AddedStack[];
  /** Those of the file together with the added stacks. */
  readonly settings: ServiceSettings;
}

class ReloadingProcess implements Reloading {
  readonly current = (): Service => this.#service;
  readonly standing = (): LiveSettings | undefined => this.#standing;
  readonly #ground: Ground;
  readonly #first: ServiceSettings;
  readonly #process = randomUUID();
  readonly #inTurn = createMutex();
  #ofFile: ServiceSettings;
  #added: readonly AddedStack[];
  #settings: ServiceSettings;
  #service: Service;
  #seen: string;
  #standing: LiveSettings | undefined;
  #work: ServiceWorkOptions | undefined;
  #hasSchedules = false;
  #timers: { stop(): Promise<void> } | undefined;

  constructor(ground: Ground, { first, added, settings }: KnownSettings, service: Service) {
    this.#ground = ground;
    this.#first = first;
    this.#ofFile = first;
    this.#added = added;
    this.#settings = settings;
    this.#service = service;
    this.#seen = ground.seen;
  }

  /** The settings of the file, without added stacks. */
  written(): ServiceSettings['written'] {
    return this.#ofFile.written;
  }

  async start(
    options: ServiceWorkOptions,
    { schedules }: { readonly schedules: boolean },
  ): Promise<Result<void>> {
    this.#hasSchedules = schedules;
    const standing = await this.#announce();
    if (schedules && standing.version === standing.newest) {
      const scheduled = await this.#service.schedule(standing.schedules);
      if (!scheduled.ok) return scheduled;
    }
    this.#work = options;
    this.#service.work(options);
    const chores = [
      { name: 'settings file', pause: filePause, run: () => this.#lookAtFile() },
      { name: 'settings', pause: standingPause, run: () => this.#lookAtStore() },
    ];
    this.#timers = startPeriodicTasks(chores, this.#ground.log);
    return ok(undefined);
  }

  reload(): Promise<void> {
    return this.#inTurn(() => this.#readAgain()).catch((error: unknown) => {
      this.#ground.log.error('settings not taken', { reason: String(error) });
    });
  }

  async drain(): Promise<void> {
    await this.#timers?.stop();
    await this.#inTurn(async () => undefined);
    await this.#service.drain();
  }

  async close(): Promise<void> {
    const { places } = this.#ground;
    await withdrawSettings(places.store, this.#process).catch(() => undefined);
    await this.#service.close();
    await places.close();
  }

  async #announce(): Promise<LiveSettings> {
    const { written, settings } = this.#settings;
    const { places, now } = this.#ground;
    const own = { digest: digestSettings(written), schedules: scheduleIds(settings) };
    const deps = { lastSeen: places.store.lastSeen, now };
    this.#standing = await announceSettings(deps, { process: this.#process, ...own });
    return this.#standing;
  }

  async #look(): Promise<void> {
    const { log } = this.#ground;
    const { version, newest, schedules } = await this.#announce();
    if (version < newest) log.warn('other processes have newer settings', { version, newest });
    else if (this.#hasSchedules) {
      const synced = await this.#service.schedule(schedules);
      if (!synced.ok) log.error('schedules', problemFields(synced.error));
    }
  }

  async #lookAtFile(): Promise<void> {
    const stamp = await readFileStamp(this.#ground.file);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    await this.reload();
  }

  async #lookAtStore(): Promise<void> {
    const added = await this.#ground.places.store.stacks.list();
    const isOther = canonicalJson(bodies(added)) !== canonicalJson(bodies(this.#added));
    await (isOther ? this.reload() : this.#inTurn(() => this.#look()));
  }

  async #readAgain(): Promise<void> {
    const { log, read, places } = this.#ground;
    const next = await read();
    if (!next.ok) {
      for (const problem of next.error) log.error('settings not taken', problemFields(problem));
      return;
    }
    const isMoved = fingerprintPlaces(next.value) !== fingerprintPlaces(this.#first);
    if (isMoved) log.error('settings not taken', problemFields(moved));
    else this.#ofFile = next.value;
    this.#added = await places.store.stacks.list();
    const wanted = together(this.#ofFile, this.#added, log);
    if (!sameSettings(wanted, this.#settings)) await this.#take(wanted);
  }

  /** Stops the old service first, since a folder has only one process that answers commands. */
  async #take(next: ServiceSettings): Promise<void> {
    const { io, shared, log } = this.#ground;
    await this.#service.rest();
    await this.#service.close();
    const again = await openService(io, next, shared);
    // If the new settings cannot be opened, the process continues with the old ones.
    const stays = again.ok ? again : await openService(io, this.#settings, shared);
    if (!stays.ok) throw new Error(stays.error.message);
    this.#service = stays.value;
    if (again.ok) this.#settings = next;
    if (this.#work !== undefined) this.#service.work(this.#work);
    await this.#look();
    if (again.ok) log.info('settings reloaded', { stacks: next.settings.stacks.length });
    else log.error('settings not taken', problemFields(again.error));
  }
}

const moved: Problem = {
  code: 'restart-needed',
  message: 'The settings name another place for the store, the queue or the repositories.',
  hint: 'Start the process again.',
};
